# What the rigs share; sourced by them.
set -euo pipefail

home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)

# Ends with 69 and one line if a program is missing: need PROGRAM WHAT-TO-INSTALL
need() {
  command -v "$1" >/dev/null || { echo "missing: $1; install $2" >&2; exit 69; }
}

# Sets java and classpath, building what is stale. BRINE_CLASSPATH gives a class path that is built already.
stage() {
  local jdk
  jdk=$("$home/brine" jdk)
  java=$jdk/bin/java
  classpath=${BRINE_CLASSPATH:-}
  [ -n "$classpath" ] && return
  "$home/brine" test --help >/dev/null
  classpath=$(paste -sd: "$home/target/stage/journalTestkit.classpath")
}

writer() { # FOLDER SEED: appends until it is killed
  exec "$java" -Xmx256m -XX:+UseSerialGC -cp "$classpath" brine.journal.testkit.CrashWriter "$1" "$2" 8
}

under_way() { # ACKNOWLEDGEMENTS: waits until the writer has had some, so that a cut has something to lose
  local n
  for n in $(seq 1 600); do
    [ "$(grep -c '^ack' "$1" || true)" -ge 500 ] && return
    sleep 0.1
  done
  echo "the writer acknowledged nothing within a minute" >&2
  return 1
}

check() { # FOLDER ACKNOWLEDGEMENTS
  "$java" -Xmx512m -XX:+UseSerialGC -cp "$classpath" brine.journal.testkit.CrashCheck "$1" "$2" power
}
