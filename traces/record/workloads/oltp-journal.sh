# shellcheck shell=bash
. "$workloads/oltp-ordered.sh"
data=journal
