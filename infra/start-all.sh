#!/usr/bin/env bash
# Starts PostgreSQL, Redis and Kafka and prints their addresses as env lines:
#   eval "$(infra/start-all.sh | sed 's/^/export /')"
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

"$here/start-kafka.sh" >/tmp/portico-kafka.$$ &
kafka=$!
trap 'rm -f /tmp/portico-kafka.$$' EXIT
"$here/start-postgres.sh"
"$here/start-redis.sh"
wait "$kafka"
cat "/tmp/portico-kafka.$$"
