# What the start and stop scripts of this folder share: where data lives, free ports, pid files, waiting.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
infra_dir=${PORTICO_INFRA_DIR:-$root/.portico/infra}

fail() {
  echo "$*" >&2
  exit 1
}

free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

port_answers() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# Prints the port of a server of ours that still runs, else nothing.
running_port() {
  local dir=$infra_dir/$1
  [ -f "$dir/pid" ] && [ -f "$dir/port" ] && kill -0 "$(cat "$dir/pid")" 2>/dev/null && cat "$dir/port" || true
}

# The port given as argument, else the one of the last run when it is still free, else a free one.
choose_port() {
  local name=$1 wanted=${2:-} last
  last=$(cat "$infra_dir/$name/port" 2>/dev/null || true)
  if [ -n "$wanted" ]; then
    ! port_answers "$wanted" || fail "Port $wanted is taken; give $name another one."
    echo "$wanted"
  elif [ -n "$last" ] && ! port_answers "$last"; then
    echo "$last"
  else
    free_port
  fi
}

# wait_until <seconds> <name> <command…>
wait_until() {
  local deadline=$((SECONDS + $1)) name=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$deadline" ] || fail "$name did not become ready in time; its log is in $infra_dir."
    sleep 0.2
  done
}

apt_install() {
  [ "$(id -u)" = 0 ] || fail "$1 is missing; install it with: sudo apt-get install $1"
  echo "Installing $1 …" >&2
  export DEBIAN_FRONTEND=noninteractive
  # Two starts at once wait for one another instead of failing on the package lock.
  (
    flock 9
    apt-get install -y -qq --no-install-recommends "$@" >&2 ||
      { apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends "$@" >&2; }
  ) 9>/tmp/portico-apt.lock
}

stop_process() {
  local dir=$infra_dir/$1 pid
  [ -f "$dir/pid" ] || return 0
  pid=$(cat "$dir/pid")
  kill "-${2:-TERM}" "$pid" 2>/dev/null || true
  for _ in $(seq 100); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  kill -KILL "$pid" 2>/dev/null || true
  rm -f "$dir/pid"
}
