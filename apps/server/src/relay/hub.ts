import type { Cache } from '../platform/cache/cache.js'
import { createLastSeen } from './createLastSeen.js'
import type { StoredMessage, Want } from './message.js'

/** Who listens to topics in this process. */
export type Listener = {
  deliver(message: StoredMessage): void
  /** As which party it listens to a topic, and whether it is quick to acknowledge. */
  readiness(topic: string): { party: string; isPrompt: boolean } | undefined
}

/** Who is to acknowledge a message. */
export type Receivers = { parties: string[]; isPrompt: boolean }

/** Brings messages to those who listen, in this process and in the others. */
export type Hub = {
  /** Resolves once nothing that is told from now on is missed. */
  add(topic: string, listener: Listener): Promise<void>
  remove(topic: string, listener: Listener): void
  /** Tells messages that this process has kept. */
  tell(messages: readonly StoredMessage[]): void
  /** Tells messages that another process has kept, here only. */
  tellHere(messages: readonly StoredMessage[]): void
  /** Whether those who listen here were told a message of another process; of the last ones. */
  hasHeard(seq: number): boolean
  /** Gives the parties that listen to a topic here, without the sender, and whether all of them are prompt. */
  receivers(topic: string, sender: string): Receivers
  /** Gives who listens to which topics. */
  wants(): Want[]
  /** Gives how many processes, with this one, kept messages in the last seconds. */
  processes(): number
  close(): Promise<void>
}

/** One channel for all topics: a process reads what the others say in a few texts, and takes out what somebody here listens to. */
const channel = 'relay'
/** How many characters one text has, besides the message that goes beyond: a store cuts off who does not read fast enough. */
const noticeSize = 256 * 1024
/** How many messages of other processes are remembered at least. */
const maxHeard = 100_000
/** For how long a process counts that was heard of, in milliseconds. */
const heardFor = 2_000

/**
 * Makes the hub of one relay.
 *
 * @param options - The store that carries messages between processes, the name of this one, and whether there can be others.
 * @returns The hub.
 */
export function createHub(options: { cache: Cache; origin: string; isShared: boolean }): Hub {
  const { cache, origin, isShared } = options
  const topics = new Map<string, Set<Listener>>()
  const heard = createLastSeen<number>(maxHeard)
  /** When each other process was last heard of. */
  const others = new Map<string, number>()
  const listening = isShared ? cache.subscribe(channel, hear) : undefined

  function tellHere(message: StoredMessage): void {
    for (const listener of topics.get(message.topic) ?? []) listener.deliver(message)
  }

  function tellOfOther(message: StoredMessage): void {
    if (!topics.has(message.topic)) return
    heard.add(message.seq, Number.POSITIVE_INFINITY)
    tellHere(message)
  }

  /** Reads lines: who says it, and then the topic of each message and its JSON. */
  function hear(text: string): void {
    if (text.startsWith(origin)) return
    const lead = text.indexOf('\n')
    others.set(text.slice(0, lead), performance.now())
    for (let start = lead + 1; start > 0; ) {
      const space = text.indexOf(' ', start)
      const end = text.indexOf('\n', start)
      if (topics.has(text.slice(start, space))) tellOfOther(JSON.parse(text.slice(space, end === -1 ? undefined : end)))
      start = end + 1
    }
  }

  function tellOthers(messages: readonly StoredMessage[]): void {
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
    tell(messages) {
      messages.forEach(tellHere)
      if (isShared) tellOthers(messages)
    },
    tellHere(messages) {
      messages.forEach(tellOfOther)
    },
    hasHeard: (seq) => heard.has(seq, 0),
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
      for (const [other, at] of others) if (now - at > heardFor) others.delete(other)
      return 1 + others.size
    },
    async close() {
      const stop = await listening
      stop?.()
    },
  }
}
