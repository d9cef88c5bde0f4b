# shellcheck shell=bash
what='SQLite transactions with both journal modes, lookups, VACUUM and fstrim'
format=msr
packages=(sqlite3)

prepare() {
  copy_program sqlite3
  versions+=("sqlite=$(package_version sqlite3)")
  node "$workloads/sqlite-ext4.mjs" "$root/input"
}
