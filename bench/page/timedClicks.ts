import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'
import { openVisitor, type Visitor } from './openVisitor.js'
import type { Subject, Target } from './subjects.js'

/** One press, in milliseconds. */
export type Press = {
  readonly name: string
  /** Interaction to next paint: the longest of its events (Event Timing). */
  readonly nextPaint: number
  /** Click or key to the paint of the first change of the document. */
  readonly answer: number
  /** Processor time that the main thread took from the press until that paint: what other programs take is not in it. */
  readonly work: number
  /** Processor time of its longest task, from the pointer's way there until the page is quiet. */
  readonly longest: number
}

/** When it was pressed and seen to be answered, in ms of the page. */
type Timed = Omit<Press, 'longest' | 'work'> & { readonly marked: number; readonly from: number; readonly at: number }

/** What is pressed, or what is typed, and what is to be seen before the next. */
type Step = { readonly name: string; readonly press: Target | string; readonly shows: Target }

const page: Subject = {
  id: 'clicks',
  name: 'Clicks',
  button: { selector: '.lk-connect-button' },
  modal: { selector: 'dialog.lk-modal[open]' },
  wallet: { selector: 'dialog.lk-modal[open] .lk-row', text: 'Mock Wallet' },
}
const inModal = (selector: string, text?: string): Target => ({
  selector: `dialog.lk-modal[open] ${selector}`,
  ...(text !== undefined && { text }),
})
const view = (name: string): Target => ({ selector: `dialog.lk-modal[open][data-view="${name}"]` })
const closed: Target = { selector: 'body:not(:has(dialog[open]))' }
const back = inModal('.lk-icon-button', '^Back')
const close = inModal('[data-testid="lk-close"]')
const feature = (text: string) => inModal('.lk-feature', text)
const panel = (at: number) => inModal(`[role="tabpanel"][data-tab="${at}"] > :not(.lk-skeleton)`)

/** How long nothing is asked of the page after a press, in milliseconds. */
const answerTime = 400

/** A visit in which everything that is pressed most is pressed once. */
const steps: readonly Step[] = [
  { name: 'Connect', press: page.button, shows: page.wallet },
  { name: 'All wallets', press: inModal('.lk-row', 'All wallets'), shows: inModal('.lk-full .lk-row') },
  { name: 'focus of the search', press: inModal('input'), shows: inModal('input:focus') },
  { name: 'a letter of the search', press: 'n', shows: inModal('input') },
  { name: 'a letter that finds', press: '3', shows: inModal('.lk-full') },
  { name: 'Back to the wallets', press: back, shows: view('Connect') },
  { name: 'Get a wallet', press: inModal('.lk-connect-foot button'), shows: view('GetWallet') },
  { name: 'Back from Get a wallet', press: back, shows: view('Connect') },
  { name: 'the code of a wallet', press: inModal('.lk-row', 'QR code'), shows: view('ConnectingWalletConnect') },
  { name: 'Back from the code', press: back, shows: view('Connect') },
  { name: 'Close', press: close, shows: closed },
  { name: 'Network', press: { selector: '.lk-network-button' }, shows: view('Networks') },
  { name: 'a network', press: inModal('.lk-row', 'Base'), shows: closed },
  { name: 'Connect, again', press: page.button, shows: page.wallet },
  { name: 'a wallet', press: page.wallet, shows: view('Account') },
  { name: 'NFTs', press: inModal('[role="tab"]', 'NFTs'), shows: panel(1) },
  { name: 'Activity', press: inModal('[role="tab"]', 'Activity'), shows: panel(2) },
  { name: 'Tokens', press: inModal('[role="tab"]', 'Tokens'), shows: panel(0) },
  { name: 'copy the address', press: inModal('.lk-address button'), shows: view('Account') },
  { name: 'Send', press: feature('Send'), shows: view('WalletSend') },
  { name: 'Back from Send', press: back, shows: view('Account') },
  { name: 'Receive', press: feature('Receive'), shows: view('WalletReceive') },
  { name: 'Back from Receive', press: back, shows: view('Account') },
  { name: 'Swap', press: feature('Swap'), shows: view('Swap') },
  { name: 'Back from Swap', press: back, shows: view('Account') },
  { name: 'Buy', press: feature('Buy'), shows: view('OnRampProviders') },
  { name: 'Back from Buy', press: back, shows: view('Account') },
  { name: 'Network of the account', press: inModal('.lk-chip'), shows: view('Networks') },
  { name: 'a network of the account', press: inModal('.lk-row', 'Base'), shows: view('Account') },
  { name: 'Close the account', press: close, shows: closed },
  { name: 'the account', press: { selector: '.lk-account-button' }, shows: view('Account') },
  { name: 'Disconnect', press: inModal('.lk-account-foot > button', 'Disconnect'), shows: closed },
]

