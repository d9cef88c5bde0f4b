#!/usr/bin/env bash
# Records a trace of this folder anew, from a Linux guest with a virtual disk whose server writes down every request.
#
#   traces/record/record.sh [--install] sqlite-ext4|file-churn|oltp-ordered|oltp-journal [OUTPUT_DIRECTORY]
#
# Leaves TRACE.gz, TRACE.gz.json (the sidecar) and NAME.summary.txt in OUTPUT_DIRECTORY, by default traces/.
# Runs on Debian and amd64, with Node. Kernel and headers are downloaded and unpacked, not installed. --install installs
# the packages below, as root; without it nothing is installed.
set -euo pipefail

PACKAGES=(qemu-system-x86 qemu-utils nbdkit busybox-static cpio sqlite3 e2fsprogs)
PATH=$PATH:/usr/sbin:/sbin
DISK_BYTES=$((256 * 1024 * 1024))
BLOCK_BYTES=4096
GUEST_LIMIT=10m

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
fail() { echo "record.sh: $*" >&2; exit 1; }
usage() { echo 'usage: record.sh [--install] sqlite-ext4|file-churn|oltp-ordered|oltp-journal [OUTPUT_DIRECTORY]' >&2; exit 2; }

install_packages() { apt-get install -y --no-install-recommends "${PACKAGES[@]}"; }

check_packages() {
  local package
  for package in "${PACKAGES[@]}"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null)" = installed ] ||
      fail "package $package is missing; needed: ${PACKAGES[*]} (--install installs them)"
  done
}

# Download package $1 and unpack it into directory $2.
unpack_package() {
  mkdir -p "$2" "$work/deb"
  (cd "$work/deb" && apt-get -qq -o APT::Sandbox::User=root download "$1")
  dpkg -x "$work/deb/$1"_*.deb "$2"
}

# A program of this machine into the guest's /usr/sbin, and the libraries it is linked to at the places they have here.
copy_program() {
  local program library
  program=$(command -v "$1")
  cp -L "$program" "$root/usr/sbin/$1"
  for library in $(ldd "$program" | grep -o '/[^ ]*'); do
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
  done
}

package_version() { dpkg-query -W -f '${Version}' "$1"; }

prepare_sqlite_ext4() {
  copy_program sqlite3
  versions+=("sqlite=$(package_version sqlite3)")
  node "$here/sqlite-workload.mjs" "$root/input"
}

# $1: how ext4 journals.
prepare_oltp() {
  copy_program sqlite3
  versions+=("sqlite=$(package_version sqlite3)")
  node "$here/oltp-workload.mjs" "$root/input"
  echo "$1" > "$root/input/data"
}
prepare_oltp_ordered() { prepare_oltp ordered; }
prepare_oltp_journal() { prepare_oltp journal; }

prepare_file_churn() {
  local headers="linux-headers-${kernel%-cloud-amd64}-common"
  unpack_package "$headers" "$work/headers"
  versions+=("$headers=$(dpkg-deb -f "$work/deb/$headers"_*.deb Version)")
  mkdir "$work/tree"
  cp -r "$work/headers/usr/src/$headers/include/"{linux,net} "$work/tree"
  tar --sort=name --mtime=@0 --owner=0 --group=0 --transform='s,^\.,src,' -C "$work/tree" -cf "$root/input/tree.tar" .
}

build_initramfs() {
  mkdir -p "$root"/{bin,modules,input,usr/sbin}
  cp "$(command -v busybox)" "$root/bin/busybox"
  cp "$here/guest-init.sh" "$root/init"
  cp "$here/$script.guest.sh" "$root/workload.sh"
  chmod +x "$root/init"
  find "$work/kernel" -path '*/drivers/*' -name 'virtio*.ko' -exec cp {} "$root/modules/" \;
  copy_program mke2fs
  "prepare_${name//-/_}"
  (cd "$root" && find . | LC_ALL=C sort | cpio --quiet -o -H newc) > "$work/initramfs"
}

serve_disk() {
  TZ=UTC nbdkit --foreground --unix "$work/nbd" --filter=log memory "$DISK_BYTES" logfile="$work/nbd.log" &
  nbdkit_pid=$!
  until [ -S "$work/nbd" ]; do kill -0 "$nbdkit_pid" || fail 'nbdkit did not start'; sleep 0.1; done
}

