import { LatchkeyError } from '@latchkey/protocol/errors'
import type { OpenSocket, RelaySocket } from './relaySocket.js'
import { createSigner, type Signer, signRelayToken } from './relayToken.js'
import { asRecord, parse } from './wire.js'

/** The options of a relay client. */
export type RelayOptions = {
  readonly url: string
  readonly projectId: string
  /** The private key that identifies this client, in hex. */
  readonly seed: string
  readonly openSocket: OpenSocket
  /** Called with each message; it is acknowledged when this returns. */
  readonly onMessage: (topic: string, message: string) => void
  /** The relay has refused the connection, with the reason. */
  readonly onRefused: (reason: string) => void
  /** An attempt to connect has failed. */
  readonly onUnreachable?: () => void
  /** The current attestation of the page; sent with each message. */
  readonly attestation?: () => string | undefined
  /** Timeout of a response before the connection counts as dead, in milliseconds. Default: 10 s. */
  readonly timeout?: number
}

/** A relay over a connection that reopens: calls without a connection are sent once there is one. */
export type Relay = {
  /** Calls a method; rejects with {@link RelayError} for an error response, with RPC_UNREACHABLE after `until`. */
  call(method: string, params: { readonly [name: string]: unknown }, until: number): Promise<unknown>
  /** Connects ahead of the first call; closes again if none follows within 30 s. */
  open(): void
  /** Subscribes to topics, now or once connected. */
  listen(topics: readonly string[]): void
  /** Like `listen`, where the relay subscribes by itself. */
  trackOnly(topic: string): void
  forget(topic: string): void
  /** Checks the connection after the page was suspended. */
  wake(): void
  close(): void
}

/** An error response of the relay. */
export class RelayError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

type Call = {
  readonly text: () => string
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  readonly end: ReturnType<typeof setTimeout>
}

/** The maximum number of topics in one call. */
const batchSize = 500
/** The first and the maximum delay between attempts to connect. */
const [firstWait, longestWait] = [250, 30_000]
/** The interval of pings on a silent connection. */
const probeEvery = 60_000
/** How long an unused connection stays open. */
const readyFor = 30_000
/** The methods that carry an attestation. */
const published: ReadonlySet<string> = new Set(['irn_publish', 'wc_proposeSession'])
const refusedCode = 3000
const tooManyCode = 3001
const longestTimer = 2_147_483_647

