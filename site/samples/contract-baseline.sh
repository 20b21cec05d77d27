npm run contract -- --target "$URL" --fixtures fixtures.json --baseline baseline.json --write-baseline
