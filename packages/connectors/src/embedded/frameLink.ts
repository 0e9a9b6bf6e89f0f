import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import type { AnswerOf, PayloadOf } from '@latchkey/protocol/internal/channel'
import type { AppEventName, appEvents } from '@latchkey/protocol/internal/frame'
import { frameLoadTimeout, frameSlow } from '@latchkey/protocol/internal/limits'
import type { FrameChannel } from './frameChannel.js'
import type { MountedFrame, MountFrame } from './mountFrame.js'

/** Why the frame could not be reached, for alerts. */
export type FrameProblem = 'iframe_load_failed' | 'iframe_request_timeout' | 'unverified_domain'

/** The wallet's frame, loaded at the first request and again after a failure. */
export type FrameLink = {
  /** Whether the frame was ever mounted. */
  readonly isLoaded: boolean
  /** Loads the frame and waits until it is ready. */
  start(signal?: AbortSignal): Promise<void>
  /** Sends a request to the frame; reads are retried once if the frame reloaded meanwhile. */
  ask<N extends AppEventName>(
    name: N,
    payload: PayloadOf<(typeof appEvents)[N]>,
    signal?: AbortSignal,
  ): Promise<AnswerOf<(typeof appEvents)[N]>>
  show(isAlone: boolean): void
  hide(): void
  /** Removes the frame from the page: permanently, or until the next request. */
  close(forGood?: boolean): void
}

type Opening = {
  promise: Promise<FrameChannel>
  resolve(channel: FrameChannel): void
  reject(error: LatchkeyError): void
}

/** Requests with a timeout of their own: a sign-out is repeated later; a link in a mail outlives its request, which is sent again. */
const unreportedRequests: ReadonlySet<string> = new Set<AppEventName>(['signOut', 'connectDevice'])

/** The schemas of the channel are large, and needed only once the frame loads. */
const loadParts = () => import('./frameChannel.js')

