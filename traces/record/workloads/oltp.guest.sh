# Accounts that are changed a few at a time, each change made durable, and looked up in between. /input/data says how ext4
# journals: only the names of blocks ("ordered") or their content too ("journal"). Nothing else differs.
db=/mnt/bank.db

make_disk

phase load
sqlite3 -batch "$db" < /input/load.sql > /dev/null
drop_caches

phase work
sqlite3 -batch "$db" < /input/work.sql > /dev/null
sync

phase unmount
umount /mnt
