# shellcheck shell=bash
what='PostgreSQL under a TPC-B-like load of pgbench, a checkpoint, VACUUM'
format=msr
packages=(postgresql-15 postgresql-client-15)

prepare() {
  local library=/usr/lib/postgresql/15 program
  versions+=("postgresql=$(package_version postgresql-15)")
  mkdir -p "$root$library/bin" "$root$library/lib" "$root/usr/share/postgresql" "$root/etc"
  for program in postgres initdb pgbench pg_isready; do
    cp "$library/bin/$program" "$root$library/bin/"
    copy_libraries "$library/bin/$program"
  done
  cp "$library/lib/"{plpgsql,dict_snowball}.so "$root$library/lib/"
  cp -r /usr/share/postgresql/15 "$root/usr/share/postgresql/"
  rm -rf "$root/usr/share/postgresql/15/man"
  mkdir -p "$root/usr/share/zoneinfo"
  cp -L /usr/share/zoneinfo/{UTC,GMT} "$root/usr/share/zoneinfo/"
  echo 'root:x:0:0::/root:/bin/sh
postgres:x:70:70::/mnt/data:/bin/sh' > "$root/etc/passwd"
  printf 'root:x:0:\npostgres:x:70:\n' > "$root/etc/group"
}
