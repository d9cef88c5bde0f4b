# Many small files: unpack a source tree, make an object of each file, edit some, build again, throw it away.
make_disk
cd /mnt

# As editors do: a new file beside the old one, made durable, then renamed over it.
edit_every() {
  find src -type f | sort | awk -v n="$1" 'NR % n == 0' | while read -r file; do
    { cat "$file"; echo '/* edited */'; } | dd of="$file.new" conv=fsync 2> /dev/null
    mv "$file.new" "$file"
  done
}

phase unpack
tar -xf /input/tree.tar
drop_caches

phase build
build src obj
drop_caches

phase edit
edit_every 12
sync

phase rebuild
build src obj
drop_caches

phase search
grep -rl spin_lock src > hits.txt

phase clean
rm -r obj all.a
sync

phase unpack-over
tar -xf /input/tree.tar
drop_caches

phase build-again
build src obj
sync

phase delete
rm -r src obj
sync

phase unmount
cd /
umount /mnt
