/** Short-lived answers, shared by all instances of a server when they share the store. Text in, text out. */
export type Cache = {
  /** Returns what was kept, or nothing. A store that is down gives nothing: a cache must never fail a call. */
  get(key: string): Promise<string | undefined>
  /** Keeps a text for a time in milliseconds. */
  set(key: string, value: string, ttl: number): Promise<void>
  delete(key: string): Promise<void>
  /** Publishes a text to all subscribers of a channel in every instance, this one included. False while the store is down. */
  publish(channel: string, text: string): Promise<boolean>
  /** Listens on a channel; gives the way to stop, once texts arrive or the store turned out to be down. */
  subscribe(channel: string, listener: (text: string) => void): Promise<() => void>
  /** Returns whether the store is down; absent where it is this process. */
  isUnreachable?(): Promise<boolean>
  close(): Promise<void>
}
