import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileContracts } from './compileContracts.js'

/** Compiles contracts/*.sol to src/contracts/artifacts.json: `npx tsx scripts/compile.ts` in apps/devnet. */

const { json, version } = compileContracts()
const target = fileURLToPath(new URL('../src/contracts/artifacts.json', import.meta.url))
writeFileSync(target, json)
console.log(`${target} (solc ${version})`)
