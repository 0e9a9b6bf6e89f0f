import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Cache } from '../platform/cache/cache.js'
import type { Db } from '../platform/db/db.js'
import { databaseRefusal } from '../platform/http/databaseRefusal.js'
import type { RateLimit } from '../platform/limits/rateLimit.js'
import type { Log } from '../platform/log/log.js'
import { logFailedCall } from '../platform/log/logFailedCall.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import type { Metrics } from '../platform/metrics/metrics.js'
import type { Admission } from './createAdmission.js'
import { createBackpressure, type Unread } from './createBackpressure.js'
import { anybody, type Storage } from './createStorageQuota.js'
import { createHub } from './hub.js'
import { createMessageStore } from './messageStore.js'
import { readFrame } from './readFrame.js'
import { createRelayClient, type RelayClient } from './relayClient.js'
import { errorFrame, resultFrame } from './relayFrames.js'
import { frameSize, pingEvery, refusalDelay, refusedCalls, refusedSockets, unacknowledged } from './relayLimits.js'
import { runCall } from './relayMethods.js'
import { RelayRefusal } from './relayRefusal.js'

/** The relay between wallets and sites. */
export type Relay = {
  /** Takes over an HTTP upgrade of `/` with a token or a project; gives false for any other. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Notifies all clients to come back elsewhere and writes what is still to be written. */
  close(): Promise<void>
}

type Open = { socket: WebSocket; client: RelayClient; isAlive: boolean; slot: number }

/** How often acknowledgements and sockets are looked after. */
const tickEvery = 1_000
const slots = pingEvery / tickEvery
/** How often other processes' messages are looked for and old ones dropped, in ticks. */
const [catchUpTicks, sweepTicks] = [3, 15]

/**
 * Creates the relay of one server.
 *
 * @param options - Database, the store between processes, who may come in, how much a client and an address may send, leave unread and have kept, log,
 * figures, and for tests how long an acknowledgement may take.
 * @returns The relay.
 */
