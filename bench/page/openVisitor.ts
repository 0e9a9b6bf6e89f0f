import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { browserArgs, findBrowser } from '../../tools/browser.mjs'
import type { Subject, Target } from './subjects.js'

const script = (name: string) => readFileSync(new URL(`inPage/${name}`, import.meta.url), 'utf8')

/** What the app itself shows once a wallet is connected. */
export const connected: Target = { selector: '#acct', text: '0x7099' }

/** A visitor who was never here: a new browser process with a new profile, and a wallet that answers at once. */
export type Visitor = {
  readonly page: Page
  readonly cdp: CDPSession
  /** Moves the mouse to the middle of an element and clicks. */
  click(target: Target): Promise<void>
  /** Watches for an element to become so; `seen` waits for it. */
  watch(name: string, target: Target, kind: 'visible' | 'clickable' | 'stable', box?: Target): Promise<void>
  /** Resolves with the time (ms since navigation) of the paint in which what was watched for was seen; throws after `timeout` ms. */
  seen(name: string, timeout?: number): Promise<number>
  /** Waits until nothing was loaded and no long task ran for that long (ms), at most `cap` ms. */
  quiet(ms: number, cap: number): Promise<void>
  close(): Promise<void>
}

/** Opens a browser in which `button` and `connected` are watched from the first navigation on; `more` names other files of `inPage`. */
export async function openVisitor(subject: Subject, more: readonly string[] = []): Promise<Visitor> {
  const browser = await findBrowser({ windows: true })
  if (!browser) throw new Error('No Chromium found: `node tools/browser.mjs` says what to do.')
  const profile = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browser.path,
    viewport: { width: 1280, height: 800 },
    args: [...browserArgs, '--disable-quic', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'],
  })
  const page = context.pages()[0] ?? (await context.newPage())
  const cdp = await context.newCDPSession(page)
  const fromStart = [
    ['button', subject.button, 'clickable'],
    ['connected', connected, 'visible'],
  ]
  await context.addInitScript({ content: script('mockWallet.js') })
  await context.addInitScript({ content: `window.benchFromStart = ${JSON.stringify(fromStart)}` })
  for (const name of ['watch.js', ...more]) await context.addInitScript({ content: script(name) })

  return {
    page,
    cdp,
    async click(target) {
      const centre = await page.evaluate((target) => window.bench.centre(target), target)
      if (!centre) throw new Error(`nothing to click at ${JSON.stringify(target)}`)
      await page.mouse.move(centre.x, centre.y)
      await page.mouse.down()
      await page.mouse.up()
    },
    watch: (name, target, kind, box) =>
      page.evaluate(([name, target, kind, box]) => window.bench.watch(name, target, kind, box), [
        name,
        target,
        kind,
        box,
      ] as const),
    async seen(name, timeout = 30_000) {
      const at = await page.evaluate(([name, timeout]) => window.bench.seen(name, timeout), [name, timeout] as const)
      if (at === null) throw new Error(`${subject.id}: "${name}" was not seen within ${timeout} ms`)
      return at
    },
    quiet: (ms, cap) => page.evaluate(([ms, cap]) => window.bench.quiet(ms, cap), [ms, cap] as const),
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

declare global {
  interface Window {
    /** What `inPage/watch.js` puts there. */
    bench: {
      centre(target: Target): { x: number; y: number } | null
      watch(name: string, target: Target, kind: string, box?: Target): void
      seen(name: string, timeout: number): Promise<number | null>
      quiet(ms: number, cap: number): Promise<void>
      lastClick(): number | null
      longTasks(from: number): number
      nextPaint(from: number): number
      calibrate(): number
    }
    /** What `inPage/answers.js` puts there: when something was pressed since then, and when its first change was painted. */
    benchAnswer(since: number): { from: number; at?: number } | undefined
  }
}
