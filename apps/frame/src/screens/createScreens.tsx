/** @jsxImportSource preact */
import { LatchkeyError } from '@latchkey/protocol/errors'
import { cleanName } from '@latchkey/protocol/internal/text'
import { type ComponentChild, render } from 'preact'
import { loadCode } from '../loadCode.js'
import type { BusyAbout, Screen, Screens, WalletUser } from '../types.js'
import { ApproveScreen } from './ApproveScreen.js'
import { approvalPlace } from './approvalPlace.js'
import { openApproveWindow } from './approveWindow.js'
import { BusyScreen } from './BusyScreen.js'
import type { WrongNumbers } from './createWrongNumbers.js'
import { drawNumber as drawByChance } from './drawNumber.js'
import type { ShellFacts } from './Shell.js'
import './base.css'
import './screens.css'
import { ApproveElsewhere } from './ApproveElsewhere.js'
import { applyTheme } from './theme.js'
import type { VisibilityWatch } from './watchGuard.js'

/** How long a screen takes to leave, in milliseconds: it stands for 600, then fades as long as a change of views in the modal. */
const leaveTime = 750

/** The options of the screens; tests replace the browser's parts. */
export type ScreensOptions = {
  /** The root element. */
  readonly root: HTMLElement
  readonly walletName: string
  /** The page that embeds the wallet, as the browser names it. */
  readonly origin: string
  /** Whether everything may be approved within the frame: see `approvalPlace`. */
  readonly isTrusted: boolean
  /** Whether a wrong number was pressed in a frame on this site. */
  readonly wrongNumbers: WrongNumbers
  /** Draws the number that approves; by chance unless a test gives another. */
  readonly drawNumber?: () => number
  /** The signed-in user; shown on every screen. */
  user(): WalletUser | undefined
  readonly watch?: VisibilityWatch
  readonly open?: (url: string, name: string, features: string) => Window | null
  /** Asks for the recovery code; the frame, which pages embed, has no such screen. */
  readonly restoreScreen?: typeof import('./RestoreScreen.js').RestoreScreen
}

type Asked = {
  readonly id: number
  readonly screen: Screen
  readonly facts: () => ShellFacts
  /** The number to choose, where approving needs one. */
  readonly number: number
  settle(error?: LatchkeyError): void
  readonly signal: AbortSignal
}

/**
 * Creates the visible part of the frame: one screen at a time, in order of the requests; nothing is drawn between.
 *
 * @param options - Where to draw, for whom, and whose page it is.
 * @returns The screens.
 */
