/**
 * How many people a minute one core can sign up by e-mail, with the embedded database on disk: start, code from a real inbox, verify,
 * new wallet, every half out and back, active. `npm run bench -- logins`; writes bench/results/logins.json.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
// biome-ignore-start lint/style/noRestrictedImports: what stands for browsers in the tests of the server
import { createFrame } from '../apps/server/test/createFrame.js'
import { createWalletClient } from '../apps/server/test/createWalletClient.js'
import { startInbox } from '../apps/server/test/startInbox.js'
import { freePort, startProcess } from '../apps/server/test/startProcess.js'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { median } from './page/median.js'
import { printTable } from './page/printTable.js'

const { values } = parseArgs({
  options: { logins: { type: 'string', default: '400' }, together: { type: 'string', default: '8' } },
})
const [logins, together] = [Number(values.logins), Number(values.together)]
const warmUp = 10
/** Milliseconds a login may take of one core: 200 a minute. */
const budget = { perLogin: 300 }
const loadBefore = loadavg()[0]

const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-bench-logins-'))
const inbox = await startInbox()
const origin = `http://localhost:${await freePort()}`
const server = await startProcess({
  PORT: '0',
  LATCHKEY_DATA_DIR: dataDir,
  LATCHKEY_WALLET_PORT: new URL(origin).port,
  LATCHKEY_SMTP_URL: inbox.url,
  LATCHKEY_WALLET_SITES: 'https://app.localhost',
  LATCHKEY_DEVICE_LINK: 'returning',
})
try {
  for (let at = 0; at < warmUp; at++) await logIn(`warm-${at}`)
  const times: number[] = []
  const cpuBefore = cpuSeconds()
  const begun = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: together }, async () => {
      while (next < logins) {
        const name = `person-${next++}`
        const started = performance.now()
        await logIn(name)
        times.push(performance.now() - started)
      }
    }),
  )
  const elapsed = performance.now() - begun
  const cpu = cpuSeconds()
  const cpuPerLogin = cpu === undefined || cpuBefore === undefined ? undefined : ((cpu - cpuBefore) * 1000) / logins
  const p95 = [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  const rows = [
    { name: 'time for each login, one after the other', figure: elapsed / logins, unit: 'ms', budget: budget.perLogin },
    { name: `a login among ${together}, median`, figure: median(times), unit: 'ms' },
    { name: `a login among ${together}, p95`, figure: p95, unit: 'ms' },
    // More than one core could hide in the time that passed, not in this.
    ...(cpuPerLogin === undefined
      ? []
      : [
          {
            name: 'processor time of the server for each login',
            figure: cpuPerLogin,
            unit: 'ms',
            budget: budget.perLogin,
          },
        ]),
  ]
  const kept = printTable(rows)
  console.log(`${Math.round((logins * 60_000) / elapsed)} logins a minute`)
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  writeFileSync(
    new URL('results/logins.json', import.meta.url),
    `${JSON.stringify({ date: new Date().toISOString(), node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, loadBefore, logins, together, budget, perMinute: (logins * 60_000) / elapsed, rows }, null, 2)}\n`,
  )
  process.exitCode = kept ? 0 : 1
} finally {
  await server.stop()
  await inbox.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function logIn(name: string): Promise<void> {
  const app = { request: (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init) }
  const client = await createWalletClient({ app: () => app as never, inbox, origin, time: () => Date.now() })
  await client.signIn(`${name}@bench.example`)
  await createFrame(client).create()
}

/** Processor time that the server has used, where the system tells. */
function cpuSeconds(): number | undefined {
  try {
    const fields = readFileSync(`/proc/${server.child.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return undefined
  }
}
