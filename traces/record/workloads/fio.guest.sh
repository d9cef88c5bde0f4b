# What benchmarks do, past the page cache, on one file of 96 MiB.
job() { fio --name=job --filename=/mnt/file --size=96m --direct=1 --randseed=20130911 --allrandrepeat=1 --ioengine=psync "$@" > /dev/null; }

mkdir -p /dev/shm
mount -t tmpfs tmpfs /dev/shm
make_disk

phase sequential-write
job --rw=write --bs=256k --end_fsync=1

phase random-write
job --rw=randwrite --bs=4k --fsync=8 --number_ios=3000

phase mix-70-30
job --rw=randrw --rwmixread=70 --bs=8k --number_ios=4000

phase zipf-write
job --rw=randwrite --bs=4k --random_distribution=zipf:1.1 --number_ios=4000

phase sequential-read
job --rw=read --bs=256k

phase trim
rm /mnt/file
sync
fstrim /mnt

phase unmount
umount /mnt
