npm run contract -- --target https://host/api/v2 --fixtures fixtures.json --changes own
