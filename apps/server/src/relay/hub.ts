import type { Cache } from '../platform/cache/cache.js'
import { createRecentKeys } from './createRecentKeys.js'
import type { StoredMessage, Want } from './message.js'

/** A subscriber of topics in this process. */
export type Listener = {
  deliver(message: StoredMessage): void
  /** The party under which it subscribes to a topic, and whether it acknowledges quickly. */
  readiness(topic: string): { party: string; isPrompt: boolean } | undefined
}

/** The parties that must acknowledge a message. */
export type Receivers = { parties: string[]; isPrompt: boolean }

/** Delivers messages to subscribers, in this process and the others. */
export type Hub = {
  /** Resolves once every message from now on is delivered. */
  add(topic: string, listener: Listener): Promise<void>
  remove(topic: string, listener: Listener): void
  /** Publishes messages that this process has stored. */
  publish(messages: readonly StoredMessage[]): void
  /** Delivers messages that another process has stored, in this process only. */
  deliver(messages: readonly StoredMessage[]): void
  /** Whether a recent message of another process was delivered here. */
  hasDelivered(seq: number): boolean
  /** Returns the parties that listen to a topic here, without the sender, and whether all of them are prompt. */
  receivers(topic: string, sender: string): Receivers
  /** Lists the subscriptions. */
  wants(): Want[]
  /** The number of processes, this one included, that stored messages in the last seconds. */
  processes(): number
  close(): Promise<void>
}

/** One channel for all topics: processes publish in batches, and each filters by its own subscriptions. */
const channel = 'relay'
/** The size of a batch in characters, beyond which it is sent: a store disconnects slow subscribers. */
const noticeSize = 256 * 1024
/** The minimum number of messages of other processes to remember. */
const maxDelivered = 100_000
/** How long a process counts after its last message, in milliseconds. */
const activeFor = 2_000

/**
 * Creates the hub of one relay.
 *
 * @param options - The store that carries messages between processes, the name of this one, and whether there can be others.
 * @returns The hub.
 */
export function createHub(options: { cache: Cache; origin: string; isShared: boolean }): Hub {
  const { cache, origin, isShared } = options
  const topics = new Map<string, Set<Listener>>()
  const delivered = createRecentKeys<number>(maxDelivered)
  /** The time of the last message of each other process. */
  const others = new Map<string, number>()
  const listening = isShared ? cache.subscribe(channel, receive) : undefined

  function deliver(message: StoredMessage): void {
    for (const listener of topics.get(message.topic) ?? []) listener.deliver(message)
  }

  function deliverOther(message: StoredMessage): void {
    if (!topics.has(message.topic)) return
    delivered.add(message.seq, Number.POSITIVE_INFINITY)
    deliver(message)
  }

  /** Parses a batch: a line with the sender, then per message a line with the topic and JSON. */
  function receive(text: string): void {
    if (text.startsWith(origin)) return
    const lead = text.indexOf('\n')
    others.set(text.slice(0, lead), performance.now())
    for (let start = lead + 1; start > 0; ) {
      const space = text.indexOf(' ', start)
      const end = text.indexOf('\n', start)
      if (topics.has(text.slice(start, space)))
        deliverOther(JSON.parse(text.slice(space, end === -1 ? undefined : end)))
      start = end + 1
    }
  }

  function publishToOthers(messages: readonly StoredMessage[]): void {
    let text = origin
    messages.forEach((message, at) => {
      text += `\n${message.topic} ${JSON.stringify(message)}`
      if (text.length < noticeSize && at < messages.length - 1) return
      void cache.publish(channel, text)
      text = origin
    })
  }

  return {
    async add(name, listener) {
      const listeners = topics.get(name)
      if (listeners === undefined) topics.set(name, new Set([listener]))
      else listeners.add(listener)
      await listening
    },
    remove(name, listener) {
      const listeners = topics.get(name)
      listeners?.delete(listener)
      if (listeners?.size === 0) topics.delete(name)
    },
    publish(messages) {
      messages.forEach(deliver)
      if (isShared) publishToOthers(messages)
    },
    deliver(messages) {
      messages.forEach(deliverOther)
    },
    hasDelivered: (seq) => delivered.has(seq, 0),
    receivers(name, sender) {
      const parties: string[] = []
      let isPrompt = true
      for (const listener of topics.get(name) ?? []) {
        const readiness = listener.readiness(name)
        if (readiness === undefined || readiness.party === sender) continue
        if (!readiness.isPrompt) isPrompt = false
        if (!parties.includes(readiness.party)) parties.push(readiness.party)
      }
      return { parties, isPrompt }
    },
    wants() {
      const wants: Want[] = []
      for (const [topic, listeners] of topics) {
        const parties = new Set([...listeners].flatMap((listener) => listener.readiness(topic)?.party ?? []))
        for (const party of parties) wants.push({ topic, party })
      }
      return wants
    },
    processes() {
      const now = performance.now()
      for (const [other, at] of others) if (now - at > activeFor) others.delete(other)
      return 1 + others.size
    },
    async close() {
      const stop = await listening
      stop?.()
    },
  }
}
