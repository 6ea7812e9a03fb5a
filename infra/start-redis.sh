#!/usr/bin/env bash
# Starts Redis from the Debian package: start-redis.sh [port]. Prints PORTICO_REDIS_URL.
. "$(dirname "$0")/process.sh"

dir=$infra_dir/redis
port=$(running_port redis)

if [ -z "$port" ]; then
  command -v redis-server >/dev/null || apt_install redis-server
  port=$(choose_port redis "${1:-}")
  mkdir -p "$dir"
  redis-server --port "$port" --bind 127.0.0.1 --dir "$dir" --daemonize yes --pidfile "$dir/pid" \
    --logfile "$dir/redis.log" --appendonly no --save '' >/dev/null
  wait_until 20 Redis redis-cli -p "$port" ping
  echo "$port" >"$dir/port"
fi
echo "PORTICO_REDIS_URL=redis://127.0.0.1:$port"
