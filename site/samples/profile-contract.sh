npm run contract -- --target emulator --profile neon --only 'profile-list*'