export function createRelay(options: {
  db: Db
  cache: Cache
  admission: Admission
  rateLimit: RateLimit
  /** How much all clients of one address may send. */
  addressRate?: RateLimit
  storage: Storage
  unread?: Unread
  maxSockets: number
  /** For how many days a message is kept at most, whatever its sender asks for. */
  keptDays?: number
  log: Log
  metrics: Metrics
  clock: () => Date
  resendAfter?: number
}): Relay {
  const { db, cache, admission, rateLimit, addressRate, storage, unread = createBackpressure(), log, metrics } = options
  const origin = randomUUID()
  const clock = () => options.clock().getTime()
  // An embedded database has one process.
  const isShared = db.kind === 'postgres'
  const hub = createHub({ cache, origin, isShared })
  // Data that other processes need must be in the database.
  const receivers = isShared ? undefined : hub.receivers
  const { keptDays } = options
  const { processes, publish: onStored } = hub
  const store = createMessageStore({ db, storage, origin, onStored, receivers, processes, log, metrics, keptDays })
  const server = new WebSocketServer({ noServer: true, maxPayload: frameSize, perMessageDeflate: false })
  const open = new Set<Open>()
  let refused = 0
  let ticks = 0
  let lastId = clock() * 1_000
  let caughtUpAt = performance.now()
  let isCatchingUp = false
  let isClosing = false

  function refuse(socket: WebSocket, code: number, reason: string): void {
    metrics.relayRefused.inc({ reason: reason.slice(0, 60) })
    if (refused >= refusedSockets) {
      socket.terminate()
      return
    }
    refused++
    socket.resume()
    setTimeout(() => {
      refused--
      socket.close(code, reason)
      setTimeout(() => socket.terminate(), refusalDelay).unref()
    }, refusalDelay).unref()
  }

  function accept(socket: WebSocket, clientId: string, ip: string): void {
    const client = createRelayClient({
      socket,
      clientId,
      account: storage.accountOf(ip),
      hub,
      store,
      unread,
      nextId: () => ++lastId,
      clock,
      resendAfter: options.resendAfter,
      metrics,
    })
    const entry: Open = { socket, client, isAlive: true, slot: ticks % slots }
    let refusals = 0
    const admit = (messages: number) => {
      if (rateLimit.take(clientId, messages, clock()) > 0)
        throw new RelayRefusal('TooManyRequests', 'Too many messages, try again in a second')
      if (client.account !== anybody && (addressRate?.take(client.account, messages, clock()) ?? 0) > 0)
        throw new RelayRefusal('TooManyRequests', 'Too many messages come from your address, try again in a second')
    }
    async function take(text: string): Promise<void> {
      const frame = readFrame(text)
      if (frame.kind === 'answer') return client.answer(frame.id, frame.isAccepted)
      try {
        if (frame.kind === 'problem') throw frame.refusal
        const cost = costOf(frame.method, frame.params)
        if (cost > 0) admit(cost)
        const result = await runCall({ client, store, admit }, frame.method, frame.params)
        refusals = 0
        client.touch()
        if (socket.readyState !== socket.OPEN) return
        client.send(resultFrame(frame.id, result))
        // A response can hold megabytes, and a client that requests many and reads none would fill the memory.
        if (socket.bufferedAmount > unacknowledged.bytes) socket.close(1013, 'Answers are not read fast enough')
      } catch (error) {
        const outage = databaseRefusal(error)
        const refusal =
          error instanceof RelayRefusal
            ? error
            : new RelayRefusal('Internal', outage?.message ?? 'Something failed here', { cause: error })
        if (refusal !== error) logFailedCall(log, { status: outage?.status ?? 500, error: outage ?? error })
        metrics.refused.inc({ api: 'relay', code: refusal.problem })
        client.send(errorFrame(frame.id, refusal))
        if (++refusals > refusedCalls) socket.close(1013, 'Too many refused calls')
      }
    }
    open.add(entry)
    metrics.relaySockets.inc()
    socket.on('pong', () => {
      entry.isAlive = true
    })
    socket.on('message', (data: RawData, isBinary: boolean) => {
      entry.isAlive = true
      if (isBinary) socket.close(1003, 'Messages must be text')
      else if (!isClosing && socket.readyState === socket.OPEN) void take(String(data))
    })
    socket.once('close', () => {
      open.delete(entry)
      metrics.relaySockets.dec()
      client.close()
    })
    socket.resume()
  }

  async function welcome(socket: WebSocket, request: IncomingMessage): Promise<void> {
    socket.on('error', () => undefined)
    // What it says before it is let in must not be lost.
    socket.pause()
    const { clientId, ip, refusal } = await admission.check(request)
    if (refusal !== undefined) refuse(socket, refusal.closeCode, refusal.reason)
    else if (isClosing || open.size >= options.maxSockets) refuse(socket, 1013, 'Too many sockets are open')
    else accept(socket, clientId, ip)
  }

  /** Looks as far back as the last look that succeeded, and some seconds more for what was being written then. */
  async function catchUp(): Promise<void> {
    // A database that hangs would else hold a connection for each look.
    if (isCatchingUp) return
    isCatchingUp = true
    try {
      const now = performance.now()
      const wants = hub.wants()
      const seconds = Math.ceil((now - caughtUpAt) / 1_000) + 2 * catchUpTicks
      if (wants.length > 0) await store.deliverMissed(wants, seconds, hub)
      caughtUpAt = now
    } finally {
      isCatchingUp = false
    }
  }

  const timer = setInterval(() => {
    ticks++
    const now = clock()
    for (const entry of open) {
      entry.client.tick(now)
      if (entry.slot !== ticks % slots) continue
      if (entry.isAlive) entry.socket.ping()
      else entry.socket.terminate()
      entry.isAlive = false
    }
    const logFailure = (error: unknown) => log.warn({ reason: reasonOf(error) }, 'The message store does not answer')
    if (isShared && ticks % catchUpTicks === 0) catchUp().catch(logFailure)
    if (ticks % sweepTicks === 0) store.sweep().catch(logFailure)
  }, tickEvery)
  timer.unref()

  return {
    upgrade(request, socket, head) {
      if (!admission.isMeant(request)) return false
      server.handleUpgrade(request, socket, head, (client) => {
        welcome(client, request).catch((error: unknown) => {
          log.error({ reason: reasonOf(error) }, 'A relay socket failed')
          client.terminate()
        })
      })
      return true
    },
    async close() {
      isClosing = true
      clearInterval(timer)
      // Accepted requests are answered before the socket closes.
      await store.flush()
      await hub.close()
      for (const client of server.clients) client.close(1001, 'The server goes away')
      setTimeout(() => {
        for (const client of server.clients) client.terminate()
      }, 1_000).unref()
      server.close()
    },
  }
}

/** What a call takes of a client's messages that puts none, by what it asks of the database; some clients name each topic alone. */
function costOf(method: string, { receipts }: { readonly [name: string]: unknown }): number {
  switch (method) {
    case 'irn_subscribe':
    case 'irn_subscribeBlocking':
      return 0.1
    case 'irn_batchSubscribe':
    case 'irn_batchSubscribeBlocking':
    case 'irn_fetchMessages':
    case 'irn_batchFetchMessages':
      return 1
    case 'irn_batchReceive':
      return Array.isArray(receipts) ? Math.ceil(receipts.length / 10) : 1
    default:
      return 0
  }
}
