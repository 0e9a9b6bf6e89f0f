import { LatchkeyError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import type { FactorProof } from '../contracts.js'
import { messageOf } from './messageOf.js'

/** What the window is for: which wallet the code has to open, and the page that the wallet is brought to. */
export type RestoreTask = { readonly walletId: string; readonly origin: string }
/** What of a recovery code leaves the window: what the vault compares, and a key that nobody can read out. */
export type SentProof = FactorProof & { readonly extras: { readonly verifier: string; readonly locator: string } }

const hello = 'latchkey-restore'
/** How often a window is looked at that may have been closed, in milliseconds: nothing tells of it. */
const lookInterval = 250
/** How long the window waits for the frame to open the wallet, in milliseconds. */
const answerTimeout = 60_000
const bytes = z.string().check(z.regex(/^[\w-]{43}$/))
const proof = z.object({
  extras: z.object({ verifier: bytes, locator: bytes }),
  clientKey: z.instanceof(CryptoKey),
})
const outcome = z.object({ problem: z.optional(z.string()) })

/**
 * Opens the wallet's own window that asks for the recovery code, from within a click. The window is of this origin and
 * top-level; the code stays in it, and only the proof that is made of it comes over a port that no other origin can hold.
 *
 * @param task - Which wallet, and for which page.
 * @param options - What is done with a proof, which rejects with what the window says; told when that was done, or when the
 * window was closed before; a signal that closes it; how a window is opened.
 * @returns Whether the browser opened the window.
 */
export function openRestoreWindow(
  task: RestoreTask,
  options: {
    readonly onProof: (proof: SentProof) => Promise<void>
    readonly onDone: () => void
    readonly onClosed: () => void
    readonly signal: AbortSignal
    readonly open?: (url: string, name: string, features: string) => Window | null
  },
): boolean {
  const {
    onProof,
    onDone,
    onClosed,
    signal,
    open = (url, name, features) => window.open(url, name, features),
  } = options
  // Nobody else can aim at a window whose name they do not know.
  const opened = open('/restore', `restore-${crypto.randomUUID()}`, 'popup,width=400,height=680')
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
  async function take(port: MessagePort, data: unknown): Promise<void> {
    const sent = z.safeParse(proof, data)
    if (!sent.success || isTrying || ended.signal.aborted) return
    isTrying = true
    try {
      await onProof(sent.data)
      port.postMessage({})
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
      if (event.origin !== location.origin || event.source !== opened || event.data !== hello || !port) return
      port.onmessage = ({ data }: MessageEvent<unknown>) => void take(port, data)
      port.postMessage(task)
    },
    { signal: ended.signal },
  )
  return true
}

/**
 * The window's end: asks the frame that opened it which wallet the code has to open.
 *
 * @returns The task, and how a proof is handed over; that resolves once the frame has opened the wallet with it.
 * @throws LatchkeyError WALLET_DISCONNECTED when no frame of this origin opened the window or it is gone.
 */
export async function receiveRestore(): Promise<RestoreTask & { send(proof: SentProof): Promise<void> }> {
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
  opener.postMessage(hello, location.origin, [port2])
  const task = (await told) as RestoreTask
  return {
    ...task,
    async send(proof) {
      const answer = next(answerTimeout)
      port1.postMessage(proof)
      const { problem } = z.parse(outcome, await answer)
      if (problem !== undefined) throw new LatchkeyError('UNAUTHORIZED', problem)
    },
  }
}
