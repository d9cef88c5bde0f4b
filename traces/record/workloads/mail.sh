# shellcheck shell=bash
what='a mail store in Maildir form: messages delivered, read, moved and deleted'
format=msr

prepare() { node "$workloads/mail.mjs" "$root/input"; }
