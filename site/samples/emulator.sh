npm run emulator
