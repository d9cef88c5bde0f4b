# shellcheck shell=bash
what='fio: a file written in order, random writes made durable, a mix of reads and writes, Zipf, then read in order'
format=msr
packages=(fio)

prepare() {
  copy_program fio
  versions+=("fio=$(package_version fio)")
}
