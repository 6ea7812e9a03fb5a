#!/usr/bin/env bash
# Stops what the start scripts started: stop.sh [postgres|redis|kafka …]; without arguments all three.
. "$(dirname "$0")/process.sh"

for name in "${@:-postgres redis kafka}"; do
  for server in $name; do
    case $server in
      postgres) stop_process postgres INT ;; # fast shutdown: open connections are closed
      redis | kafka) stop_process "$server" TERM ;;
      *) fail "Unknown server: $server" ;;
    esac
  done
done
