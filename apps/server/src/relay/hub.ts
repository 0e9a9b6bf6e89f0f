import type { Cache } from '../platform/cache/cache.js'
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
  /** Gives the parties that listen to a topic here, without the sender, and whether all of them are prompt. */
  receivers(topic: string, sender: string): Receivers
  /** Gives who listens to which topics. */
  wants(): Want[]
}

type Topic = { listeners: Set<Listener>; listening: Promise<() => void> | undefined }

/**
 * Makes the hub of one relay.
 *
 * @param options - The store that carries messages between processes, the name of this one, and whether there can be others.
 * @returns The hub.
 */
export function createHub(options: { cache: Cache; origin: string; isShared: boolean }): Hub {
  const { cache, origin, isShared } = options
  const topics = new Map<string, Topic>()

  const tellHere = (message: StoredMessage) => {
    for (const listener of topics.get(message.topic)?.listeners ?? []) listener.deliver(message)
  }
  const hear = (text: string) => {
    if (!text.startsWith(origin)) tellHere(JSON.parse(text.slice(text.indexOf(' ') + 1)) as StoredMessage)
  }

  return {
    async add(name, listener) {
      let topic = topics.get(name)
      if (topic === undefined) {
        topic = { listeners: new Set(), listening: isShared ? cache.subscribe(channelOf(name), hear) : undefined }
        topics.set(name, topic)
      }
      topic.listeners.add(listener)
      await topic.listening
    },
    remove(name, listener) {
      const topic = topics.get(name)
      topic?.listeners.delete(listener)
      if (topic === undefined || topic.listeners.size > 0) return
      topics.delete(name)
      void topic.listening?.then((stop) => stop())
    },
    tell(messages) {
      for (const message of messages) {
        tellHere(message)
        if (isShared) void cache.publish(channelOf(message.topic), `${origin} ${JSON.stringify(message)}`)
      }
    },
    tellHere(messages) {
      messages.forEach(tellHere)
    },
    receivers(name, sender) {
      const parties: string[] = []
      let isPrompt = true
      for (const listener of topics.get(name)?.listeners ?? []) {
        const readiness = listener.readiness(name)
        if (readiness === undefined || readiness.party === sender) continue
        if (!readiness.isPrompt) isPrompt = false
        if (!parties.includes(readiness.party)) parties.push(readiness.party)
      }
      return { parties, isPrompt }
    },
    wants() {
      const wants: Want[] = []
      for (const [topic, { listeners }] of topics) {
        const parties = new Set([...listeners].flatMap((listener) => listener.readiness(topic)?.party ?? []))
        for (const party of parties) wants.push({ topic, party })
      }
      return wants
    },
  }
}

function channelOf(topic: string): string {
  return `relay:${topic}`
}
