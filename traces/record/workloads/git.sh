# shellcheck shell=bash
what='git: a repository cloned, built, switched between revisions, committed to and packed'
format=msr
packages=(git)
. "$workloads/source-tree.inc"

# A history of the tree: in each revision every 23rd file has a line more.
history() {
  local revision
  git -C "$1" init -q -b main
  for revision in 1 2 3 4 5 6; do
    [ "$revision" = 1 ] || find "$1" -name '*.h' | sort | awk -v r="$revision" 'NR % 23 == r' |
      while read -r file; do echo "/* revision $revision */" >> "$file"; done
    git -C "$1" add -A
    GIT_AUTHOR_DATE="@$((1000000000 + revision)) +0000" GIT_COMMITTER_DATE="@$((1000000000 + revision)) +0000" \
      git -C "$1" -c user.name=recorder -c user.email=recorder@localhost -c gc.auto=0 commit -q -m "revision $revision"
    git -C "$1" tag "r$revision"
  done
}

prepare() {
  local program
  source_tree "$work/tree"
  history "$work/tree"
  git clone -q --bare "$work/tree" "$root/input/origin.git"
  copy_program git
  versions+=("git=$(package_version git)")
  mkdir -p "$root/usr/lib/git-core" "$root/usr/share/git-core/templates"
  for program in git git-upload-pack; do ln -s /usr/sbin/git "$root/usr/lib/git-core/$program"; done
}
