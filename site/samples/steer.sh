curl -H 'content-type: application/json' -d '{"advance_ms": 300000}' http://127.0.0.1:8080/_emulator/clock
curl -H 'content-type: application/json' -d '{"status": 503, "times": 2}' http://127.0.0.1:8080/_emulator/faults
curl http://127.0.0.1:8080/_emulator/state
