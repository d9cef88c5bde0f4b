#!/bin/busybox sh
# /init of the guest: brings up the virtual disk, runs /workload.sh, switches off whatever happens.
/bin/busybox mkdir -p /proc /sys /dev /tmp /mnt /root
/bin/busybox --install -s /bin
export PATH=/usr/sbin:/bin HOME=/root
set -e
trap 'status=$?; [ $status = 0 ] || echo "guest: failed with status $status"; poweroff -f' EXIT

mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev

# Debian's cloud kernel has ext4 built in and virtio as modules; the order is that of their dependencies.
for module in virtio_ring virtio virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci virtio_blk; do
  insmod "/modules/$module.ko"
done
for _ in $(seq 1 50); do [ -b /dev/vda ] || sleep 0.1; done

# The recorder stamps these lines with the host's clock, the one that stamps the requests.
phase() { echo "phase: $1"; }
# /input/data says how ext4 journals: only the names of blocks ("ordered") or their content too ("journal").
make_disk() {
  phase format
  /usr/sbin/mke2fs -q -t ext4 -b 4096 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0,hash_seed=11111111-2222-4333-8444-555555555555 \
    -U 11111111-2222-4333-8444-555555555555 /dev/vda
  mount -t ext4 -o "data=$(cat /input/data)" /dev/vda /mnt
  grep /mnt /proc/mounts
}
# An object in $2 of each file in $1 that is newer: the file compressed, about the size a compiler leaves, without a compiler.
build() {
  find "$1" -type f -not -path '*/.git/*' | while read -r file; do
    object="$2/${file#"$1"/}.o"
    [ "$object" -nt "$file" ] && continue
    mkdir -p "${object%/*}"
    gzip -1 -c "$file" > "$object"
  done
  find "$2" -name '*.o' | sort | xargs cat > all.a.new
  mv all.a.new all.a
}
drop_caches() { sync; echo 3 > /proc/sys/vm/drop_caches; }

echo "kernel: $(uname -r)"
. /workload.sh
echo "guest: done"
