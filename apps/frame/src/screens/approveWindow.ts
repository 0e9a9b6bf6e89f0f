import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Approval } from '../types.js'
import type { ShellFacts } from './Shell.js'

/** The content of the window: that of the frame's screen. */
export type WindowTask = { readonly approval: Approval; readonly facts: ShellFacts }
/** The user's answer in the window. */
export type WindowAnswer = 'approve' | 'reject'

const hello = 'latchkey-approve'
/** How often a window is looked at that may have been closed, in milliseconds: nothing tells of it. */
const lookInterval = 250

/**
 * Opens the wallet's own window for one approval, from within a click, and waits for its answer. The window is of this origin
 * and top-level, so the page that embeds the frame can neither cover nor script it.
 *
 * @param task - What to ask.
 * @param options - Told of the answer once, or that the window was closed without one; a signal that ends it; how a window is
 * opened.
 * @returns Whether the browser opened the window.
 */
export function openApproveWindow(
  task: WindowTask,
  options: {
    readonly onAnswer: (answer: WindowAnswer) => void
    readonly onClosed: () => void
    readonly signal: AbortSignal
    readonly open?: (url: string, name: string, features: string) => Window | null
  },
): boolean {
  const { onAnswer, onClosed, signal, open = (url, name, features) => window.open(url, name, features) } = options
  // The window's random name keeps others from targeting it.
  const name = `approve-${crypto.randomUUID()}`
  const opened = open('/approve', name, 'popup,width=400,height=680')
  if (!opened) return false
  const controller = new AbortController()
  const end = () => {
    controller.abort()
    opened.close()
  }
  signal.addEventListener('abort', end, { once: true, signal: controller.signal })
  let looks = 0
  // A window closes itself with its answer, and Firefox tells of the closing first: the answer may still come.
  const looking = setInterval(() => {
    if (!opened.closed || ++looks < 2) return
    clearInterval(looking)
    onClosed()
  }, lookInterval)
  controller.signal.addEventListener('abort', () => clearInterval(looking))
  window.addEventListener(
    'message',
    (event: MessageEvent<unknown>) => {
      const port = event.ports[0]
      if (event.origin !== location.origin || event.source !== opened || event.data !== hello || !port) return
      port.onmessage = (message: MessageEvent<unknown>) => {
        if (controller.signal.aborted || (message.data !== 'approve' && message.data !== 'reject')) return
        end()
        onAnswer(message.data)
      }
      port.postMessage(task)
    },
    { signal: controller.signal },
  )
  return true
}

/**
 * The window's end: asks the frame that opened it what is to be approved.
 *
 * @returns What to draw and how to answer; the window closes itself after the answer.
 * @throws LatchkeyError WALLET_DISCONNECTED when no frame of this origin opened the window or it is gone.
 */
export async function receiveApproval(): Promise<WindowTask & { answer(answer: WindowAnswer): void }> {
  const opener: Window | null = window.opener
  const lost = new LatchkeyError('WALLET_DISCONNECTED', 'This window has lost its page')
  if (!opener || opener === window || opener.closed) throw lost
  const { port1, port2 } = new MessageChannel()
  const task = await new Promise<WindowTask>((resolve, reject) => {
    // Only a document of this very origin can have taken the port, and it answers at once.
    const timer = setTimeout(() => reject(lost), 5_000)
    port1.onmessage = (message: MessageEvent<WindowTask>) => {
      clearTimeout(timer)
      resolve(message.data)
    }
    opener.postMessage(hello, location.origin, [port2])
  })
  return {
    ...task,
    answer(answer) {
      port1.postMessage(answer)
      window.close()
    },
  }
}
