npm run contract -- --target "$URL" --fixtures fixtures.json --changes own