/** Connects to the frame at a URL over a channel that only its origin can hold, reopened after each load. */
export function createFrameLink(options: {
  readonly url: URL
  readonly title: string
  readonly mount: MountFrame | undefined
  readonly onProblem: (problem: FrameProblem, detail: string) => void
  /** Called each time the frame is ready, before queued requests are sent. */
  readonly onReady: () => void
  readonly onCancel: () => void
  /** True while loading takes long; false once it has loaded or failed. */
  readonly onSlow: (isSlow: boolean) => void
}): FrameLink {
  const { url, title, mount, onProblem, onReady, onCancel, onSlow } = options
  let mounted: MountedFrame | undefined
  let channel: FrameChannel | undefined
  let opening: Opening | undefined
  let loading: ReturnType<typeof setTimeout> | undefined
  let slow: ReturnType<typeof setTimeout> | undefined
  let isSlow = false
  let isReady = false
  let isOver = false
  let loads = 0

  function begin(): Opening {
    let settle: Omit<Opening, 'promise'> = { resolve: () => {}, reject: () => {} }
    const promise = new Promise<FrameChannel>((resolve, reject) => {
      settle = { resolve, reject }
    })
    // The caller sees the failure.
    promise.catch(() => {})
    isReady = false
    setSlow(false)
    slow = setTimeout(() => setSlow(true), frameSlow)
    clearTimeout(loading)
    loading = setTimeout(() => {
      onProblem('iframe_load_failed', `${url.origin} did not answer within ${frameLoadTimeout / 1000} s.`)
      fail(unloadable())
    }, frameLoadTimeout)
    opening = { promise, ...settle }
    return opening
  }

  function setSlow(next: boolean): void {
    clearTimeout(slow)
    if (next === isSlow) return
    isSlow = next
    onSlow(next)
  }

  function fail(error: LatchkeyError): void {
    clearTimeout(loading)
    setSlow(false)
    const failed = opening
    const old = channel
    opening = undefined
    channel = undefined
    old?.close()
    failed?.reject(error)
  }

  /** Discards a slow load, so that a retry loads anew. */
  function abandonSlowLoad(): void {
    if (isSlow) fail(unloadable())
  }

  async function onLoad(): Promise<void> {
    const load = ++loads
    // A frame that reloads gets a new channel; the old one rejects the requests of the old document.
    const waiting = opening && !isReady ? opening : begin()
    channel = undefined
    const { openFrameChannel } = await loadParts()
    const frame = mounted?.window
    // If it loaded again meanwhile, the later load connects.
    if (!mounted || !frame || isOver || load !== loads || waiting !== opening) return
    const next = openFrameChannel(frame, mounted.element, url.origin, (reason, name) => {
      if (reason !== 'iframe_request_timeout' || name === undefined || unreportedRequests.has(name)) return
      onProblem(reason, `The embedded wallet did not answer '${name}'.`)
    })
    channel = next
    next.ready.then(
      () => {
        if (channel !== next) return
        clearTimeout(loading)
        setSlow(false)
        isReady = true
        onReady()
        waiting.resolve(next)
      },
      () => {
        if (channel !== next || isOver) return
        // The frame closed the channel without unloading.
        onProblem('unverified_domain', `${url.origin} does not let this site embed its wallet.`)
        fail(
          new LatchkeyError('UNAUTHORIZED', 'This site may not use the e-mail wallet', {
            hints: [`Add the site's origin to the sites that ${url.origin} allows.`],
          }),
        )
      },
    )
  }

  function open(): Promise<FrameChannel> {
    if (isOver) return Promise.reject(new LatchkeyError('WALLET_DISCONNECTED', 'The embedded wallet was closed'))
    if (opening) return opening.promise
    if (!mount) return Promise.reject(unloadable())
    if (typeof navigator !== 'undefined' && navigator.onLine === false) return Promise.reject(unloadable())
    const { promise } = begin()
    if (mounted) mounted.reload()
    else {
      const onError = (reason?: string) => {
        if (reason) onProblem('iframe_load_failed', reason)
        fail(unloadable(reason))
      }
      mounted = mount({ url, title, onLoad: () => void onLoad().catch(() => onError()), onError, onCancel })
    }
    return promise
  }

  return {
    get isLoaded() {
      return mounted !== undefined
    },
    async start(signal) {
      await orAborted(open(), signal, 'Request was aborted', abandonSlowLoad)
    },
    async ask(name, payload, signal) {
      for (let isSecond = false; ; isSecond = true) {
        const opened = open()
        opened.catch(() => {})
        const { abortText, isReading } = await loadParts()
        const current = await orAborted(opened, signal, abortText(name), abandonSlowLoad)
        try {
          return await current.ask(name, payload, { signal })
        } catch (error) {
          const isGone = isLatchkeyError(error, 'WALLET_DISCONNECTED') && !isOver
          // The port closed and it has not reloaded: the next request loads it.
          if (isGone && current === channel) fail(unloadable())
          if (!isGone || isSecond || !isReading(name, payload)) throw error
        }
      }
    },
    show: (isAlone) => mounted?.show(isAlone),
    hide: () => mounted?.hide(),
    close(forGood = true) {
      isOver = forGood
      fail(new LatchkeyError('WALLET_DISCONNECTED', 'The embedded wallet was closed'))
      mounted?.remove()
      mounted = undefined
    },
  }
}

function unloadable(reason?: string): LatchkeyError {
  return new LatchkeyError('WALLET_NOT_RESPONDING', 'Unable to load email login dependency', {
    details: reason ?? 'iframe_load_failed',
    hints: ['Check the connection and what the browser blocks.'],
  })
}

async function orAborted<value>(
  promise: Promise<value>,
  signal: AbortSignal | undefined,
  text: string,
  onAbort: () => void,
): Promise<value> {
  if (!signal) return promise
  const error = () => new LatchkeyError('ABORTED', text)
  if (signal.aborted) throw error()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => {
      reject(error())
      onAbort()
    }
    signal.addEventListener('abort', abort)
    stop = () => signal.removeEventListener('abort', abort)
  })
  return Promise.race([promise, aborted]).finally(stop)
}
