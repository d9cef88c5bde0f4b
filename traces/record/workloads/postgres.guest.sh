# A database server at work: a cluster is made, four tables are filled, 700 short transactions change them one after the other, a
# checkpoint brings the pages to their places, and a vacuum clears up.
bin=/usr/lib/postgresql/15/bin
data=/mnt/data
as_postgres() { su postgres -c "cd $data && $*"; }
bench() { as_postgres "$bin/pgbench -h /tmp $*"; }
load() { bench --random-seed=20130911 -c 1 -n "$@"; }
single() { echo "$1" | as_postgres "$bin/postgres --single -D $data postgres" > /dev/null; }

mkdir -p /dev/shm
mount -t tmpfs tmpfs /dev/shm
chmod 1777 /tmp /dev/shm
ip link set lo up
make_disk
mkdir "$data"
chown postgres:postgres "$data"
chmod 700 "$data"

phase cluster
as_postgres "$bin/initdb -D $data -A trust --locale=C --encoding=UTF8 --wal-segsize=4" > /dev/null
cat >> "$data/postgresql.conf" <<'SETTINGS'
listen_addresses = ''
unix_socket_directories = '/tmp'
shared_buffers = 16MB
min_wal_size = 16MB
max_wal_size = 48MB
SETTINGS

phase fill
as_postgres "$bin/postgres -D $data" > /tmp/server.log 2>&1 &
for _ in $(seq 1 300); do as_postgres "$bin/pg_isready -q -h /tmp" && break; sleep 0.1; done
bench -i -s 4 -q
drop_caches

phase transactions
load -t 700

phase readers
load -t 1500 -S

phase stop
kill -INT "$(head -1 "$data/postmaster.pid")"
wait

phase vacuum
single VACUUM
sync

phase unmount
umount /mnt
