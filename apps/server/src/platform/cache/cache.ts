/** Short-lived answers, shared by all instances of a server when they share the store. Text in, text out. */
export type Cache = {
  /** Gives what was kept, or nothing. A store that is down gives nothing: a cache must never fail a call. */
  get(key: string): Promise<string | undefined>
  /** Keeps a text for a time in milliseconds. */
  set(key: string, value: string, ttl: number): Promise<void>
  delete(key: string): Promise<void>
  close(): Promise<void>
}
