import { LatchkeyError } from '@latchkey/protocol/errors'
import type { AcceptedChannel, ChannelHandlers } from '@latchkey/protocol/internal/channel'
import { appEventOf, appEvents, frameEventType } from '@latchkey/protocol/internal/frame'
import { isBearable } from '@latchkey/protocol/internal/message'
import { isCanonicalOrigin } from '@latchkey/protocol/internal/origins'
import { createRequestDispatcher } from '@latchkey/protocol/internal/requests'
import * as z from 'zod/mini'

/** The used part of the frame's own window. */
export type AppKitWindow = {
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void }
  readonly location: { readonly origin: string; readonly ancestorOrigins?: ArrayLike<string> }
  readonly document: { readonly referrer: string }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

const message = z.object({
  type: z.string().check(z.maxLength(128)),
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  payload: z.optional(z.unknown()),
})
// No AppKit knows these, so a page that asks for them here is no AppKit.
const oursAlone: ReadonlySet<string> = new Set(['connectPasskey', 'enterCode', 'getSecurity', 'showSecurity'])

/**
 * Lets pages in that speak AppKit's messages over the window (`@w3m-app/…`, `@w3m-frame/…`): the same requests as over a
 * channel and the same checks of source and origin, for every message anew, since there is no port that only one page holds.
 *
 * @param options - The frame's window, which origins may embed it, a handler for each request, and (for browsers that do not
 * tell a frame who embeds it) the exact origins to which 'ready' may be said.
 * @returns The way in; its promise of an origin rejects when the page is refused.
 * @throws Nothing.
 * @see https://html.spec.whatwg.org/multipage/web-messaging.html#posting-messages
 *
 * @example
 * import { acceptAppKit } from './appkit.js'
 * acceptAppKit({ window, isAllowed: (origin) => origins.has(origin), handlers })
 */
export function acceptAppKit(options: {
  readonly window: AppKitWindow
  readonly isAllowed: (origin: string) => boolean | Promise<boolean>
  readonly handlers: ChannelHandlers<typeof appEvents>
  readonly sites?: readonly string[] | undefined
}): AcceptedChannel {
  const { window, isAllowed, handlers, sites = [] } = options
  const { parent } = window
  const dispatcher = createRequestDispatcher({
    table: appEvents,
    handlers: { ...handlers, ...withoutChange(window.location.origin) },
  })
  const origin = deferred<string>()
  origin.promise.catch(() => {})
  let dropped = 0
  let isClosed = false
  let pinned: { readonly origin: string; readonly isWelcome: Promise<boolean> } | undefined

  // One page embeds this frame for as long as it lives, so the first origin that speaks is the only one that may.
  function pin(from: string) {
    pinned ??= { origin: from, isWelcome: judge(from) }
    return pinned
  }

  async function judge(from: string): Promise<boolean> {
    const isWelcome = await Promise.resolve(from)
      .then(isAllowed)
      .catch(() => false)
    if (isWelcome) origin.resolve(from)
    else origin.reject(new LatchkeyError('UNAUTHORIZED', `${from} may not embed the wallet`))
    return isWelcome
  }

  function onMessage(event: MessageEvent) {
    const isParent = event.source === parent && event.source !== (window as unknown)
    // Some of these apps post numbers as bigints; the table turns them into hex before a handler sees them.
    const asked = isParent && isBearable(event.data, { bigints: true }) ? z.safeParse(message, event.data) : undefined
    const name = asked?.success ? appEventOf(asked.data.type) : undefined
    if (!asked?.success || name === undefined || oursAlone.has(name) || !isCanonicalOrigin(event.origin)) {
      dropped++
      return
    }
    const page = pin(event.origin)
    if (page.origin !== event.origin) {
      dropped++
      return
    }
    const { id } = asked.data
    const payload = forAppKit(name, withoutUndefined(asked.data.payload))
    void page.isWelcome.then((isWelcome) => {
      if (!isWelcome || isClosed || dispatcher.has(id)) dropped++
      else void serve(name, id, payload, page.origin)
    })
  }

  async function serve(name: keyof typeof appEvents, id: string, payload: unknown, to: string) {
    const outcome = await dispatcher.dispatch({ id, name, payload, origin: to })
    // AppKit accepts no answer to this one and warns of any; the request that it aborts is answered instead.
    if (isClosed || name === 'rpcAbort') return
    const isAnswer = 'payload' in outcome
    parent.postMessage(
      {
        type: frameEventType(name, isAnswer ? 'SUCCESS' : 'ERROR'),
        id,
        ...(isAnswer
          ? outcome.payload !== undefined && { payload: outcome.payload }
          : { payload: { message: outcome.message } }),
      },
      to,
    )
  }

  // Before the first message no page has proved its origin, so this reveals nothing private.
  async function sayReady() {
    for (const candidate of embeddersOf(window, sites)) {
      const isWelcome = await Promise.resolve(candidate)
        .then(isAllowed)
        .catch(() => false)
      if (isWelcome && !isClosed) parent.postMessage({ type: '@w3m-frame/READY', payload: {} }, candidate)
    }
  }

  window.addEventListener('message', onMessage)
  if (parent !== (window as unknown)) void sayReady()
  return {
    origin: origin.promise,
    counts: () => ({ pending: dispatcher.counts().pending, late: 0, dropped: dropped + dispatcher.counts().dropped }),
    close() {
      if (isClosed) return
      isClosed = true
      window.removeEventListener('message', onMessage)
      dispatcher.stop()
      origin.reject(new LatchkeyError('WALLET_DISCONNECTED', 'The embedded wallet was closed'))
    },
  }
}

