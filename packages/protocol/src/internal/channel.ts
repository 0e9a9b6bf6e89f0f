import * as z from 'zod/mini'
import { errorCodes, LatchkeyError } from '../errors.js'
import { frameLoadTimeout, frameSettle } from './limits.js'
import { isBearable } from './message.js'
import { isCanonicalOrigin } from './origins.js'
import { createRequestDispatcher, type RequestHandlers } from './requests.js'

/** One request that a channel carries: what goes there, what comes back, how long that may take. */
export type ChannelRequest = {
  readonly payload: z.ZodMiniType
  readonly answer: z.ZodMiniType
  /** How long an answer may take, in milliseconds; absent where a person decides how long. */
  readonly timeout?: number | undefined
  /** The error of an aborted request. */
  readonly aborted?: string | undefined
}
/** All requests that a channel carries, by name. */
export type ChannelTable = { readonly [name: string]: ChannelRequest }
/** The payload of a request. */
export type PayloadOf<R extends ChannelRequest> = z.input<R['payload']>
/** The response to a request. */
export type AnswerOf<R extends ChannelRequest> = z.output<R['answer']>
/** Why a call had to end without the frame: for telemetry and alerts. */
export type ChannelTimeout = 'iframe_load_failed' | 'iframe_request_timeout'
/** How many messages were pending, came too late, or were not fit to be read. */
export type ChannelCounts = { pending: number; late: number; dropped: number }

/** The page's end of a channel. */
export type Channel<T extends ChannelTable> = {
  /** Resolves half a second after the frame said that it is ready; rejects when it does not within 20 s. */
  readonly ready: Promise<void>
  ask<N extends keyof T & string>(
    name: N,
    payload: PayloadOf<T[N]>,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<AnswerOf<T[N]>>
  counts(): ChannelCounts
  /** Rejects all that is pending. */
  close(): void
}

/** The frame's answer to each request of the table. */
export type ChannelHandlers<T extends ChannelTable> = RequestHandlers<T>

/** The frame's end of a channel. */
export type AcceptedChannel = {
  /** Resolves with the page's origin once a page is let in. */
  readonly origin: Promise<string>
  counts(): ChannelCounts
  close(): void
}

const idPattern = /^[0-9a-f]{32}$/
const id = z.string().check(z.regex(idPattern))
const init = z.object({ type: z.literal('init'), v: z.literal(1), nonce: id })
const fromPage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask'), id, name: z.string(), payload: z.optional(z.unknown()) }),
  z.object({ type: z.literal('abort'), id }),
])
const fromFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), nonce: id }),
  z.object({ type: z.literal('answer'), id, payload: z.optional(z.unknown()) }),
  z.object({ type: z.literal('refusal'), id, code: z.enum(errorCodes), message: z.string() }),
])

/**
 * Opens the page's end: hands one port to the frame, and only to a frame of that origin, then speaks over the port alone. It
 * listens to no window, so other frames of the page have nothing to speak to.
 *
 * @param options - The frame's window once its document has loaded, its element, the exact origin it must have, the table of requests, and
 * who is told of timeouts.
 * @returns The channel.
 * @throws LatchkeyError INVALID_CONFIG when the origin is not in the form browsers write.
 * @see https://html.spec.whatwg.org/multipage/web-messaging.html
 *
 * @example
 * import { openChannel } from '@latchkey/protocol/internal/channel'
 * import { appEvents } from '@latchkey/protocol/internal/frame'
 * const channel = openChannel({ frame: iframe.contentWindow, element: iframe, origin: 'https://wallet.example', table: appEvents })
 * const { action } = await channel.ask('connectEmail', { email: 'ada@example.com' })
 */
