/** A message as it is handed in. */
export type NewMessage = {
  topic: string
  message: string
  tag: number
  attestation?: string | undefined
  /** The party that sends it, see `partyOf`. */
  sender: string
  /** How long it is kept, in seconds. */
  ttl: number
  /** Under which name the address it comes from is counted, see `createStorageQuota`; absent: anybody's. */
  account?: string | undefined
}

/** A message that is kept. */
export type StoredMessage = {
  /** Its place among all messages; 0 while it is not written. */
  seq: number
  topic: string
  hash: string
  message: string
  tag: number
  attestation: string | null
  sender: string
  /** In milliseconds. */
  publishedAt: number
  expiresAt: number
}

/** A message on its way into the database. */
export type Taken = NewMessage & {
  hash: string
  /** Topic and hash: what it is known by. */
  key: string
  /** The form in which it was delivered before it was written. */
  delivered?: StoredMessage
  /** Whether it goes on without being written, because all have it, or is being written now. */
  state?: 'passed' | 'writing'
  /** Whether it was written, and was not there before. */
  isKept?: boolean
}

/** The messages to read: a topic and the reading party. */
export type Want = { topic: string; party: string }

/** An acknowledgement of a message by the SHA-256 of its text. */
export type HashReceipt = { topic: string; hash: string; party: string }
