npm run emulator -- --seed-file projects.yaml --allow-origin http://localhost:5173
