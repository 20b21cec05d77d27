npm run emulator -- --profile neon