// The browser's own list where there is one; a referrer can be held back by the page, but not forged by it. Where both are
// missing, it is posted to each site: the browser delivers it only to the embedding one.
function embeddersOf({ location, document }: AppKitWindow, sites: readonly string[]): readonly string[] {
  const nearest = location.ancestorOrigins?.[0]
  if (nearest !== undefined) return isCanonicalOrigin(nearest) ? [nearest] : []
  if (URL.canParse(document.referrer)) return [new URL(document.referrer).origin]
  return sites.filter((site) => isCanonicalOrigin(site) && !site.includes('*'))
}

// Apps pass options on as they are; what is not set arrives as undefined, which is absent to them. It is bearable by now.
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutUndefined(each)]))
}

// The methods of Bitcoin have names without a family in front, and are our own channel's alone: here they are none.
function forAppKit(name: keyof typeof appEvents, payload: unknown): unknown {
  const isBitcoin = (payload as { chainNamespace?: unknown } | undefined)?.chainNamespace === 'bip122'
  return name === 'rpcRequest' && isBitcoin ? { ...(payload as object), chainNamespace: 'eip155' } : payload
}

// AppKit types the codes of a new address in its own views, which never show the frame. The wallet takes them in its own windows
// alone, so it sends none here and says where to go.
function withoutChange(
  wallet: string,
): Pick<ChannelHandlers<typeof appEvents>, 'updateEmail' | 'updateEmailPrimaryOtp' | 'updateEmailSecondaryOtp'> {
  async function refuse(): Promise<never> {
    throw new LatchkeyError('UNSUPPORTED_METHOD', `Change your e-mail on the wallet’s own page: ${wallet}/security`)
  }
  return { updateEmail: refuse, updateEmailPrimaryOtp: refuse, updateEmailSecondaryOtp: refuse }
}

function deferred<V>(): { promise: Promise<V>; resolve(value: V): void; reject(error: LatchkeyError): void } {
  let [resolve, reject]: [(value: V) => void, (error: LatchkeyError) => void] = [() => {}, () => {}]
  const promise = new Promise<V>((onValue, onError) => {
    ;[resolve, reject] = [onValue, onError]
  })
  return { promise, resolve, reject }
}
