#!/usr/bin/env bash
# Power cuts of LazyFS, a file system that keeps in memory what was not forced, and forgets it on command.
#   lazyfs.sh [CUTS]     5 by default
# The last line is `N cuts, N wrong`. Needs lazyfs and FUSE; see README.md.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

cuts=${1:-5}
need lazyfs "it from https://github.com/dsrhaslab/lazyfs (build it, and put lazyfs/build/lazyfs on the PATH)"
need fusermount3 fuse3
[ -e /dev/fuse ] || { echo "missing: /dev/fuse; load the kernel's module fuse" >&2; exit 69; }
stage

work=$(mktemp -d)
mkdir "$work/root" "$work/mount"
process=""
cleanup() {
  [ -z "$process" ] || kill -9 "$process" 2>/dev/null || true
  fusermount3 -uz "$work/mount" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

cat >"$work/config.toml" <<EOF
[faults]
fifo_path="$work/faults"
fifo_path_completed="$work/completed"
[cache]
apply_eviction=false
[cache.simple]
custom_size="512MB"
blocks_per_page=1
[filesystem]
log_all_operations=false
logfile="$work/lazyfs.log"
EOF
mkfifo "$work/faults" "$work/completed"
lazyfs "$work/mount" --config-path "$work/config.toml" -o allow_other -o modules=subdir -o subdir="$work/root"
for _ in $(seq 1 50); do mountpoint -q "$work/mount" && break; sleep 0.1; done
mountpoint -q "$work/mount" || { echo "lazyfs did not mount; its log is $work/lazyfs.log" >&2; exit 1; }

wrong=0
for cut in $(seq 1 "$cuts"); do
  rm -rf "$work/mount/journal"
  (writer "$work/mount/journal" "$cut") >"$work/acknowledged" &
  process=$!
  under_way "$work/acknowledged"
  sleep "$((RANDOM % 3)).$((RANDOM % 10))"
  kill -9 "$process"
  wait "$process" 2>/dev/null || true
  process=""
  echo "lazyfs::clear-cache" >"$work/faults"
  timeout 30 head -n 1 "$work/completed" >/dev/null
  printf 'cut %s on lazyfs: ' "$cut"
  check "$work/mount/journal" "$work/acknowledged" || wrong=$((wrong + 1))
done
echo "$cuts cuts, $wrong wrong"
[ "$wrong" -eq 0 ]
