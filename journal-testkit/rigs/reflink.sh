#!/usr/bin/env bash
# Power cuts of a real file system: pictures of a mounted disk image, taken at one moment each while a journal on it is written.
#   reflink.sh [CUTS] [FILE-SYSTEM]     5 cuts of ext4 by default; ext4, xfs or btrfs
# The last line is `N cuts, N wrong`. Needs root; see README.md.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

cuts=${1:-5}
inner=${2:-ext4}
[ "$(uname -s)" = Linux ] || { echo "missing: Linux, for its loop devices" >&2; exit 69; }
[ "$(id -u)" = 0 ] || { echo "missing: root, for loop devices and mounts" >&2; exit 69; }
need losetup util-linux
need "mkfs.$inner" "$(case $inner in ext4) echo e2fsprogs ;; xfs) echo xfsprogs ;; *) echo btrfs-progs ;; esac)"
outer=""
for kind in xfs btrfs; do command -v "mkfs.$kind" >/dev/null && { outer=$kind; break; }; done
[ -n "$outer" ] || { echo "missing: mkfs.xfs or mkfs.btrfs, for copies at one moment; install xfsprogs or btrfs-progs" >&2; exit 69; }
losetup -f >/dev/null 2>&1 || { echo "missing: a free loop device" >&2; exit 69; }
stage

work=$(mktemp -d)
mkdir "$work/outer" "$work/disk" "$work/copy"
process=""
cleanup() {
  [ -z "$process" ] || kill -9 "$process" 2>/dev/null || true
  for mount in copy disk outer; do umount "$work/$mount" 2>/dev/null || true; done
  rm -rf "$work"
}
trap cleanup EXIT

truncate -s 6G "$work/outer.img"
"mkfs.$outer" -q "$work/outer.img" 2>/dev/null || "mkfs.$outer" "$work/outer.img" >/dev/null
mount -o loop "$work/outer.img" "$work/outer"
truncate -s 1G "$work/outer/disk.img"
case $inner in
  ext4) mkfs.ext4 -q -F "$work/outer/disk.img" ;;
  xfs) mkfs.xfs -q "$work/outer/disk.img" ;;
  *) mkfs.btrfs -q "$work/outer/disk.img" ;;
esac
mount -o loop "$work/outer/disk.img" "$work/disk"

wrong=0
for cut in $(seq 1 "$cuts"); do
  rm -rf "$work/disk/journal"
  (writer "$work/disk/journal" "$cut") >"$work/acknowledged" &
  process=$!
  under_way "$work/acknowledged"
  sleep "$((RANDOM % 3)).$((RANDOM % 10))"
  # First what was acknowledged, then the disk: what is in the first has to be on the second.
  cp "$work/acknowledged" "$work/before"
  cp --reflink=always "$work/outer/disk.img" "$work/outer/copy.img"
  kill -9 "$process"
  wait "$process" 2>/dev/null || true
  process=""
  mount -o loop$([ "$inner" = xfs ] && echo ,nouuid) "$work/outer/copy.img" "$work/copy"
  printf 'cut %s on %s: ' "$cut" "$inner"
  check "$work/copy/journal" "$work/before" || wrong=$((wrong + 1))
  umount "$work/copy"
  rm "$work/outer/copy.img"
done
echo "$cuts cuts, $wrong wrong"
[ "$wrong" -eq 0 ]
