#!/usr/bin/env bash
# Records a trace of this folder anew, from a Linux guest with a virtual disk whose server writes down every request.
#
#   traces/record/record.sh [--install] NAME [OUTPUT_DIRECTORY]
#
# NAME is a file workloads/NAME.sh, which says what is recorded and prepares the guest's input; what the guest then does
# is in workloads/NAME.guest.sh.
#
# Leaves TRACE.gz, TRACE.gz.json (the sidecar) and NAME.summary.txt in OUTPUT_DIRECTORY, by default traces/.
# Runs on Debian and amd64, with Node. Kernel and headers are downloaded and unpacked, not installed. --install installs
# the packages below, as root; without it nothing is installed.
set -euo pipefail

PACKAGES=(qemu-system-x86 qemu-utils nbdkit busybox-static cpio e2fsprogs)
PATH=$PATH:/usr/sbin:/sbin
DISK_BYTES=$((256 * 1024 * 1024))
BLOCK_BYTES=4096
GUEST_LIMIT=10m

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
workloads=$here/workloads
fail() { echo "record.sh: $*" >&2; exit 1; }

usage() {
  local names
  names=$(cd "$workloads" && ls ./*.sh | grep -v guest | sed 's,^\./,,; s,\.sh$,,' | tr '\n' ' ')
  echo "usage: record.sh [--install] NAME [OUTPUT_DIRECTORY]; NAME is one of: $names" >&2
  exit 2
}

install_packages() { apt-get install -y --no-install-recommends "${PACKAGES[@]}" "${packages[@]}"; }

check_packages() {
  local package
  for package in "${PACKAGES[@]}" "${packages[@]}"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null)" = installed ] ||
      fail "package $package is missing; needed: ${PACKAGES[*]} ${packages[*]} (--install installs them)"
  done
}

# Download package $1 and unpack it into directory $2.
unpack_package() {
  mkdir -p "$2" "$work/deb"
  (cd "$work/deb" && apt-get -qq -o APT::Sandbox::User=root download "$1")
  dpkg -x "$work/deb/$1"_*.deb "$2"
}

# The libraries that $1 is linked to, into the guest at the places they have here.
copy_libraries() {
  local library
  for library in $(ldd "$1" | grep -o '/[^ ]*'); do
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
  done
}

# A program of this machine into the guest's /usr/sbin, with its libraries.
copy_program() {
  local program
  program=$(command -v "$1")
  cp -L "$program" "$root/usr/sbin/${1##*/}"
  copy_libraries "$program"
}

package_version() { dpkg-query -W -f '${Version}' "$1"; }

build_initramfs() {
  mkdir -p "$root"/{bin,modules,input,usr/sbin}
  cp "$(command -v busybox)" "$root/bin/busybox"
  cp "$here/guest-init.sh" "$root/init"
  cp "$workloads/$guest.guest.sh" "$root/workload.sh"
  chmod +x "$root/init"
  find "$work/kernel" -path '*/drivers/*' -name 'virtio*.ko' -exec cp {} "$root/modules/" \;
  copy_program mke2fs
  echo "$data" > "$root/input/data"
  prepare
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
  local source="$what; recorded under a Linux guest in QEMU (TCG), 256 MiB virtio disk, ext4 with data=$data"
  local trace=$name.csv
  [ "$format" = msr ] || { trace=$name.$format; source+='; flushes left out'; }
  node "$here/nbdlog-to-trace.mjs" "$format" "$work/nbd.log" "$work/console.log" "$work/$trace" \
    "$journal_first_byte" "$journal_bytes" > "$output/$name.summary.txt"
  gzip -9 -n < "$work/$trace" > "$output/$trace.gz"
  node "$here/sidecar.mjs" "$output/$trace.gz" "$source" "$BLOCK_BYTES" "$journal_first_byte" "$journal_bytes" \
    "${versions[@]}"
  cat "$output/$name.summary.txt"
}

install=
if [ "${1:-}" = --install ]; then install=1; shift; fi
name=${1:-}
output=${2:-$here/..}
[ -n "$name" ] && [ -f "$workloads/$name.sh" ] && [[ $name != *.guest ]] || usage

# What a workload may say otherwise: packages of this machine that it copies programs from, the guest's script, its memory,
# how ext4 journals.
packages=()
guest=$name
guest_mib=512
data=ordered
# shellcheck source=/dev/null
. "$workloads/$name.sh"
[ -z "$install" ] || install_packages
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
write_results
