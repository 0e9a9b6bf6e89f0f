import { LatchkeyError } from '@latchkey/protocol/errors'
import { hashOf, type KeyPair, open, openFor, seal, topicOf } from './envelope.js'
import type { Records } from './records.js'
import type { Relay } from './relay.js'
import {
  createIds,
  messages,
  readWireMessage,
  refusals,
  type WireError,
  type WireMessage,
  type WireMethod,
} from './wire.js'

/** An error response of the wallet, unchanged. */
export class WireRefusal extends Error {
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: WireError) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Encrypted JSON-RPC over a relay: each topic has a key, and each message is handled once. */
export type Peer = {
  readonly nextId: () => number
  /** Reads the messages of a topic from now on. With `isTracked` the relay subscribes by itself. */
  attach(topic: string, symKey: string, onMessage: (message: WireMessage) => void, isTracked?: boolean): void
  /** Reads messages to a public key, from wallets that share no key with us yet. */
  attachInbox(keys: KeyPair, onMessage: (message: WireMessage) => void): void
  /** Stops reading a topic; its open requests are rejected with `why`. */
  detach(topic: string, why?: Error): void
  /** Decrypts and routes a message of the relay. */
  receive(topic: string, message: string): void
  /** Sends a request and waits for the response of the wallet. */
  request(
    topic: string,
    method: WireMethod,
    params: unknown,
    options?: { readonly life?: number; readonly signal?: AbortSignal },
  ): Promise<unknown>
  /** Sends a request without waiting for the response, also on a topic that is not attached; resolves once the relay has stored it. */
  notify(
    topic: string,
    symKey: string,
    method: WireMethod,
    params: unknown,
    options?: { readonly id?: number; readonly until?: number },
  ): Promise<void>
  /** Answers a request of the wallet. */
  answer(topic: string, id: number, method: WireMethod, answer: true | WireError): void
}

type Line = {
  /** Encrypts the responses; absent where none are sent. */
  readonly symKey?: string
  readonly open: (message: string) => string
  readonly onMessage: (message: WireMessage) => void
}
type Waiting = { readonly topic: string; resolve(result: unknown): void; reject(error: Error): void }

/** Creates the encrypted layer over a relay. */
export function createPeer(relay: Relay, records: Records): Peer {
  const lines = new Map<string, Line>()
  const waiting = new Map<number, Waiting>()
  const nextId = createIds()

  /** Publishes a message to the relay, which stores it for `ttl` seconds. */
  async function publish(
    topic: string,
    symKey: string,
    payload: object,
    tag: number,
    ttl: number,
    until = Date.now() + ttl * 1000,
  ): Promise<void> {
    const message = seal(symKey, JSON.stringify({ jsonrpc: '2.0', ...payload }))
    // Our own message comes back when another connection of ours reads the same topic.
    records.isNew(fingerprint(message))
    const prompt = tag === messages.wc_sessionRequest.request || tag === messages.wc_sessionAuthenticate.request
    await relay.call('irn_publish', { topic, message, ttl, prompt, tag }, until)
  }

  function answer(topic: string, id: number, method: WireMethod, answer: true | WireError): void {
    const symKey = lines.get(topic)?.symKey
    if (symKey === undefined) return
    const { response, rejection, ttl } = messages[method]
    const [payload, tag] = answer === true ? [{ result: true }, response] : [{ error: answer }, rejection]
    // The wallet retries or continues without the response; no caller here waits for it.
    publish(topic, symKey, { id, ...payload }, tag, ttl).catch(() => {})
  }

  return {
    nextId,
    attach(topic, symKey, onMessage, isTracked = false) {
      lines.set(topic, { symKey, onMessage, open: (message) => open(symKey, message) })
      if (isTracked) relay.trackOnly(topic)
      else relay.listen([topic])
    },
    attachInbox({ publicKey, privateKey }, onMessage) {
      const topic = topicOf(publicKey)
      lines.set(topic, { onMessage, open: (message) => openFor(privateKey, message) })
      relay.listen([topic])
    },
    detach(topic, why) {
      lines.delete(topic)
      relay.forget(topic)
      const error = why ?? new LatchkeyError('WALLET_DISCONNECTED', 'The wallet ended the session.')
      for (const [, open] of [...waiting].filter(([, one]) => one.topic === topic)) open.reject(error)
    },
    receive(topic, message) {
      const line = lines.get(topic)
      const wire = line && readMessage(line, message)
      // Only readable messages are remembered, or noise would evict the others.
      if (!line || !wire || !records.isNew(fingerprint(message))) return
      if ('method' in wire) {
        if (!isTimely(wire)) answer(topic, wire.id, 'wc_sessionPing', refusals.expired)
        else if (records.isNew(`${topic.slice(0, 16)}/${wire.id}`)) line.onMessage(wire)
        return
      }
      const asked = waiting.get(wire.id)
      if (asked?.topic !== topic) return line.onMessage(wire)
      if ('error' in wire) asked.reject(new WireRefusal(wire.error))
      else asked.resolve(wire.result)
    },
    request(topic, method, params, { life, signal } = {}) {
      const line = lines.get(topic)
      const symKey = line?.symKey
      if (symKey === undefined) throw new LatchkeyError('WALLET_DISCONNECTED', 'The wallet ended the session.')
      const id = nextId()
      const { request, ttl } = messages[method]
      const seconds = life === undefined ? ttl : Math.ceil(life / 1000)
      return new Promise((resolve, reject) => {
        const aborted = () => fail(new LatchkeyError('ABORTED', 'Request was aborted'))
        const settle = () => {
          clearTimeout(end)
          waiting.delete(id)
          signal?.removeEventListener('abort', aborted)
        }
        const fail = (error: Error) => {
          settle()
          reject(error)
        }
        const expired = new LatchkeyError('WALLET_NOT_RESPONDING', 'Request expired. Please try again.')
        const end = setTimeout(() => fail(expired), seconds * 1000)
        if (signal?.aborted) return aborted()
        signal?.addEventListener('abort', aborted)
        waiting.set(id, {
          topic,
          reject: fail,
          resolve(result) {
            settle()
            resolve(result)
          },
        })
        publish(topic, symKey, { id, method, params }, request, seconds).catch(fail)
      })
    },
    async notify(topic, symKey, method, params, { id = nextId(), until } = {}) {
      const { request, ttl } = messages[method]
      await publish(topic, symKey, { id, method, params }, request, ttl, until)
    },
    answer,
  }
}

/** Allowed difference between the clocks of the two sides, in milliseconds. */
const skew = 600_000
/** An id further off than this is not a time: some wallets number their requests in another way. */
const decade = 10 * 365 * 86_400_000

/**
 * Ids are times in microseconds. Old and future requests are refused: seen messages are remembered for a day only, so an older
 * one could be replayed.
 */
function isTimely({ id, method }: { readonly id: number; readonly method: string }): boolean {
  const age = Date.now() - id / 1000
  const life = messages[method as WireMethod]?.ttl ?? 0
  return Math.abs(age) > decade || (age >= -skew && age <= life * 1000 + skew)
}

function readMessage(line: Line, message: string): WireMessage | undefined {
  try {
    return readWireMessage(line.open(message))
  } catch {
    // Altered on the way, or not for us: ignored.
    return undefined
  }
}

function fingerprint(message: string): string {
  return hashOf(message).slice(0, 32)
}
