/**
 * The embedded wallet as somebody meets it who signs in for the first time: the real page and the wallet's frame of another site,
 * in a local world of their own. How long the frame takes to be ready, and, with the processor slowed, from the accepted code to
 * the address. `npm run bench -- frame`; writes bench/results/frame.json.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startDevnet } from '@latchkey/devnet'
import { type Browser, chromium, type Frame, type Page } from 'playwright-core'
import { createHome } from '../e2e/pages/home.js'
import { createInbox } from '../e2e/pages/inbox.js'
import { createModal } from '../e2e/pages/modal.js'
import { createWalletFrame } from '../e2e/pages/walletFrame.js'
import { browserArgs, findBrowser } from '../tools/browser.mjs'
import { median } from './page/median.js'
import { printTable } from './page/printTable.js'
import { untilIdle } from './page/untilIdle.js'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, throttle: { type: 'string', default: '4' } },
})
const [rounds, throttle] = [Number(values.rounds), Number(values.throttle)]
/** Milliseconds. */
const budget = { ready: 1000, address: 1500 }

/** What `walletTimes.js` noted. */
type Noted = { frameSet?: number; frameReady?: number; address?: number; lastDigit?: number; codeTaken?: number }
type Round = { ready: number; address: number; typed: number; busy: number }
const taken: Round[] = []
const found = await findBrowser({ windows: true })
if (!found) throw new Error('No Chromium found: `node tools/browser.mjs` says what to do.')
const dir = mkdtempSync(join(tmpdir(), 'latchkey-bench-frame-'))
const ports = { web: 0, server: 0, frame: 0, inbox: 0, wallet: 0, phone: 0, provider: 0, chain31337: 0, chain31338: 0 }
const world = await startDevnet({ dir, ports, families: false })
// Playwright switches off that each site has storage of its own within another; of this flag the last one wins.
const args = [...browserArgs, '--disable-features=Translate', '--site-per-process']
try {
  // The first round warms server and disk and is not counted.
  for (let round = -1; round < rounds; round++) {
    const busy = await untilIdle(20_000)
    const browser = await chromium.launch({ executablePath: found.path, args })
    try {
      const times = { ...(await signInOnce(browser, `bench${round + 1}@mail.example`)), busy }
      if (round >= 0) taken.push(times)
      const { ready, address, typed } = times
      console.error(
        `round ${round}: ready ${ready.toFixed()}, address ${address.toFixed()} (from the last digit ${typed.toFixed()}) ms; busy ${busy.toFixed(2)}`,
      )
    } finally {
      await browser.close()
    }
  }
} finally {
  await world.stop()
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
}

const middle = (key: keyof Round) => median(taken.map((round) => round[key]))
const kept = printTable([
  { name: 'frame address set → ready', figure: middle('ready'), unit: 'ms', budget: budget.ready },
  {
    name: `code accepted → address, ${throttle}× slower`,
    figure: middle('address'),
    unit: 'ms',
    budget: budget.address,
  },
  { name: `last digit typed → address, ${throttle}× slower`, figure: middle('typed'), unit: 'ms' },
])
mkdirSync(new URL('results/', import.meta.url), { recursive: true })
writeFileSync(
  new URL('results/frame.json', import.meta.url),
  `${JSON.stringify({ date: new Date().toISOString(), node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, load: loadavg(), rounds, throttle, budget, taken }, null, 2)}\n`,
)
process.exit(kept ? 0 : 1)

/** A new visitor of the page, which stands on another site than the wallet, signs up by e-mail. */
async function signInOnce(browser: Browser, email: string): Promise<Omit<Round, 'busy'>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
  await context.addInitScript({ path: fileURLToPath(new URL('page/inPage/walletTimes.js', import.meta.url)) })
  const page = await context.newPage()
  const [home, modal, frame] = [createHome(page), createModal(page), createWalletFrame(page)]
  const inbox = createInbox(world.inbox.url)
  const web = world.web?.url.replace('localhost', '127.0.0.1')
  if (!web) throw new Error('The local world came up without its page')
  await page.goto(`${web}/`)
  await home.connectButton.click()
  await modal.dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await modal.button('Continue').click()
  await frame.shows('Enter your code')
  const code = await inbox.code(email)
  const wallet = page.frames().find((each) => each.url().startsWith(world.frame.url))
  if (!wallet) throw new Error('The page has no frame of the wallet')
  await slowDown(page)
  await slowDown(wallet)
  await frame.typeCode(code)
  await page.waitForFunction(() => (window as unknown as { walletTimes: Noted }).walletTimes.address)
  const [outside, inside] = await Promise.all(
    [page, wallet].map((each) => each.evaluate(() => (window as unknown as { walletTimes: Noted }).walletTimes)),
  )
  return {
    ready: between(outside?.frameSet, outside?.frameReady),
    address: between(inside?.codeTaken, outside?.address),
    typed: between(inside?.lastDigit, outside?.address),
  }
}

async function slowDown(target: Page | Frame): Promise<void> {
  const session = await ('context' in target ? target.context() : target.page().context()).newCDPSession(target)
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
}

function between(from: number | undefined, to: number | undefined): number {
  if (from === undefined || to === undefined) throw new Error('A time was not noted')
  return to - from
}
