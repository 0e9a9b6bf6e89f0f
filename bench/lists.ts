/**
 * Scrolling through long lists of the modal, from their top to their end: what the page's main thread does meanwhile, from a trace.
 * `npm run bench -- lists`; writes bench/results/lists.json. `npx tsx bench/lists.ts --rounds 1 --only activity` for a look.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { browserArgs, findBrowser } from '../tools/browser.mjs'
import { median } from './page/median.js'
import { printTable } from './page/printTable.js'
import { serveFolder } from './page/serveFolder.js'
import { untilIdle } from './page/untilIdle.js'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, only: { type: 'string' } } })
const rounds = Number(values.rounds)
/** The longest task in milliseconds: of the middle round on this machine, and of all rounds on one four times as slow. */
const budget = { plain: 16, slow: 50 }
/** How far one turn of the wheel scrolls, in pixels, and how often it is turned. */
const wheel = { step: 400, turns: 100 }

const lists = {
  tokens: async (page: Page) => {
    await page.click('#Account')
    await page.waitForSelector('.lk-rows-long [data-index="0"]')
  },
  activity: async (page: Page) => {
    await page.click('#Account')
    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.waitForSelector('.lk-month .lk-rows-long [data-index="0"]')
  },
  collectibles: async (page: Page) => {
    await page.click('#Account')
    await page.getByRole('tab', { name: 'NFTs' }).click()
    await page.waitForSelector('.lk-rows-long [data-index="0"]')
  },
  swap: async (page: Page) => {
    await page.click('#Swap')
    await page.locator('.lk-token-button:enabled').first().click()
    await page.waitForSelector('[data-view="SwapSelectToken"] .lk-rows-long [data-index="0"]')
  },
  wallets: async (page: Page) => {
    await page.click('#AllWallets')
    await page.waitForSelector('.lk-rows-long [data-index="0"]')
  },
}
/** What a trace tells of one task; `tdur` is the processor time of its thread in microseconds, which other programs do not add to. */
type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}
const chosen = (Object.keys(lists) as (keyof typeof lists)[]).filter((list) => !values.only || values.only === list)
type Taken = { readonly list: string; readonly rate: number; readonly longest: number; readonly rows: number }

const found = await findBrowser({ windows: true })
if (!found) throw new Error('No Chromium found: `node tools/browser.mjs` says what to do.')
const dir = mkdtempSync(join(tmpdir(), 'latchkey-bench-lists-'))
const taken: Taken[] = []
try {
  await build({
    root: fileURLToPath(new URL('lists/', import.meta.url)),
    logLevel: 'error',
    resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'production'] },
    build: { outDir: dir, emptyOutDir: true, target: 'es2023' },
  })
  const site = await serveFolder(dir)
  const browser = await chromium.launch({ executablePath: found.path, args: browserArgs })
  try {
    // The first round warms the machine and is not counted.
    for (let round = -1; round < rounds; round++) {
      for (const list of chosen) {
        for (const rate of [1, 4]) {
          await untilIdle(10_000)
          const run = await scroll(browser, site.url, list, rate)
          if (round >= 0) taken.push(run)
          console.error(
            `round ${round} ${list} ${rate}×: longest task ${run.longest.toFixed(1)} ms, ${run.rows} rows in the document`,
          )
        }
      }
    }
  } finally {
    await browser.close()
    await site.close()
  }
} finally {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
}

const longest = (list: string, rate: number) =>
  taken.filter((run) => run.list === list && run.rate === rate).map((run) => run.longest)
const kept = printTable(
  chosen.flatMap((list) => [
    { name: `${list}: longest task, median`, figure: median(longest(list, 1)), unit: 'ms', budget: budget.plain },
    {
      name: `${list}: the same, 4× slower, longest`,
      figure: Math.max(...longest(list, 4)),
      unit: 'ms',
      budget: budget.slow,
    },
  ]),
)
mkdirSync(new URL('results/', import.meta.url), { recursive: true })
const machine = { date: new Date().toISOString(), node: process.version, cpu: cpus()[0]?.model, cores: cpus().length }
writeFileSync(
  new URL('results/lists.json', import.meta.url),
  `${JSON.stringify({ ...machine, load: loadavg(), rounds, budget, taken }, null, 2)}\n`,
)
process.exit(kept ? 0 : 1)

/** Opens a list and turns the wheel until its end, or `turns` times. */
async function scroll(browser: Browser, url: string, list: keyof typeof lists, rate: number): Promise<Taken> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const cdp = await page.context().newCDPSession(page)
  try {
    await page.goto(url)
    await lists[list](page)
    await sleep(1_000)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate })
    const tasks: TraceEvent[] = []
    const threads: TraceEvent[] = []
    cdp.on('Tracing.dataCollected', ({ value }) => {
      for (const event of value as unknown as TraceEvent[]) {
        if (event.name === 'RunTask' && event.tdur !== undefined) tasks.push(event)
        if (event.name === 'thread_name' && event.args?.name === 'CrRendererMain') threads.push(event)
      }
    })
    await cdp.send('Tracing.start', {
      traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', 'toplevel', '__metadata'] },
      transferMode: 'ReportEvents',
    })
    await page.mouse.move(640, 500)
    for (let turn = 0; turn < wheel.turns; turn++) {
      await page.mouse.wheel(0, wheel.step)
      await sleep(16)
    }
    const rows = await page.locator('.lk-rows > li').count()
    const done = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
    await cdp.send('Tracing.end')
    await done
    // A browser has a renderer for each page, and may keep one at hand, which does nothing.
    const isPage = (task: TraceEvent) => threads.some(({ pid, tid }) => pid === task.pid && tid === task.tid)
    const longest = Math.max(0, ...tasks.filter(isPage).map(({ tdur = 0 }) => tdur / 1_000))
    return { list, rate, longest, rows }
  } finally {
    await page.close()
  }
}