export function openChannel<const T extends ChannelTable>(options: {
  readonly frame: Pick<Window, 'postMessage'>
  /** The frame's element: when it loads another document, the channel closes. */
  readonly element?: FrameElement | undefined
  readonly origin: string
  readonly table: T
  readonly onTimeout?: ((reason: ChannelTimeout, name?: string) => void) | undefined
}): Channel<T> {
  const { frame, element, origin, table, onTimeout } = options
  if (!isCanonicalOrigin(origin)) throw new LatchkeyError('INVALID_CONFIG', `'${origin}' is not an exact origin`)
  type Pending = { name: string; settle(outcome: { payload: unknown } | { error: LatchkeyError }): void }
  const pending = new Map<string, Pending>()
  const { port1: port, port2 } = new MessageChannel()
  const nonce = randomId()
  let [late, dropped] = [0, 0]
  let ended: LatchkeyError | undefined
  const ready = deferred<void>()
  // The caller sees the failure; a page that never calls has nothing to handle.
  ready.promise.catch(() => {})
  let settling: ReturnType<typeof setTimeout> | undefined
  const loading = setTimeout(() => {
    onTimeout?.('iframe_load_failed')
    end(
      new LatchkeyError('WALLET_NOT_RESPONDING', 'The embedded wallet did not load', { details: 'iframe_load_failed' }),
    )
  }, frameLoadTimeout)

  const close = () => end(closed())
  function end(error: LatchkeyError) {
    if (ended) return
    ended = error
    clearTimeout(loading)
    clearTimeout(settling)
    element?.removeEventListener('load', close)
    port.close()
    ready.reject(error)
    for (const each of [...pending.values()]) each.settle({ error })
  }

  port.onmessage = ({ data }: { data: unknown }) => {
    const message = isBearable(data) ? z.safeParse(fromFrame, data) : undefined
    if (!message?.success || ended) {
      dropped++
      return
    }
    if (message.data.type === 'ready') {
      // Ready may come more than once; only the first counts, and only for this handshake.
      if (message.data.nonce !== nonce || settling !== undefined) dropped++
      else {
        clearTimeout(loading)
        settling = setTimeout(ready.resolve, frameSettle)
      }
      return
    }
    // The page itself is refused.
    if (message.data.id === nonce) return close()
    const asked = pending.get(message.data.id)
    if (!asked) late++
    else if (message.data.type === 'answer') asked.settle({ payload: message.data.payload })
    else asked.settle({ error: new LatchkeyError(message.data.code, message.data.message || 'An error occurred') })
  }
  // A port whose other end went with its document says so in some browsers only; the element says it in all.
  port.addEventListener('close', close)
  element?.addEventListener('load', close)
  frame.postMessage({ type: 'init', v: 1, nonce }, origin, [port2])

  return {
    ready: ready.promise,
    async ask(name, payload, { signal } = {}) {
      type Answer = AnswerOf<T[typeof name]>
      const request = Object.hasOwn(table, name) ? table[name] : undefined
      if (!request) throw new LatchkeyError('UNSUPPORTED_METHOD', `The embedded wallet has no request '${name}'`)
      const parsed = z.safeParse(request.payload, payload)
      if (!parsed.success || !isBearable(parsed.data)) {
        throw new LatchkeyError('INVALID_PARAMS', `'${name}' was asked with parameters that do not fit`, {
          cause: parsed.error,
        })
      }
      const aborted = () => new LatchkeyError('ABORTED', request.aborted ?? 'Something went wrong')
      if (signal?.aborted) throw aborted()
      const key = randomId()
      const outcome = await new Promise<{ payload: unknown } | { error: LatchkeyError }>((resolve) => {
        let timer: ReturnType<typeof setTimeout> | undefined
        let isPosted = false
        const settle: Pending['settle'] = (result) => {
          if (!pending.delete(key)) return
          clearTimeout(timer)
          signal?.removeEventListener('abort', abort)
          resolve(result)
        }
        function abort() {
          if (isPosted && !ended) port.postMessage({ type: 'abort', id: key })
          settle({ error: aborted() })
        }
        pending.set(key, { name, settle })
        signal?.addEventListener('abort', abort)
        if (ended) return settle({ error: ended })
        ready.promise.then(
          () => {
            if (!pending.has(key)) return
            isPosted = true
            port.postMessage({ type: 'ask', id: key, name, payload: parsed.data })
            if (request.timeout === undefined) return
            timer = setTimeout(() => {
              port.postMessage({ type: 'abort', id: key })
              onTimeout?.('iframe_request_timeout', name)
              settle({
                error: new LatchkeyError('WALLET_NOT_RESPONDING', 'The embedded wallet did not answer in time', {
                  details: 'iframe_request_timeout',
                }),
              })
            }, request.timeout)
          },
          () => {},
        )
      })
      if ('error' in outcome) throw outcome.error
      const answer = z.safeParse(request.answer, outcome.payload)
      if (answer.success) return answer.data as Answer
      dropped++
      throw new LatchkeyError(
        'WALLET_BAD_ANSWER',
        `The embedded wallet gave an answer to '${name}' that does not fit`,
        {
          cause: answer.error,
        },
      )
    },
    counts: () => ({ pending: pending.size, late, dropped }),
    close,
  }
}

