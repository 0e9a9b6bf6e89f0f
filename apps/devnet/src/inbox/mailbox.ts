import type { Message } from './message.js'

/** How many mails are kept; the oldest go first. */
export const keptMessages = 200

/** The mails that arrived. */
export type Mailbox = {
  /** Newest first. */
  list(to?: string): readonly Message[]
  get(id: string): Message | undefined
  add(message: Message): void
  clear(): void
  /** Hears of each change; returns what ends that. */
  watch(changed: () => void): () => void
}

/** Creates an empty mailbox, kept in memory. */
export function createMailbox(): Mailbox {
  let messages: readonly Message[] = []
  const watchers = new Set<() => void>()
  function change(next: readonly Message[]): void {
    messages = next
    for (const changed of watchers) changed()
  }
  return {
    list: (to) =>
      to === undefined
        ? messages
        : messages.filter((message) => message.to.some((address) => address.toLowerCase() === to.toLowerCase())),
    get: (id) => messages.find((message) => message.id === id),
    add: (message) => change([message, ...messages].slice(0, keptMessages)),
    clear: () => change([]),
    watch(changed) {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
  }
}
