import { setTimeout as sleep } from 'node:timers/promises'
import { openVisitor } from './openVisitor.js'
import type { Subject } from './subjects.js'

/** One cold visit in milliseconds, heap in bytes. */
export type TimedRun = {
  /** Navigation to clickable button. */
  readonly button: number
  /** Click on the button to a wallet list that stands still. */
  readonly list: number
  /** Long tasks from that click on, in sum. */
  readonly longTasks: number
  /** Interaction to next paint of that click. */
  readonly openPaint: number
  /** The same of the click on the wallet. */
  readonly walletPaint: number
  /** Heap with the modal open, garbage collected. */
  readonly heap: number
  /** Click on the wallet to the address on the page. */
  readonly connect: number
  /** Reload to the address on the page. */
  readonly reconnect: number
  /** A fixed loop, to see how busy the machine was. */
  readonly calibration: number
}

/** Visits a page as a newcomer with a slow processor: load, open, connect, reload. */
export async function timedRun(subject: Subject, url: string, throttle: number): Promise<TimedRun> {
  const visitor = await openVisitor(subject)
  const { page, cdp } = visitor
  const sinceClick = async (at: number) => at - ((await page.evaluate(() => window.bench.lastClick())) ?? Number.NaN)
  try {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
    // The browser has start-up work of its own.
    await sleep(1500)
    await page.goto(url, { waitUntil: 'commit' })
    const button = await visitor.seen('button')
    await visitor.quiet(1000, 10_000)

    const from = await page.evaluate(() => performance.now())
    await visitor.watch('list', subject.wallet, 'stable', subject.modal)
    await visitor.click(subject.button)
    const list = await sinceClick(await visitor.seen('list'))
    await visitor.quiet(500, 5000)
    const longTasks = await page.evaluate((from) => window.bench.longTasks(from), from)
    const openPaint = await page.evaluate((from) => window.bench.nextPaint(from), from)
    await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')

    const asked = await page.evaluate(() => performance.now())
    await visitor.click(subject.wallet)
    const connect = await sinceClick(await visitor.seen('connected', 10_000))
    await visitor.quiet(1000, 5000)
    const walletPaint = await page.evaluate((asked) => window.bench.nextPaint(asked), asked)

    await page.reload({ waitUntil: 'commit' })
    const reconnect = await visitor.seen('connected', 15_000)
    const calibration = await page.evaluate(() => window.bench.calibrate())
    return { button, list, longTasks, openPaint, walletPaint, heap: usedSize, connect, reconnect, calibration }
  } finally {
    await visitor.close()
  }
}
