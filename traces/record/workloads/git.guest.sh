# A developer at work: clone, build, look at older revisions, build again, commit, pack.
revision() { git -C /mnt/work -c advice.detachedHead=false checkout -q "$1"; }

export GIT_AUTHOR_NAME=recorder GIT_AUTHOR_EMAIL=recorder@localhost GIT_COMMITTER_NAME=recorder GIT_COMMITTER_EMAIL=recorder@localhost
git config --global core.fsync all
git config --global gc.auto 0
git config --global safe.directory '*'
make_disk
cd /mnt

phase clone
git clone -q file:///input/origin.git work
drop_caches

phase build
build work obj
drop_caches

phase revisions
for tag in r2 r5 main; do revision "$tag"; git -C work status --short | wc -l; done
sync

phase build-again
build work obj
drop_caches

phase commits
for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
  find work -name '*.h' | sort | awk -v n="$n" 'NR % 97 == n' | while read -r file; do echo "/* change $n */" >> "$file"; done
  git -C work commit -q -a -m "change $n"
done

phase pack
git -C work gc -q
sync

phase unmount
cd /
umount /mnt
