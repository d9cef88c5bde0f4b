# Many small files: unpack a source tree, make an object of each file, edit some, build again, throw it away.
phase format
/usr/sbin/mke2fs -q -t ext4 -b 4096 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0,hash_seed=11111111-2222-4333-8444-555555555555 \
  -U 11111111-2222-4333-8444-555555555555 /dev/vda
mount -t ext4 -o data=ordered /dev/vda /mnt
grep /mnt /proc/mounts
cd /mnt

# The object of a file is the file compressed: about the sizes a compiler leaves, without a compiler.
build() {
  find src -type f | while read -r file; do
    object="obj/${file#src/}.o"
    [ "$object" -nt "$file" ] && continue
    mkdir -p "${object%/*}"
    gzip -1 -c "$file" > "$object"
  done
  find obj -name '*.o' | sort | xargs cat > all.a.new
  mv all.a.new all.a
}

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
build
drop_caches

phase edit
edit_every 12
sync

phase rebuild
build
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
build
sync

phase delete
rm -r src obj
sync

phase unmount
cd /
umount /mnt
