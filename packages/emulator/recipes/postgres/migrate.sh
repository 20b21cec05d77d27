#!/bin/sh
# Tries a migration on a branch of the real data, and applies it to the default branch if it works:
#   hosted-postgres-emulator --postgres --profile neon &
#   sh migrate.sh migration.sql
set -eu
migration="$1"
emulator="${EMULATOR:-http://127.0.0.1:8080}"

state=$(curl -sS --fail-with-body "$emulator/_emulator/state?limit=1")
# The value of the first property with this name.
value() { sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/"; }
key=$(echo "$state" | sed 's/.*"keys":{\([^}]*\)}.*/\1/' | value admin)
ids=$(echo "$state" | sed 's/.*"ids":{\([^}]*\)}.*/\1/')
project="$emulator/api/v2/projects/$(echo "$ids" | value project_id)"

api() {
  method="$1" path="$2"
  shift 2
  curl -sS --fail-with-body -X "$method" -H "authorization: Bearer $key" \
    -H 'content-type: application/json' "$@" "$project$path"
}
run() { psql -X -q -v ON_ERROR_STOP=1 --single-transaction -f "$migration" "$1"; }

trial=$(api POST /branches -d '{"branch": {"name": "trial"}, "endpoints": [{"type": "read_write"}]}')
branch=$(echo "$trial" | sed 's/.*"branch":{\([^}]*\)}.*/\1/' | value id)
trap 'api DELETE "/branches/$branch" > /dev/null' EXIT

run "$(echo "$trial" | value connection_uri)"
echo "The migration works on a branch."
run "$(api GET '/connection_uri?database_name=neondb&role_name=neondb_owner' | value uri)"
echo "The default branch has it now."
