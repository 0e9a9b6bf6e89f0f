#!/usr/bin/env node
// npm links a program only if it is there when it installs, so this one stands beside what `npm run build` makes.
import { existsSync } from 'node:fs'

const main = new URL('../dist/main.js', import.meta.url)
if (existsSync(main)) await import(main.href)
else {
  process.stderr.write('The server is not built yet\nRun `npm run build` first.\n')
  process.exitCode = 1
}
