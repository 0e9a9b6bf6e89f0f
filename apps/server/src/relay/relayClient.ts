import { createHash } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { Metrics } from '../platform/metrics/metrics.js'
import type { Unread } from './createBackpressure.js'
import type { Hub, Listener } from './hub.js'
import type { StoredMessage, Want } from './message.js'
import type { MessageStore } from './messageStore.js'
import { deliveryFrame } from './relayFrames.js'
import { ackDeadline, messageSize, resendAfter, staleAfter, topicsPerClient, unacknowledged } from './relayLimits.js'
import { RelayRefusal } from './relayRefusal.js'

/** One client on one socket: what it listens to, and what it was sent and has not acknowledged. */
export type RelayClient = Listener & {
  /** Under which name its address is counted. */
  account: string
  /** As which party it is known on a topic. */
  partyOf(topic: string): string
  /** Sends a frame; ends the socket where it, or the others of its address, leave too much unread. */
  send(frame: string): void
  /** Reads what waits, one question after the other; refuses once the socket has ended. */
  read: MessageStore['read']
  /** Listens to topics and soon sends all that waits there; gives the ids of the subscriptions. */
  subscribe(topics: readonly string[]): Promise<string[]>
  unsubscribe(topic: string): void
  /** Takes the answer to a delivery. */
  answer(deliveryId: number, isAccepted: boolean): void
  /** Takes the word that messages have arrived, whatever way they were read. */
  receive(receipts: readonly { topic: string; hash: string }[]): Promise<void>
  /** Notes that a call of it was answered: a socket that only publishes is in use as well. */
  touch(): void
  /** Sends again what was not acknowledged in time; ends the socket where nothing was asked and nothing is listened to for long. */
  tick(now: number): void
  close(): void
}

type Subscription = {
  id: string
  party: string
  /** Messages that arrive while older ones are still being read. */
  held: StoredMessage[] | undefined
  /** The hashes of what it was sent, and until when each message lives: an equal one that was published after that is another. */
  sent: Map<string, number>
}
/** What was sent; `ends` is when it need not be sent again any more. */
type Delivery = { message: StoredMessage; due: number; wait: number; ends: number }

/** How many messages of one topic a socket remembers that it has been sent. */
const remembered = 1_024

/**
 * Creates one client.
 *
 * @param options - Its socket, `did:key` and the name of its address, the hub, the message store, the count of what is unread, what gives ids to deliveries, the clock, how long an
 * acknowledgement may take, and the figures.
 * @returns The client.
 */