# The guest's console, each line stamped with the clock that stamps the log. Write zeroes is off, since no trace format
# has a word for it (the guest then writes zeroes as data); so is QEMU's merging, so that the log is what the guest asked.
run_guest() {
  local line
  timeout --foreground "$GUEST_LIMIT" qemu-system-x86_64 -accel tcg -cpu max -smp 1 -m "$guest_mib" -no-reboot -nodefaults \
    -display none -serial stdio -kernel "$work"/kernel/boot/vmlinuz-* -initrd "$work/initramfs" \
    -append 'console=ttyS0 quiet panic=-1' \
    -drive "if=none,id=disk,format=raw,discard=unmap,file=nbd+unix:///?socket=$work/nbd" \
    -device virtio-blk-pci,drive=disk,discard=on,write-zeroes=off,request-merging=off,num-queues=1 < /dev/null |
    while IFS= read -r line; do printf '%s %s\n' "$EPOCHREALTIME" "${line%$'\r'}"; done |
    tee "$work/console.log" >&2 || true
  grep -q 'guest: done' "$work/console.log" || fail 'the guest did not finish'
}

# Fetch the disk (over a second connection, which the converter leaves out) to ask it where its journal lies.
inspect_disk() {
  qemu-img convert -f raw -O raw "nbd+unix:///?socket=$work/nbd" "$work/disk.img"
  e2fsck -fn "$work/disk.img" > "$work/fsck.log" 2>&1 || fail "the file system is damaged: $(cat "$work/fsck.log")"
  local blocks
  read -r -a blocks < <(debugfs -R 'blocks <8>' "$work/disk.img" 2> /dev/null)
  ((blocks[-1] - blocks[0] + 1 == ${#blocks[@]})) || fail 'the journal is not in one piece'
  journal_first_byte=$((blocks[0] * BLOCK_BYTES))
  journal_bytes=$((${#blocks[@]} * BLOCK_BYTES))
}

write_results() {
  local format=$1 source=$2 trace=$3
  node "$here/nbdlog-to-trace.mjs" "$format" "$work/nbd.log" "$work/console.log" "$work/$trace" \
    "$journal_first_byte" "$journal_bytes" > "$output/$name.summary.txt"
  gzip -9 -n < "$work/$trace" > "$output/$trace.gz"
  node "$here/sidecar.mjs" "$output/$trace.gz" "$source" "$BLOCK_BYTES" "$journal_first_byte" "$journal_bytes" \
    "${versions[@]}"
  cat "$output/$name.summary.txt"
}

if [ "${1:-}" = --install ]; then install_packages; shift; fi
name=${1:-}
output=${2:-$here/..}
guest='recorded under a Linux guest in QEMU (TCG), 256 MiB virtio disk, ext4 with data='
shop='SQLite transactions with both journal modes, lookups, VACUUM and fstrim'
tree='a source tree unpacked, built, edited and deleted, twice'
bank='small SQLite transactions, each made durable, and lookups, over 44 MiB'
script=$name
guest_mib=512
case $name in
  sqlite-ext4) result=(msr "$shop; ${guest}ordered" "$name.csv") ;;
  file-churn) result=(spc "$tree; ${guest}ordered; flushes left out" "$name.spc") ;;
  oltp-ordered | oltp-journal)
    result=(msr "$bank; $guest${name#oltp-}" "$name.csv")
    script=oltp
    # Less than the accounts take, so that lookups reach the disk.
    guest_mib=96
    ;;
  *) usage ;;
esac
check_packages
node "$here/self-check.mjs"

work=$(mktemp -d)
root=$work/root
nbdkit_pid=
trap '[ -z "$nbdkit_pid" ] || kill "$nbdkit_pid"; rm -rf "$work"' EXIT

kernel_package=$(apt-cache depends linux-image-cloud-amd64 | awk '/Depends:/ { print $2; exit }')
kernel=${kernel_package#linux-image-}
unpack_package "$kernel_package" "$work/kernel"
versions=(
  "linux=$kernel ($(dpkg-deb -f "$work/deb/$kernel_package"_*.deb Version))" "qemu=$(package_version qemu-system-x86)"
  "nbdkit=$(package_version nbdkit)" "busybox=$(package_version busybox-static)" "e2fsprogs=$(package_version e2fsprogs)"
)
build_initramfs
serve_disk
run_guest
inspect_disk
write_results "${result[@]}"
