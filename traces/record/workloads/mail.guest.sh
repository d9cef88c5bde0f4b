# Many small files, each made durable: a message is written in tmp, synchronised and renamed into new; read, it moves to cur.
deliver() {
  head -c "$3" /input/text | dd of="$1/tmp/$2" bs=64k conv=fsync 2> /dev/null
  mv "$1/tmp/$2" "$1/new/$2"
}

# Steps of file $1.
carry_out() {
  while read -r verb box message bytes; do
    box=/mnt/mail/$box
    case $verb in
      deliver) deliver "$box" "$message" "$bytes" ;;
      read) cat "$box/new/$message" > /dev/null; mv "$box/new/$message" "$box/cur/$message:2,S" ;;
      again) cat "$box/cur/$message:2,S" > /dev/null ;;
      drop) rm "$box/new/$message" ;;
      delete) rm "$box/cur/$message:2,S" ;;
    esac
  done < "$1"
}

yes 'a line of a message, as long as lines of messages are, more or less' | head -c 200000 > /input/text
make_disk
for box in 0 1 2 3 4 5 6 7 8 9 10 11; do mkdir -p /mnt/mail/box$box/tmp /mnt/mail/box$box/new /mnt/mail/box$box/cur; done

phase fill
carry_out /input/before
drop_caches

phase day
carry_out /input/day
drop_caches

phase search
grep -rlc 'no such words' /mnt/mail || true

phase unmount
umount /mnt
