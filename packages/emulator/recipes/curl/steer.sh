#!/bin/sh
# Does with curl all that a JavaScript test does with the object it holds:
#   sh steer.sh http://127.0.0.1:8080
set -eu
at="${1:-http://127.0.0.1:8080}/_emulator"

control() {
  method="$1" address="$2"
  shift 2
  curl -sS --fail-with-body -X "$method" -H 'content-type: application/json' "$@" "$address"
  echo
}

# The value of the first property with this name in the ids of the seeded world.
id() { curl -sS "$at/state?limit=1" | sed "s/.*\"ids\":{[^}]*\"$1\":\"\([^\"]*\)\".*/\1/"; }
project=$(id project_id)
endpoint=$(id endpoint_id)

# Look.
control GET "$at/health"
control GET "$at/state"
control GET "$at/openapi.json"
control GET "$at/control.json"

# Fail the next two requests for a project, then every tenth request until the faults are cleared.
control POST "$at/faults" -d '{"path": "/projects/{project_id}", "status": 503, "times": 2}'
control POST "$at/faults" -d '{"chance": 0.1, "latency_ms": 500, "drop": "response", "times": null}'
control GET "$at/faults"
control DELETE "$at/faults"

# The next suspension never ends, until it is ended as a failed one.
control POST "$at/fates" -d '{"outcome": "never", "action": "suspend_compute"}'
control PUT "$at/endpoints/$endpoint/idle" -d '{"idle_ms": 60000}'
control POST "$at/clock" -d '{"advance_ms": 60300}'
suspension=$(curl -sS "$at/state" | sed 's/.*"operations":\[{"id":"\([^"]*\)".*/\1/')
control POST "$at/operations/$suspension/end" -d '{"outcome": "failed"}'

# Start an operation as the control plane does.
control POST "$at/operations" -d "{\"project_id\": \"$project\", \"action\": \"tenant_detach\"}"

# Connect as a program does; queries keep the compute awake.
control POST "$at/connections" -d "{\"endpoint_id\": \"$endpoint\"}"
control POST "$at/connections/1/query"
control GET "$at/connections/1"
control DELETE "$at/connections/1"

# Look at the last request to the API.
key=$(curl -sS "$at/state" | sed 's/.*"admin":"\([^"]*\)".*/\1/')
curl -sS -o /dev/null -H "authorization: Bearer $key" "${at%/_emulator}/api/v2/projects"
control GET "$at/requests/1"

# Start again: as it was, or with other projects.
control POST "$at/reset"
control PUT "$at/seed" -d '{"projects": [{"name": "orders", "branches": [{"name": "main"}]}]}'
control GET "$at/seed"

# Watch for a second.
curl -sS -N --max-time 1 "$at/events" || true