export function createScreens(options: ScreensOptions): Screens {
  const { root, walletName, origin, isTrusted, wrongNumbers, drawNumber = drawByChance, user, watch, open } = options
  const { restoreScreen: RestoreScreen } = options
  let dappName: string | undefined
  let queue: readonly Asked[] = []
  let jobs: readonly { readonly about: BusyAbout | undefined; leave(): void }[] = []
  let fading: ReturnType<typeof setTimeout> | undefined
  let count = 0
  let lastWindow: AbortController | undefined
  let wasWrong = false
  let isTaking = false
  // Few visits see these, so the first request does not wait for their code.
  let FrozenScreen: typeof import('./FrozenScreen.js').FrozenScreen
  let CodeScreen: typeof import('./CodeScreen.js').CodeScreen
  let SendingScreen: typeof import('./SendingScreen.js').SendingScreen
  let WindowScreen: typeof import('./WindowScreen.js').WindowScreen
  let SecurityScreen: typeof import('./SecurityScreen.js').SecurityScreen

  function facts(): ShellFacts {
    const known = user()
    const account = known && { email: known.email, address: known.addresses.eip155 }
    return { walletName, origin, dappName, account }
  }

  function draw(): void {
    // What is only told stands behind what is asked.
    const first = queue.find(({ screen }) => screen.kind !== 'sending') ?? queue[0]
    // What says why it takes time stands before what does not.
    const job = jobs.findLast(({ about }) => about) ?? jobs[0]
    const waiting = () => <BusyScreen facts={facts()} about={job?.about} onClose={() => job?.leave()} />
    if (first) show(view(first))
    else if (jobs.length > 0) show(waiting())
    else fade()
  }

  function show(screen: ComponentChild): void {
    clearTimeout(fading)
    fading = undefined
    root.inert = false
    root.dataset.screen = 'shown'
    render(screen, root)
  }

  /**
   * Fades an answered screen out; it accepts no second answer. It stands for 600 ms: the next one takes its place without the page
   * behind being seen in between, and the page hides the frame meanwhile where no other comes.
   */
  function fade(): void {
    if (fading !== undefined || root.dataset.screen === undefined) return
    root.inert = true
    root.dataset.screen = 'leaving'
    fading = setTimeout(() => {
      fading = undefined
      root.inert = false
      delete root.dataset.screen
      render(null, root)
    }, leaveTime)
  }

  /** The first press counts, right or wrong: what is pressed while it is taken does not. */
  async function take(isRight: boolean, settle: () => void): Promise<void> {
    if (isTaking) return
    isTaking = true
    const isTaken = await wrongNumbers.take(isRight)
    isTaking = false
    if (isTaken) return settle()
    wasWrong = true
    draw()
  }

  function view({ id, screen, facts, number, settle, signal }: Asked) {
    const onClose = () => settle(new LatchkeyError('USER_REJECTED', 'The request was rejected in the wallet.'))
    // Not a refusal: the page goes back to where the address is typed.
    const onOther = () => settle(new LatchkeyError('CONNECTION_REJECTED', 'Another e-mail address is used.'))
    const shared = { facts: facts(), onClose, onDone: () => settle() }
    switch (screen.kind) {
      case 'approve': {
        const { approval, what } = screen
        const { account, ...shown } = facts()
        // Of the addresses of all families the one that is asked to sign.
        const signer = account && { ...account, address: approval.account }
        const task = { approval, facts: { ...shown, origin: screen.origin, account: signer } }
        const place = approvalPlace(what, isTrusted)
        const isWrong = place === 'number' && wasWrong
        async function onAnswer(answer: 'approve' | 'reject'): Promise<void> {
          if (answer === 'reject') return onClose()
          if (isWrong) await wrongNumbers.forget()
          wasWrong = false
          settle()
        }
        const onWindow = (onClosed: () => void) => {
          // Another click opens another window in place of the one that may lie hidden behind.
          lastWindow?.abort()
          lastWindow = new AbortController()
          const either = AbortSignal.any([signal, lastWindow.signal])
          return openApproveWindow(task, { onAnswer, onClosed, signal: either, ...(open ? { open } : {}) })
        }
        const asked = { approval, facts: task.facts, onReject: onClose, onWindow }
        // What is refused can only be read.
        if ((place === 'window' || isWrong) && !approval.isRefused)
          return <ApproveElsewhere key={id} {...asked} wasWrong={isWrong} />
        if (place === 'frame' || approval.isRefused)
          return <ApproveScreen key={id} {...asked} watch={watch} onApprove={() => settle()} />
        const byNumber = { number, onApprove: () => void take(true, settle), onWrong: () => void take(false, settle) }
        return <ApproveScreen key={id} {...asked} {...byNumber} watch={watch} />
      }
      case 'code':
        return (
          <CodeScreen key={id} {...shared} screen={screen} onOther={screen.purpose === 'login' ? onOther : undefined} />
        )
      case 'restore':
        return RestoreScreen ? <RestoreScreen key={id} {...shared} screen={screen} /> : null
      case 'frozen':
        return <FrozenScreen key={id} {...shared} screen={screen} />
      case 'sending':
        return <SendingScreen key={id} {...shared} screen={screen} />
      case 'window':
        return <WindowScreen key={id} {...shared} screen={screen} />
      case 'security':
        return <SecurityScreen key={id} {...shared} screen={screen} />
    }
  }

  return {
    async ask(asked, { signal }) {
      // A request cannot change any more, for any holder of it.
      const screen: Screen = asked.kind === 'approve' ? structuredClone(asked) : asked
      if (screen.kind === 'frozen') ({ FrozenScreen } = await loadCode(() => import('./FrozenScreen.js')))
      if (screen.kind === 'code') ({ CodeScreen } = await loadCode(() => import('./CodeScreen.js')))
      if (screen.kind === 'sending') ({ SendingScreen } = await loadCode(() => import('./SendingScreen.js')))
      if (screen.kind === 'restore' && !RestoreScreen)
        throw new LatchkeyError('UNAUTHORIZED', 'The recovery code is typed in a window of the wallet')
      if (screen.kind === 'window') ({ WindowScreen } = await loadCode(() => import('./WindowScreen.js')))
      if (screen.kind === 'security') ({ SecurityScreen } = await loadCode(() => import('./SecurityScreen.js')))
      if (screen.kind === 'approve' && isTrusted) wasWrong = await wrongNumbers.wasWrong()
      if (signal.aborted) throw aborted(signal)
      const drawn = frozen(facts)
      return new Promise<void>((resolve, reject) => {
        const ended = new AbortController()
        const entry: Asked = {
          id: count++,
          screen,
          facts: drawn,
          number: drawNumber(),
          signal: ended.signal,
          settle(error) {
            if (!queue.includes(entry)) return
            signal.removeEventListener('abort', onAbort)
            queue = queue.filter((each) => each !== entry)
            ended.abort()
            draw()
            if (error) reject(error)
            else resolve()
          },
        }
        const onAbort = () => entry.settle(aborted(signal))
        signal.addEventListener('abort', onAbort, { once: true })
        queue = [...queue, entry]
        draw()
      })
    },
    busy(onLeave, about) {
      // Two jobs may be left by the same function.
      const job = { about, leave: () => onLeave() }
      jobs = [...jobs, job]
      if (queue.length === 0) draw()
      return () => {
        jobs = jobs.filter((each) => each !== job)
        if (queue.length === 0) draw()
      }
    },
    setTheme: (theme) => applyTheme(root.ownerDocument.documentElement, theme),
    setDapp({ name }) {
      dappName = cleanName(name ?? '', 60) || undefined
    },
  }
}

// The facts of a screen are fixed at its first render: they must not change while the user reads.
function frozen(facts: () => ShellFacts): () => ShellFacts {
  let first: ShellFacts | undefined
  return () => {
    first ??= facts()
    return first
  }
}

function aborted(signal: AbortSignal): LatchkeyError {
  return new LatchkeyError('ABORTED', 'Request was aborted', { cause: signal.reason })
}
