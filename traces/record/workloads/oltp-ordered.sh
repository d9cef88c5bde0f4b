# shellcheck shell=bash
what='small SQLite transactions, each made durable, and lookups, over 44 MiB'
format=msr
packages=(sqlite3)
guest=oltp
# Less than the accounts take, so that lookups reach the disk.
guest_mib=96

prepare() {
  copy_program sqlite3
  versions+=("sqlite=$(package_version sqlite3)")
  node "$workloads/oltp.mjs" "$root/input"
}
