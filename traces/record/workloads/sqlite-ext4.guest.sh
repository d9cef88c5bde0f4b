# A small database on a disk that is already half full of files nobody touches.
# The format does not discard: the disk counts as used before, so that what the two fstrim give back can be seen.
db=/mnt/shop.db
query() { sqlite3 -batch "$db" < "/input/$1.sql" > "${2:-/dev/null}"; }

make_disk

phase cold-files
mkdir /mnt/photos
for i in $(seq 1 30); do dd if=/dev/zero of=/mnt/photos/$i.raw bs=64k count=$((16 + i * 5 % 64 * 2)) 2> /dev/null; done
sync

phase load
query load
drop_caches

phase rollback-journal
query rollback-journal
drop_caches

phase lookups
query lookups

phase export
query export /mnt/orders-1.csv
query export /mnt/orders-2.csv
sync
rm /mnt/orders-1.csv

phase trim
sync
fstrim -v /mnt

phase wal
query wal
drop_caches

phase purge
query purge
rm /mnt/orders-2.csv
sync

phase scan
drop_caches
query export

phase trim-again
fstrim -v /mnt

phase unmount
umount /mnt