/** Creates a relay client. It connects while there is something to send or to receive, and reconnects when the connection is lost. */
export function createRelay(options: RelayOptions): Relay {
  const { url, projectId, seed, openSocket, onMessage, onRefused, timeout = 10_000 } = options
  const topics = new Set<string>()
  const calls = new Map<string, Call>()
  const overdue = new Map<string, ReturnType<typeof setTimeout>>()
  let socket: RelaySocket | undefined
  let signer: Promise<Signer> | undefined
  let isOpening = false
  let isOpen = false
  let isOver = false
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let probe: ReturnType<typeof setInterval> | undefined
  let unused: ReturnType<typeof setTimeout> | undefined

  function connect(): void {
    if (socket || isOpening || isOver) return
    clearTimeout(retry)
    retry = undefined
    isOpening = true
    signer ??= createSigner(seed)
    signer
      .then((key) => signRelayToken(key, url))
      .finally(() => {
        isOpening = false
      })
      .then(enter)
      .catch(() => {
        // The signing code could not be loaded: the next attempt loads it again.
        signer = undefined
        lost(4000, 'There is nothing to sign with.')
      })
  }

  function enter(token: string): void {
    if (isOver) return
    const address = new URL(url)
    address.searchParams.set('auth', token)
    address.searchParams.set('projectId', projectId)
    address.searchParams.set('ua', 'wc-2/latchkey')
    address.searchParams.set('useOnCloseEvent', 'true')
    const mine: RelaySocket = openSocket(address.href, {
      opened() {
        if (socket !== mine) return
        isOpen = true
        answered('open')
        subscribe([...topics])
        for (const [id, { text }] of calls) say(id, text())
        probe = setInterval(() => subscribe([...topics].slice(0, 1)), probeEvery)
      },
      received(text) {
        if (socket === mine) receive(text)
      },
      closed(code, reason) {
        if (socket === mine) lost(code, reason)
      },
    })
    socket = mine
    watch('open')
  }

  function lost(code: number, reason: string): void {
    const left = socket
    if (left && !isOpen && code !== 1000 && code !== refusedCode) options.onUnreachable?.()
    socket = undefined
    isOpen = false
    clearInterval(probe)
    for (const timer of overdue.values()) clearTimeout(timer)
    overdue.clear()
    left?.close()
    if (isOver) return
    if (code === refusedCode) {
      onRefused(reason)
      const error = new RelayError(code, reason)
      for (const { reject } of calls.values()) reject(error)
      return
    }
    failures++
    // Clients that lost the same relay must not reconnect in the same moment.
    const share = 0.5 + (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 512
    const wait = Math.min(firstWait * 2 ** (failures - 1), longestWait) * share
    if (topics.size > 0 || calls.size > 0) retry = setTimeout(connect, wait)
  }

  function watch(id: string): void {
    clearTimeout(overdue.get(id))
    overdue.set(
      id,
      setTimeout(() => lost(4000, 'The relay does not answer.'), timeout),
    )
  }

  function answered(id: string): void {
    clearTimeout(overdue.get(id))
    overdue.delete(id)
  }

  /** Ids are long numbers as text, returned unchanged by the relay. Concurrent calls may draw the same. */
  function newId(): string {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    const id = `${Date.now()}${String(random % 1_000_000).padStart(6, '0')}`
    return calls.has(id) || overdue.has(id) ? newId() : id
  }

  function say(id: string, text: string): void {
    if (!isOpen || !socket) {
      connect()
      return
    }
    watch(id)
    try {
      socket.send(text)
    } catch {
      lost(4000, 'The line is closed.')
    }
  }

  function subscribe(wanted: readonly string[]): void {
    for (let at = 0; at < wanted.length; at += batchSize) {
      const id = newId()
      const params = { topics: wanted.slice(at, at + batchSize) }
      if (isOpen) say(id, JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_batchSubscribe', params }))
    }
  }

  function receive(text: string): void {
    answered('open')
    failures = 0
    const { id, method, params, result, error } = asRecord(parse(text))
    if (typeof method === 'string') {
      if (!method.endsWith('_subscription')) return
      const { topic, message } = asRecord(asRecord(params).data)
      if (typeof topic === 'string' && typeof message === 'string' && topics.has(topic)) onMessage(topic, message)
      if (isOpen) socket?.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
      return
    }
    const key = String(id)
    answered(key)
    const call = calls.get(key)
    if (!call) {
      rest()
      return
    }
    if (error === undefined || error === null) {
      call.resolve(result)
      return
    }
    const { code, message } = asRecord(error)
    if (code === tooManyCode) {
      setTimeout(() => calls.has(key) && say(key, call.text()), 1000)
      return
    }
    call.reject(new RelayError(typeof code === 'number' ? code : -32603, String(message).slice(0, 500)))
  }

  /** Looked up when it is sent, and not before: there may be none yet. */
  function attested(method: string, params: { readonly [name: string]: unknown }) {
    const attestation = published.has(method) ? options.attestation?.() : undefined
    return attestation === undefined ? params : { ...params, attestation }
  }

  /** Nothing is pending: the connection closes, and reopens when needed. */
  function rest(): void {
    if (topics.size > 0 || calls.size > 0 || overdue.size > 0) return
    lost(1000, '')
  }

  return {
    call(method, params, until) {
      const id = newId()
      const text = () => JSON.stringify({ id, jsonrpc: '2.0', method, params: attested(method, params) })
      return new Promise((resolve, reject) => {
        if (isOver) return reject(new LatchkeyError('ABORTED', 'Request was aborted'))
        const settle = () => {
          clearTimeout(calls.get(id)?.end)
          calls.delete(id)
          answered(id)
        }
        const fail = (error: Error) => {
          settle()
          reject(error)
        }
        const late = () => fail(new LatchkeyError('RPC_UNREACHABLE', 'The relay cannot be reached.', { details: url }))
        calls.set(id, {
          text,
          resolve(result) {
            settle()
            resolve(result)
          },
          reject: fail,
          end: setTimeout(late, Math.min(Math.max(until - Date.now(), 0), longestTimer)),
        })
        say(id, text())
      })
    },
    open() {
      if (socket || isOpening || isOver) return
      connect()
      unused = setTimeout(rest, readyFor)
    },
    listen(wanted) {
      const fresh = wanted.filter((topic) => !topics.has(topic))
      for (const topic of fresh) topics.add(topic)
      if (fresh.length === 0) return
      if (isOpen) subscribe(fresh)
      else connect()
    },
    trackOnly: (topic) => void topics.add(topic),
    forget(topic) {
      if (!topics.delete(topic) || !isOpen) return
      const id = newId()
      say(id, JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_unsubscribe', params: { topic, id: topic } }))
    },
    wake() {
      if (topics.size === 0 && calls.size === 0) return
      failures = 0
      // A connection that was suspended with the page may be dead; subscribing again also delivers missed messages.
      if (isOpen) subscribe([...topics])
      else connect()
    },
    close() {
      isOver = true
      clearTimeout(retry)
      clearTimeout(unused)
      for (const { reject } of calls.values()) reject(new LatchkeyError('ABORTED', 'Request was aborted'))
      lost(1000, '')
    },
  }
}
