npm run contract -- --target emulator --only 'endpoint-create-*'
