/** The subscribers by channel within this process. */
export type Channels = {
  /** Adds a listener; true when it is the first of its channel. */
  add(channel: string, listener: (text: string) => void): boolean
  /** Removes a listener; true when it was the last of its channel. */
  remove(channel: string, listener: (text: string) => void): boolean
  tell(channel: string, text: string): void
}

/** Creates an empty list of listeners. */
export function createChannels(): Channels {
  const channels = new Map<string, Set<(text: string) => void>>()
  return {
    add(channel, listener) {
      const known = channels.get(channel)
      if (known) known.add(listener)
      else channels.set(channel, new Set([listener]))
      return known === undefined
    },
    remove(channel, listener) {
      const known = channels.get(channel)
      if (!known?.delete(listener) || known.size > 0) return false
      return channels.delete(channel)
    },
    tell(channel, text) {
      for (const listener of channels.get(channel) ?? []) listener(text)
    },
  }
}
