# A package manager at work: each file is unpacked beside its place, made durable, and renamed; the database of packages is written
# anew again and again.
package() { /usr/sbin/dpkg --root=/mnt --force-depends --force-script-chrootless "$@" > /dev/null; }

# dpkg wants to see these, and has no use for them here.
for program in ldconfig start-stop-daemon; do ln -sf /bin/busybox "/usr/sbin/$program"; done
make_disk
mkdir -p /mnt/var/lib/dpkg/updates /mnt/var/lib/dpkg/info /mnt/var/lib/dpkg/triggers
touch /mnt/var/lib/dpkg/status /mnt/var/lib/dpkg/available

phase install
package -i /input/packages/*.deb
sync
drop_caches

phase list
/usr/sbin/dpkg --root=/mnt -L perl-modules-5.36 | wc -l
find /mnt -name '*.mo' | wc -l
drop_caches

phase reinstall
package -i /input/packages/libpython3.11-stdlib_*.deb
sync

phase remove
package -P iso-codes manpages-dev
sync

phase unmount
umount /mnt
