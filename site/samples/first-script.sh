npx tsx first-script.ts