/** Presses everything once as a newcomer with a slow processor, whose pointer clicks as soon as it is there. */
export async function timedClicks(url: string, throttle: number): Promise<readonly Press[]> {
  const visitor = await openVisitor(page, ['answers.js'])
  const { cdp } = visitor
  try {
    await visitor.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await sleep(1_000)
    await visitor.page.goto(url, { waitUntil: 'commit' })
    await visitor.seen('button')
    await visitor.quiet(700, 5_000)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
    const tasksOf = await trace(cdp)
    const pressed: Timed[] = []
    for (const step of steps) pressed.push(await press(visitor, step))
    await visitor.page.evaluate(() => performance.mark('bench end'))
    const tasks = await tasksOf()
    return pressed.map(({ name, nextPaint, answer, marked, from, at }, step) => {
      const all = tasks[step] ?? []
      const until = all.filter(({ start, end }) => start <= at - marked && end >= from - marked)
      const work = until.reduce((sum, { work }) => sum + work, 0)
      return { name, nextPaint, answer, work, longest: Math.max(0, ...all.map(({ work }) => work)) }
    })
  } finally {
    await visitor.close()
  }
}

async function press(visitor: Visitor, { name, press, shows }: Step): Promise<Timed> {
  const { page } = visitor
  const marked = await page.evaluate((name) => performance.mark(`bench ${name}`).startTime, name)
  if (typeof press === 'string') await page.keyboard.press(press)
  else await visitor.click(press)
  // To watch each frame costs a slow processor something too: not before the answer.
  await sleep(answerTime)
  await visitor.watch(name, shows, 'visible')
  await visitor.seen(name, 10_000)
  // What leaves and what comes has moved, and what was asked for is there.
  await visitor.quiet(500, 4_000)
  const [nextPaint, answer] = await page.evaluate(
    (marked) => [window.bench.nextPaint(marked), window.benchAnswer(marked)] as const,
    marked,
  )
  if (!answer) throw new Error(`"${name}" was not pressed`)
  // What only takes the focus changes its look and not the document.
  const { from, at = from + nextPaint } = answer
  return { name, nextPaint, answer: at - from, marked, from, at }
}

/** What a trace tells: `tdur` is processor time of a thread in µs. Under a throttled processor the waiting counts as work. */
type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** A task of the page's main thread, in ms: when it began and ended since the last mark, and its processor time. */
type Task = { readonly start: number; readonly end: number; readonly work: number }

const task = 'ThreadControllerImpl::RunTask'

/** Records the tasks of the page's main thread; what it gives ends that, and answers with those after each mark. */
async function trace(cdp: CDPSession): Promise<() => Promise<readonly (readonly Task[])[]>> {
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[])
      if (event.name === task || event.name.startsWith('bench ')) events.push(event)
  })
  await cdp.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
    transferMode: 'ReportEvents',
  })
  return async () => {
    const done = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
    await cdp.send('Tracing.end')
    await done
    const marks = events.filter(({ name }) => name.startsWith('bench ')).sort((one, other) => one.ts - other.ts)
    const isOurs = ({ pid, tid }: TraceEvent) => pid === marks[0]?.pid && tid === marks[0]?.tid
    const tasks = events.filter((event) => event.name === task && event.tdur !== undefined && isOurs(event))
    return marks.slice(0, -1).map(({ ts }, at) => {
      const end = marks[at + 1]?.ts ?? Number.POSITIVE_INFINITY
      return tasks
        .filter((task) => task.ts >= ts && task.ts < end)
        .map((task) => {
          const start = (task.ts - ts) / 1_000
          return { start, end: start + (task.dur ?? 0) / 1_000, work: (task.tdur ?? 0) / 1_000 }
        })
    })
  }
}
