#!/usr/bin/env bash
# A disk that is full and a folder that may not be written any more, on real file systems: a tmpfs, an ext4 image, and a user without rights.
#   full-disk.sh [tmpfs|ext4|permission]…     all three by default
# The last line is `N checks, N wrong`. Needs root; see README.md.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

parts=("$@")
[ $# -gt 0 ] || parts=(tmpfs ext4 permission)
[ "$(uname -s)" = Linux ] || { echo "missing: Linux, for its mounts" >&2; exit 69; }
[ "$(id -u)" = 0 ] || { echo "missing: root, for mounts and other users" >&2; exit 69; }
need mkfs.ext4 e2fsprogs
need losetup util-linux
need setpriv util-linux
losetup -f >/dev/null 2>&1 || { echo "missing: a free loop device" >&2; exit 69; }
stage

segment=$((4 << 20))
mib=48
work=$(mktemp -d)
disk=$work/disk
journal=$disk/journal
log=$work/log
acknowledged=$work/acknowledged # of all writers of one journal
mkdir "$disk"
chmod 711 "$work"
process=""
checks=0
wrong=0
as=()
cleanup() {
  [ -z "$process" ] || kill -9 "$process" 2>/dev/null || true
  umount "$disk" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

program() { # CLASS ARGUMENTS…: runs a program of the testkit, as the user of this part of the rig
  timeout 120 ${as[@]+"${as[@]}"} "$java" -Xmx256m -XX:+UseSerialGC -XX:-UsePerfData -cp "$classpath" "brine.journal.testkit.$1" "${@:2}"
}

# ---- Checks -----------------------------------------------------------------------------------------------------------

passed() { checks=$((checks + 1)); printf '  ok     %s\n' "$1"; }
failed() { checks=$((checks + 1)); wrong=$((wrong + 1)); printf '  WRONG  %s\n' "$1"; }
expect() { # WHAT COMMAND…: counts whether the command succeeds
  if "${@:2}" >"$work/said" 2>&1; then passed "$1$(sed -n '1s/^/: /p' "$work/said")"; else failed "$1: $(tail -n 3 "$work/said")"; fi
}
said() { grep -m 1 -e "$1" "$log"; }                                  # PATTERN, in a line of the writer
refuses() { ! "${@:2}" >"$work/refusal" 2>&1 && grep -m 1 -e "$1" "$work/refusal"; } # PATTERN COMMAND…: fails, and says so
after() { # LINES PATTERN: waits for a line after the first so many
  local n
  for n in $(seq 1 300); do
    grep -m 1 -e "$2" < <(tail -n "+$(($1 + 1))" "$log") && return
    kill -0 "$process" 2>/dev/null || { echo "the writer has ended: $(tail -n 1 "$log")"; return 1; }
    sleep 0.1
  done
  echo "nothing of '$2' within 30 s; the last line: $(tail -n 1 "$log")"
  return 1
}
prepared() {
  local n
  for n in $(seq 1 300); do [ -e "$journal/next.seg" ] && return; sleep 0.1; done
  echo "none within 30 s"
  return 1
}
lines() { wc -l <"$log"; }
not_flapping() { # while the disk stays full there is nothing new to tell
  local before
  before=$(grep -c '^state' "$log")
  sleep 3
  [ "$(grep -c '^state' "$log")" -eq "$before" ] || { grep '^state' "$log" | tail -n 4; return 1; }
}
sums() { (cd "$journal" && find . -type f -name '0*.seg' -exec sha256sum {} + | sort -k 2; find . -type f | grep -v -e '\.idx$' -e LOCK | sort); }
unchanged() { diff "$work/sums" <(sums) >"$work/difference" || { cat "$work/difference"; return 1; }; }
free() { df --output=avail -B1 "$disk" | tail -n 1; }
as_free() { [ "$(($(free) + 8192))" -ge "$1" ] || { echo "$1 bytes were free, now $(free)"; return 1; }; }
complete() { grep '^ack' "$acknowledged" >"$work/acks"; program CrashCheck "$journal" "$work/acks" kill "$segment"; }
sound() { program ReaderCheck "$journal" /dev/null; } # a reader cannot know of the last appends before a kill that they are safe
readable() { grep '^ack' "$acknowledged" >"$work/acks"; program ReaderCheck "$journal" "$work/acks"; }

# ---- The writer -------------------------------------------------------------------------------------------------------

start() { # PAUSE: the writer, in the background; closes when a line comes through the pipe
  rm -f "$work/pipe"
  mkfifo "$work/pipe"
  : >"$log"
  ${as[@]+"${as[@]}"} "$java" -Xmx256m -XX:+UseSerialGC -XX:-UsePerfData -cp "$classpath" brine.journal.testkit.RefusedWriter \
    "$journal" "$1" <"$work/pipe" >"$log" 2>&1 &
  process=$!
  exec 9>"$work/pipe"
}
ends() { # within half a minute
  local n
  for n in $(seq 1 300); do kill -0 "$process" 2>/dev/null || return 0; sleep 0.1; done
  echo "does not end"
  return 1
}
close() { echo close >&9 2>/dev/null || true; expect "it closes" ends; finish; }
killed() { kill -9 "$process" 2>/dev/null || true; finish; }
finish() {
  wait "$process" 2>/dev/null || true
  process=""
  exec 9>&-
  cat "$log" >>"$acknowledged"
}
opens() { program RefusedWriter "$journal" 0 </dev/null; } # opens, appends once at most, closes
ballast() { head -c $(($2 << 20)) /dev/zero >"$disk/$1"; } # NAME MIB
fill() { head -c 1G /dev/zero >"$disk/rest" 2>/dev/null || true; sync; }

# ---- A disk that is full ----------------------------------------------------------------------------------------------

refused_opening() { # WHAT READ: opening fails, says why and what to do, and changes nothing for the worse
  sums | grep -v 'next\.seg\.part' >"$work/sums" # of the process that was killed: may go
  local before
  before=$(free)
  for _ in 1 2 3; do expect "$1: opening is refused" refuses 'No space left.*open it again' opens; done
  expect "$1: segments and names of files are as they were" unchanged
  expect "$1: no space was taken for good" as_free "$before"
  expect "$1: it can be read, and is verified" "$2"
}

full_disk() {
  : >"$acknowledged"
  ballast first 20
  ballast second 8
  ballast third 8
  start 0
  expect "appends are refused when the disk is full" after 0 '^refused.*No space left'
  expect "everything acknowledged can be read" after 0 '^readable'
  expect "low space was told before" said '^state LowSpace'
  expect "read-only was told" said '^state ReadOnly'
  expect "and nothing more" not_flapping
  local from
  from=$(lines)
  rm "$disk/first"
  expect "space given back: the same journal goes on" after "$from" '^again'
  expect "space given back: it says that it is healthy" after "$from" '^state Healthy'
  expect "full again" after "$from" '^refused'
  sleep 1
  killed
  refused_opening "killed while full" readable
  rm "$disk/second"
  expect "space given back: everything acknowledged is there" complete

  start 0
  expect "full again" after 0 '^refused'
  close
  refused_opening "closed while full" readable
  rm "$disk/third"
  expect "space given back: everything acknowledged is there" complete

  echo " a journal with room in its segment"
  rm -rf "$journal"
  : >"$acknowledged"
  start 5
  expect "it is written" after 0 '^ack'
  close
  fill
  for _ in 1 2 3; do expect "on a full disk it opens all the same" opens; done
  expect "everything acknowledged can be read" readable
  start 5
  expect "it is written on" after 0 '^ack'
  killed
  refused_opening "killed with room in its segment" sound
  rm "$disk/rest"
  expect "space given back: everything acknowledged is there" complete

  echo " a journal that was not there"
  rm -rf "$journal"
  : >"$acknowledged"
  fill
  expect "on a full disk none is made" refuses 'No space left.*open it again' opens
  rm "$disk/rest"
  expect "space given back: one is made" opens
}

# ---- Rights that are lost ---------------------------------------------------------------------------------------------

lost_rights() { # MODE
  : >"$acknowledged"
  rm -rf "$journal"
  install -d -o 65534 -g 65534 -m 755 "$journal"
  start 1
  expect "it is written" after 0 '^ack'
  local from
  from=$(lines)
  chmod "$1" "$journal"
  expect "$1: appends go on" after "$from" '^ack'
  expect "$1: until the next segment is needed" after "$from" '^refused.*no permission for'
  if [ "$1" = 0000 ]; then expect "$1: what may not be read says so" after "$from" '^unreadable.*no permission for'
  else expect "$1: everything acknowledged can be read" after "$from" '^readable'; fi
  expect "$1: read-only was told" said '^state ReadOnly'
  expect "$1: and nothing more" not_flapping
  from=$(lines)
  chmod 755 "$journal"
  expect "$1: given back, the same journal goes on" after "$from" '^again'
  expect "$1: given back, it says that it is healthy" after "$from" '^state Healthy'
  expect "$1: the next segment is made" prepared
  from=$(lines)
  chmod "$1" "$journal"
  expect "$1: taken once more, appends are refused, as it may not be given its name" after "$from" '^refused.*no permission for'
  from=$(lines)
  chmod 755 "$journal"
  expect "$1: given back, the same journal goes on" after "$from" '^again'
  chmod "$1" "$journal"
  close
  if [ "$1" = 0000 ]; then
    expect "$1: opening is refused" refuses "$journal.*no permission for.*open it again" opens
    expect "$1: a reader is refused" refuses "$journal.*no permission for" readable
  else
    expect "$1: closed with room in its segment, it opens all the same" opens
    expect "$1: a reader reads" readable
    start 1
    expect "$1: it is written on" after 0 '^ack'
    killed
    expect "$1: killed, it needs the next segment, and opening is refused" \
      refuses "$journal.*no permission for.*open it again" opens
    expect "$1: a reader reads" sound
  fi
  chmod 755 "$journal"
  expect "$1: given back, everything acknowledged is there" complete
}

# What cannot be looked at is not what is not there.
hidden() {
  local before
  for before in "444 $journal" "000 $journal" "000 $disk"; do
    chmod $before
    expect "chmod $before: opening is refused" refuses "$journal.*no permission for.*open it again" opens
    expect "chmod $before: a reader is refused" refuses "$journal.*no permission for" readable
    chmod 755 "${before#* }"
  done
  local file
  for file in LOCK MANIFEST-a MANIFEST-b "$(cd "$journal" && ls 0*.seg | tail -n 1)"; do
    chmod 000 "$journal/$file"
    expect "chmod 000 $file: opening is refused" refuses "$journal.*no permission for .*$file.*open it again" opens
    chmod 644 "$journal/$file"
  done
  expect "everything acknowledged is there" complete
}

permission() {
  as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  chmod 755 "$disk"
  # The user has to be able to read the classes, wherever they lie.
  if ! program ReaderCheck "$journal" /dev/null 2>&1 | grep -q 'no journal'; then share; fi
  lost_rights 0555
  lost_rights 0000
  hidden
  as=()
  echo " a file system that may only be read"
  sums >"$work/sums"
  mount -o remount,ro "$disk"
  expect "opening is refused" refuses "$journal.*Read-only file system.*open it again" opens
  expect "a reader reads" readable
  expect "nothing has changed" unchanged
  mount -o remount,rw "$disk"
  expect "may be written again: everything acknowledged is there" complete
}

# Copies the JDK's and the classes' files to where everybody may read them.
share() {
  local entry n=0 copies=""
  mkdir "$work/classes"
  cp -a "$(dirname "$(dirname "$java")")/." "$work/jdk"
  IFS=: read -ra entries <<<"$classpath"
  for entry in "${entries[@]}"; do
    n=$((n + 1))
    mkdir "$work/classes/$n"
    cp -r "$entry" "$work/classes/$n/"
    copies=$copies${copies:+:}$work/classes/$n/$(basename "$entry")
  done
  chmod -R a+rX "$work/classes" "$work/jdk"
  java=$work/jdk/bin/java
  classpath=$copies
}

# -----------------------------------------------------------------------------------------------------------------------

for part in "${parts[@]}"; do
  echo "$part"
  case $part in
    tmpfs) mount -t tmpfs -o size=${mib}m tmpfs "$disk" ;;
    *)
      truncate -s $((mib + 12))M "$work/image" # with what the file system needs for itself
      mkfs.ext4 -q -F -m 0 -J size=4 "$work/image"
      mount -o loop "$work/image" "$disk"
      ;;
  esac
  if [ "$part" = permission ]; then permission; else full_disk; fi
  umount "$disk"
done
echo "$checks checks, $wrong wrong"
[ "$wrong" -eq 0 ]
