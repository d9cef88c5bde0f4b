# shellcheck shell=bash
what='a source tree unpacked, built, edited and deleted, twice'
format=spc
. "$workloads/source-tree.inc"

prepare() {
  source_tree "$work/tree"
  tar --sort=name --mtime=@0 --owner=0 --group=0 --transform='s,^\.,src,' -C "$work/tree" -cf "$root/input/tree.tar" .
}