/**
 * Accepts the frame's end: takes one port from the frame's own parent, if its origin is allowed, once and never again.
 *
 * @param options - The frame's window, which origins may embed it, the table of requests and a handler for each.
 * @returns The channel; its promise of an origin rejects when the page is refused.
 * @see https://html.spec.whatwg.org/multipage/web-messaging.html
 *
 * @example
 * import { acceptChannel } from '@latchkey/protocol/internal/channel'
 * import { appEvents } from '@latchkey/protocol/internal/frame'
 * acceptChannel({ window, isAllowed: (origin) => origins.has(origin), table: appEvents, handlers })
 */
export function acceptChannel<const T extends ChannelTable>(options: {
  readonly window: FrameWindow
  readonly isAllowed: (origin: string) => boolean | Promise<boolean>
  readonly table: T
  readonly handlers: ChannelHandlers<T>
}): AcceptedChannel {
  const { window, isAllowed, table, handlers } = options
  const dispatcher = createRequestDispatcher({ table, handlers })
  const origin = deferred<string>()
  origin.promise.catch(() => {})
  let dropped = 0
  let isTaken = false
  let port: MessagePort | undefined

  function onInit(event: MessageEvent) {
    const isParent = event.source === window.parent && event.source !== window
    const message = isBearable(event.data) ? z.safeParse(init, event.data) : undefined
    const offered = event.ports[0]
    if (!isParent || isTaken || !isCanonicalOrigin(event.origin) || event.ports.length !== 1 || !message?.success) {
      dropped++
      return
    }
    // Before any await: a second init that comes while the first is looked at finds the door taken.
    isTaken = true
    void decide(event.origin, message.data.nonce, offered)
  }

  async function decide(from: string, nonce: string, offered: MessagePort | undefined) {
    const isWelcome = await Promise.resolve(from)
      .then(isAllowed)
      .catch(() => false)
    if (!isWelcome || !offered) {
      dropped++
      // Not every browser tells the other end that a port was closed.
      offered?.postMessage({ type: 'refusal', id: nonce, code: 'UNAUTHORIZED', message: '' })
      offered?.close()
      return origin.reject(new LatchkeyError('UNAUTHORIZED', `${from} may not embed the wallet`))
    }
    port = offered
    port.onmessage = ({ data }: { data: unknown }) => void onMessage(data, from, offered)
    port.addEventListener('close', dispatcher.stop)
    port.postMessage({ type: 'ready', nonce })
    origin.resolve(from)
  }

  async function onMessage(data: unknown, from: string, port: MessagePort) {
    const message = isBearable(data) ? z.safeParse(fromPage, data) : undefined
    if (!message?.success) {
      dropped++
      return
    }
    const { id } = message.data
    if (message.data.type === 'abort') return dispatcher.abort(id)
    if (dispatcher.has(id)) {
      dropped++
      return
    }
    const outcome = await dispatcher.dispatch({ ...message.data, origin: from })
    port.postMessage({ type: 'payload' in outcome ? 'answer' : 'refusal', id, ...outcome })
  }

  window.addEventListener('message', onInit)
  return {
    origin: origin.promise,
    counts: () => ({ pending: dispatcher.counts().pending, late: 0, dropped: dropped + dispatcher.counts().dropped }),
    close() {
      window.removeEventListener('message', onInit)
      dispatcher.stop()
      port?.close()
      origin.reject(closed())
    },
  }
}

/** The used part of a frame's element. */
export type FrameElement = {
  addEventListener(type: 'load', listener: () => void): void
  removeEventListener(type: 'load', listener: () => void): void
}

/** The used part of a frame's own window. */
export type FrameWindow = {
  readonly parent: unknown
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function closed(): LatchkeyError {
  return new LatchkeyError('WALLET_DISCONNECTED', 'The embedded wallet was closed')
}

function deferred<V>(): { promise: Promise<V>; resolve(value: V): void; reject(error: LatchkeyError): void } {
  let [resolve, reject]: [(value: V) => void, (error: LatchkeyError) => void] = [() => {}, () => {}]
  const promise = new Promise<V>((onValue, onError) => {
    ;[resolve, reject] = [onValue, onError]
  })
  return { promise, resolve, reject }
}
