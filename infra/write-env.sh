#!/usr/bin/env bash
# Makes the keys that docker-compose.yaml needs and writes them to infra/.env, once.
set -euo pipefail
cd "$(dirname "$0")"
[ ! -e .env ] || { echo 'infra/.env is there already.' >&2; exit 1; }
key() { LC_ALL=C tr -dc '0-9a-hjkmnp-tv-z' </dev/urandom | head -c 45; }
umask 077
cat >.env <<EOF
PORTICO_ENCRYPTION_KEYS=k1:$(head -c 32 /dev/urandom | base64)
PORTICO_SEED_PUBLISHABLE_CLIENT_KEY=pck_$(key || true)
PORTICO_SEED_SECRET_SERVER_KEY=ssk_$(key || true)
PORTICO_SEED_SUPER_SECRET_ADMIN_KEY=sak_$(key || true)
EOF
echo 'Wrote infra/.env.'
