import { LatchkeyError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import { messageOf } from './messageOf.js'

/** Which window it is: the path of its page on the wallet's origin. */
export type TaskName = 'restore' | 'passkey'
/** How a screen opens such a window: told when its work was done, or when it was closed before; a signal that closes it. */
export type TaskOptions = {
  readonly onDone: () => void
  readonly onClosed: () => void
  readonly signal: AbortSignal
  readonly open?: (url: string, name: string, features: string) => Window | null
}

/** How often a window is looked at that may have been closed, in milliseconds: nothing tells of it. */
const lookInterval = 250
/** How long the window waits for the frame, in milliseconds. */
const answerTimeout = 60_000
const answered = z.object({ problem: z.optional(z.string()) })

/**
 * Opens a window of the wallet for one task, from within a click. The window is of this origin and top-level; what it sends comes over a
 * port that no other origin can hold.
 *
 * @param name - Which window.
 * @param task - The first message.
 * @param options - What is done with what it sends: gives an answer and whether that was all, nothing where it is not what was asked
 * for, or rejects with what the window says; besides see `TaskOptions`.
 * @returns Whether the browser opened the window.
 */
export function openTaskWindow(
  name: TaskName,
  task: object,
  options: TaskOptions & {
    readonly take: (sent: unknown) => Promise<{ readonly answer?: object; readonly isOver: boolean } | undefined>
  },
): boolean {
  const { take, onDone, onClosed, signal, open = (url, name, features) => window.open(url, name, features) } = options
  // The window's random name keeps others from targeting it.
  const opened = open(`/${name}`, `${name}-${crypto.randomUUID()}`, 'popup,width=400,height=680')
  if (!opened) return false
  const ended = new AbortController()
  const end = () => {
    ended.abort()
    opened.close()
  }
  signal.addEventListener('abort', end, { once: true, signal: ended.signal })
  let isTrying = false
  const looking = setInterval(() => {
    // What was sent before it closed is still tried.
    if (!opened.closed || isTrying) return
    ended.abort()
    onClosed()
  }, lookInterval)
  ended.signal.addEventListener('abort', () => clearInterval(looking))
  async function hear(port: MessagePort, data: unknown): Promise<void> {
    if (isTrying || ended.signal.aborted) return
    isTrying = true
    try {
      const taken = await take(data)
      if (!taken) return
      port.postMessage(taken.answer ?? {})
      if (!taken.isOver) return
      end()
      onDone()
    } catch (error) {
      port.postMessage({ problem: messageOf(error) })
    } finally {
      isTrying = false
    }
  }
  window.addEventListener(
    'message',
    (event: MessageEvent<unknown>) => {
      const port = event.ports[0]
      if (event.origin !== location.origin || event.source !== opened || event.data !== `latchkey-${name}` || !port)
        return
      port.onmessage = ({ data }: MessageEvent<unknown>) => void hear(port, data)
      port.postMessage(task)
    },
    { signal: ended.signal },
  )
  return true
}

/**
 * The window's end: asks the frame that opened it what is to be done.
 *
 * @param name - Which window this is.
 * @returns The task, and how something is sent to the frame; that resolves with its answer.
 * @throws LatchkeyError WALLET_DISCONNECTED when no frame of this origin opened the window or it is gone.
 */
export async function receiveTask<T extends object>(
  name: TaskName,
): Promise<{ readonly task: T; send(sent: object): Promise<unknown> }> {
  const opener: Window | null = window.opener
  const lost = () => new LatchkeyError('WALLET_DISCONNECTED', 'This window has lost its page')
  if (!opener || opener === window || opener.closed) throw lost()
  const { port1, port2 } = new MessageChannel()
  const next = (limit: number) =>
    new Promise<unknown>((resolve, reject) => {
      const settle = (job: () => void) => {
        clearTimeout(timer)
        clearInterval(looking)
        job()
      }
      const timer = setTimeout(() => settle(() => reject(lost())), limit)
      const looking = setInterval(() => opener.closed && settle(() => reject(lost())), lookInterval)
      port1.onmessage = ({ data }: MessageEvent<unknown>) => settle(() => resolve(data))
    })
  // Only a document of this very origin can have taken the port, and it answers at once.
  const told = next(5_000)
  opener.postMessage(`latchkey-${name}`, location.origin, [port2])
  const task = (await told) as T
  return {
    task,
    async send(sent) {
      const answer = next(answerTimeout)
      port1.postMessage(sent)
      const said = await answer
      const { problem } = z.parse(answered, said)
      if (problem !== undefined) throw new LatchkeyError('UNAUTHORIZED', problem)
      return said
    },
  }
}
