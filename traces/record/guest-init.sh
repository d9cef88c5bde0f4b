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
drop_caches() { sync; echo 3 > /proc/sys/vm/drop_caches; }

echo "kernel: $(uname -r)"
. /workload.sh
echo "guest: done"
