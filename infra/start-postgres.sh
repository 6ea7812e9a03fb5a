#!/usr/bin/env bash
# Starts PostgreSQL from the Debian packages: start-postgres.sh [port]. Prints PORTICO_DATABASE_URL.
. "$(dirname "$0")/process.sh"

dir=$infra_dir/postgres
port=$(running_port postgres)

find_bin() {
  local newest
  newest=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
  [ -x "$newest/initdb" ] && echo "$newest"
}

# PostgreSQL refuses to run as root, so root lends it to the account of the package.
as_owner() {
  if [ "$(id -u)" = 0 ]; then
    (cd / && runuser -u postgres -- "$@")
  else
    "$@"
  fi
}

if [ -z "$port" ]; then
  bin=$(find_bin) || { apt_install postgresql && bin=$(find_bin); } || fail 'PostgreSQL could not be installed.'
  port=$(choose_port postgres "${1:-}")
  mkdir -p "$dir"
  if [ "$(id -u)" = 0 ]; then
    chown postgres "$dir"
    as_owner test -w "$dir" || fail "The account postgres cannot reach $dir; set PORTICO_INFRA_DIR to a folder it can."
  fi
  if [ ! -f "$dir/data/PG_VERSION" ]; then
    as_owner "$bin/initdb" -D "$dir/data" -U portico --auth=trust --encoding=UTF8 --locale=C.UTF-8 >"$dir/initdb.log" 2>&1 ||
      fail "initdb failed; see $dir/initdb.log."
  fi
  as_owner "$bin/pg_ctl" -D "$dir/data" -l "$dir/postgres.log" -w -t 60 start \
    -o "-p $port -h 127.0.0.1 -k $dir -c max_connections=300 -c shared_buffers=128MB" >/dev/null ||
    fail "PostgreSQL did not start; see $dir/postgres.log."
  head -n 1 "$dir/data/postmaster.pid" >"$dir/pid"
  echo "$port" >"$dir/port"
fi
echo "PORTICO_DATABASE_URL=postgres://portico@127.0.0.1:$port/postgres"