export function createRelayClient(options: {
  socket: WebSocket
  clientId: string
  account: string
  hub: Hub
  store: MessageStore
  unread: Unread
  nextId: () => number
  clock: () => number
  resendAfter?: number | undefined
  metrics: Metrics
}): RelayClient {
  const { socket, clientId, account, hub, store, unread, metrics, clock } = options
  const subscriptions = new Map<string, Subscription>()
  const deliveries = new Map<number, Delivery>()
  let lastUsed = clock()
  const firstWait = options.resendAfter ?? resendAfter.first
  let room: (() => void) | undefined
  let isPrompt = true
  let counted = 0
  let reading: Promise<unknown> = Promise.resolve()

  function count(bytes: number): void {
    if (bytes === counted) return
    unread.add(account, bytes - counted)
    counted = bytes
  }

  function write(frame: string): void {
    if (socket.readyState !== socket.OPEN) return
    count(socket.bufferedAmount)
    // A small frame to a socket that reads is sent all the same: others at its address may be the ones who do not.
    if (unread.isFull(account) && (counted > 0 || frame.length > 2 * messageSize))
      socket.close(1013, 'The sockets of your address are not read fast enough')
    else {
      socket.send(frame)
      count(socket.bufferedAmount)
    }
  }

  /** A hundred questions at once, of some bytes each, would otherwise keep the database from everybody else. */
  function read(wants: readonly Want[], after: number): ReturnType<MessageStore['read']> {
    const answer = reading.then(() => {
      if (socket.readyState !== socket.OPEN) throw new RelayRefusal('TooManyRequests', 'The socket has ended')
      return store.read(wants, after)
    })
    reading = answer.catch(() => undefined)
    return answer
  }

  function send(message: StoredMessage, { id, sent }: Subscription): void {
    const now = clock()
    // Both times are the database's: the clock here may be wrong.
    if (message.publishedAt < (sent.get(message.hash) ?? 0) || socket.readyState !== socket.OPEN) return
    sent.delete(message.hash)
    sent.set(message.hash, message.expiresAt)
    if (sent.size > remembered)
      for (const oldest of sent.keys()) {
        sent.delete(oldest)
        break
      }
    const deliveryId = options.nextId()
    const ends = now + message.expiresAt - message.publishedAt
    deliveries.set(deliveryId, { message, due: now + firstWait, wait: firstWait, ends })
    write(deliveryFrame(deliveryId, id, message))
    metrics.relayMessages.inc({ outcome: 'delivered' })
    // What it does not take is kept; it gets that when it comes back.
    if (deliveries.size > unacknowledged.messages || socket.bufferedAmount > unacknowledged.bytes)
      socket.close(1013, 'Messages are not acknowledged fast enough')
  }

  async function replay(wants: readonly Want[]): Promise<void> {
    let after = 0
    for (let hasMore = true; hasMore; ) {
      const page = await read(wants, after)
      hasMore = page.hasMore
      for (const message of page.messages) {
        const subscription = subscriptions.get(message.topic)
        if (subscription) send(message, subscription)
        after = message.seq
      }
      if (hasMore && deliveries.size > unacknowledged.messages / 2)
        await new Promise<void>((resolve) => {
          room = resolve
        })
      if (socket.readyState !== socket.OPEN) return
    }
    for (const { topic } of wants) {
      const subscription = subscriptions.get(topic)
      const held = subscription?.held ?? []
      if (subscription) subscription.held = undefined
      for (const message of held) if (subscription) send(message, subscription)
    }
  }

  function forget(delivery: number): void {
    deliveries.delete(delivery)
    if (room && deliveries.size < unacknowledged.messages / 4) {
      room()
      room = undefined
    }
  }

  const ownParty = (topic: string) => subscriptions.get(topic)?.party ?? partyOf(clientId, topic)

  return {
    account,
    partyOf: ownParty,
    send: write,
    read,
    async subscribe(topics) {
      const fresh = new Set(topics.filter((topic) => !subscriptions.has(topic)))
      if (subscriptions.size + fresh.size > topicsPerClient)
        throw new RelayRefusal('SubscriberLimitExceeded', `A client may listen to ${topicsPerClient} topics`)
      const wants = topics.map((topic) => {
        const party = partyOf(clientId, topic)
        const id = createHash('sha256')
          .update(topic + clientId)
          .digest('hex')
        if (fresh.has(topic)) subscriptions.set(topic, { id, party, held: [], sent: new Map() })
        return { topic, party, id }
      })
      await Promise.all([...fresh].map((topic) => hub.add(topic, this)))
      // It may have gone while the store of the other processes was asked.
      if (socket.readyState !== socket.OPEN) this.close()
      else
        replay(wants.map(({ topic, party }) => ({ topic, party }))).catch(() =>
          socket.close(1013, 'Messages cannot be read now'),
        )
      return wants.map(({ id }) => id)
    },
    unsubscribe(topic) {
      if (subscriptions.delete(topic)) hub.remove(topic, this)
    },
    deliver(message) {
      const subscription = subscriptions.get(message.topic)
      if (subscription === undefined || message.sender === subscription.party) return
      if (subscription.held === undefined) send(message, subscription)
      else if (subscription.held.push(message) > unacknowledged.messages)
        socket.close(1013, 'Messages are not acknowledged fast enough')
    },
    answer(deliveryId, isAccepted) {
      const delivery = deliveries.get(deliveryId)
      if (delivery === undefined || !isAccepted) return
      forget(deliveryId)
      isPrompt = clock() - sentAt(delivery) <= ackDeadline
      metrics.relayMessages.inc({ outcome: 'acknowledged' })
      store.acknowledge(delivery.message, ownParty(delivery.message.topic), account)
    },
    readiness(topic) {
      const subscription = subscriptions.get(topic)
      if (subscription === undefined) return undefined
      const [oldest] = deliveries.values()
      const isLate = oldest !== undefined && clock() - sentAt(oldest) > ackDeadline
      return {
        party: subscription.party,
        isPrompt: isPrompt && !isLate && subscription.held === undefined && socket.readyState === socket.OPEN,
      }
    },
    async receive(receipts) {
      const received = new Set(receipts.map(({ topic, hash }) => topic + hash))
      for (const [id, { message }] of deliveries) if (received.has(message.topic + message.hash)) forget(id)
      const own = receipts.map(({ topic, hash }) => ({ topic, hash, party: ownParty(topic) }))
      await store.acknowledgeByHash(own, account)
    },
    touch() {
      lastUsed = clock()
    },
    tick(now) {
      count(socket.bufferedAmount)
      for (const [id, delivery] of deliveries) {
        const subscription = subscriptions.get(delivery.message.topic)
        if (delivery.ends <= now || subscription === undefined) forget(id)
        else if (delivery.due <= now) {
          delivery.wait = Math.min(delivery.wait * 2, Math.max(resendAfter.most, firstWait))
          delivery.due = now + delivery.wait
          write(deliveryFrame(id, subscription.id, delivery.message))
          metrics.relayMessages.inc({ outcome: 'repeated' })
        }
      }
      if (subscriptions.size === 0 && now - lastUsed > staleAfter) socket.close(4008, 'Nothing is listened to')
    },
    close() {
      for (const topic of subscriptions.keys()) hub.remove(topic, this)
      subscriptions.clear()
      deliveries.clear()
      count(0)
      room?.()
    },
  }
}

function sentAt({ due, wait }: Delivery): number {
  return due - wait
}

/**
 * Derives the party of a client within one topic. The database stores only parties, so that it does not reveal the topics of a client.
 *
 * @param clientId - The `did:key` of the client.
 * @param topic - The topic.
 * @returns 128 bits as base64url.
 */
function partyOf(clientId: string, topic: string): string {
  return createHash('sha256').update(`${topic} ${clientId}`).digest().subarray(0, 16).toString('base64url')
}
