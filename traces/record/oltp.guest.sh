# Accounts that are changed a few at a time, each change made durable, and looked up in between. /input/data says how ext4
# journals: only the names of blocks ("ordered") or their content too ("journal"). Nothing else differs.
db=/mnt/bank.db

phase format
/usr/sbin/mke2fs -q -t ext4 -b 4096 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0,hash_seed=11111111-2222-4333-8444-555555555555 \
  -U 11111111-2222-4333-8444-555555555555 /dev/vda
mount -t ext4 -o "data=$(cat /input/data)" /dev/vda /mnt
grep /mnt /proc/mounts

phase load
sqlite3 -batch "$db" < /input/load.sql > /dev/null
drop_caches

phase work
sqlite3 -batch "$db" < /input/work.sql > /dev/null
sync

phase unmount
umount /mnt
