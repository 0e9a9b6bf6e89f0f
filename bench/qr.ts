/**
 * From the click on a wallet on another device to its QR code on the screen: the real page and a relay that runs already, in a
 * local world of their own. `first` is a visitor's first click, which also fetches the client and opens the line to the relay;
 * `again` is the next one on the same page. `npm run bench -- qr`; writes bench/results/qr.json. `npx tsx bench/qr.ts --dwell 150`
 * lets the pointer rest on the wallet for as many milliseconds before it is pressed, as a hand does; a finger does not.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startDevnet } from '@latchkey/devnet'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { createHome } from '../e2e/pages/home.js'
import { createModal } from '../e2e/pages/modal.js'
import { browserArgs, findBrowser } from '../tools/browser.mjs'
import { median } from './page/median.js'
import { printTable } from './page/printTable.js'
import { untilIdle } from './page/untilIdle.js'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, dwell: { type: 'string', default: '0' } },
})
const rounds = Number(values.rounds)
const dwell = Number(values.dwell)
/** Milliseconds, of the middle round and of the slowest but one in twenty. */
const budget = 300

/** What `codeTimes.js` noted. */
type Noted = { click?: number; code?: number }
type Round = { first: number; again: number; busy: number }
const taken: Round[] = []
const found = await findBrowser({ windows: true })
if (!found) throw new Error('No Chromium found: `node tools/browser.mjs` says what to do.')
const dir = mkdtempSync(join(tmpdir(), 'latchkey-bench-qr-'))
const ports = { web: 0, server: 0, frame: 0, inbox: 0, wallet: 0, phone: 0, provider: 0, chain31337: 0, chain31338: 0 }
const world = await startDevnet({ dir, ports, families: false })
try {
  const browser = await chromium.launch({ executablePath: found.path, args: browserArgs })
  try {
    // The first round warms server and disk and is not counted.
    for (let round = -1; round < rounds; round++) {
      const busy = await untilIdle(10_000)
      const times = { ...(await showCode(browser)), busy }
      if (round >= 0) taken.push(times)
      const { first, again } = times
      console.error(
        `round ${round}: first ${first.toFixed()}, again ${again.toFixed()} ms; others' share of the machine ${busy.toFixed(2)}`,
      )
    }
  } finally {
    await browser.close()
  }
} finally {
  await world.stop()
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
}

const all = (key: keyof Round) => taken.map((round) => round[key])
const kept = printTable([
  { name: 'click → QR code, first, median', figure: median(all('first')), unit: 'ms', budget },
  { name: 'click → QR code, first, p95', figure: p95(all('first')), unit: 'ms' },
  { name: 'click → QR code, again, median', figure: median(all('again')), unit: 'ms', budget },
  { name: 'click → QR code, again, p95', figure: p95(all('again')), unit: 'ms', budget },
])
mkdirSync(new URL('results/', import.meta.url), { recursive: true })
const machine = { date: new Date().toISOString(), node: process.version, cpu: cpus()[0]?.model, cores: cpus().length }
writeFileSync(
  new URL('results/qr.json', import.meta.url),
  `${JSON.stringify({ ...machine, load: loadavg(), rounds, dwell, budget, taken }, null, 2)}\n`,
)
process.exit(kept ? 0 : 1)

/** A new visitor looks for a wallet on another device, goes back, and looks again. */
async function showCode(browser: Browser): Promise<Omit<Round, 'busy'>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
  await context.addInitScript({ path: fileURLToPath(new URL('page/inPage/codeTimes.js', import.meta.url)) })
  const page = await context.newPage()
  const [home, modal] = [createHome(page), createModal(page)]
  if (!world.web) throw new Error('The local world came up without its page')
  await page.goto(world.web.url)
  await home.connectButton.click()
  const wallet = modal.button('WalletConnect')
  await wallet.waitFor()
  const first = await timed(page, wallet)
  await modal.backButton.click()
  await wallet.waitFor()
  const again = await timed(page, wallet)
  await context.close()
  return { first, again }
}

async function timed(page: Page, wallet: Locator): Promise<number> {
  await wallet.hover()
  await sleep(dwell)
  await wallet.click()
  const seen = await page.waitForFunction(() => {
    const { click, code } = (window as unknown as { codeTimes: Noted }).codeTimes
    return click !== undefined && code !== undefined && code - click
  })
  return Number(await seen.jsonValue())
}

/** The figure that one round in twenty is above. */
function p95(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.min(Math.ceil(sorted.length * 0.95), sorted.length) - 1] ?? Number.NaN
}
