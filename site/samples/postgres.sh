npm run emulator -- --postgres
