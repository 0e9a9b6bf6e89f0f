import type { Storage, WalletSession } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol/caip'
import { cleanName } from '@latchkey/protocol/internal/text'
import { asRecord } from './wire.js'

/** What a wallet says about itself. */
export type PeerMetadata = {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

/** A granted namespace: a chain family or one of its chains. */
export type WireNamespace = {
  readonly chains: readonly string[]
  readonly accounts: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** The granted namespaces. */
export type WireNamespaces = { readonly [namespace: string]: WireNamespace }

/** A settled session. */
export type SessionRecord = {
  readonly topic: string
  readonly symKey: string
  /** The only key that may change the session. */
  readonly controller: string
  readonly wallet: PeerMetadata
  readonly namespaces: WireNamespaces
  /** In seconds since 1970, as on the wire. */
  readonly expiry: number
  /** The active chain by family. */
  readonly active: { readonly [namespace: string]: string }
  /** The id of the last change, so that a late older one is ignored. */
  readonly changedBy: number
  /** What the wallet reported of its accounts besides their addresses. */
  readonly facts?: NonNullable<WalletSession['facts']>
}

/** The payload of a sign-in request. @see https://chainagnostic.org/CAIPs/caip-222 */
export type AuthPayload = {
  readonly type: 'caip122'
  readonly chains: readonly ChainId[]
  readonly domain: string
  readonly aud: string
  readonly version: string
  readonly nonce: string
  readonly iat: string
  readonly statement?: string
  readonly exp?: string
  readonly nbf?: string
  readonly requestId?: string
  /** The last one lists the methods of the session. */
  readonly resources: readonly string[]
}

/** An open proposal. */
export type ProposalRecord = {
  readonly topic: string
  readonly symKey: string
  readonly id: number
  readonly publicKey: string
  readonly privateKey: string
  /** The expiry, in milliseconds since 1970. */
  readonly expiresAt: number
  readonly chains: readonly string[]
  /** The chain whose family is required. */
  readonly required?: string
  /** The sign-in request that a wallet may answer instead of the proposal, with its id. */
  readonly signIn?: { readonly id: number; readonly payload: AuthPayload }
}

/** A session that was left before its wallet could be notified. */
export type LeftRecord = { readonly topic: string; readonly symKey: string; readonly expiry: number }

/** The persisted records. */
export type Records = {
  /** The private key that identifies this client to relays. */
  seed(make: () => string): string
  sessions(): readonly SessionRecord[]
  putSession(session: SessionRecord): void
  dropSession(topic: string): void
  proposals(): readonly ProposalRecord[]
  putProposal(proposal: ProposalRecord): void
  dropProposal(topic: string): void
  left(): readonly LeftRecord[]
  putLeft(session: LeftRecord): void
  dropLeft(topic: string): void
  /** True the first time for a mark, then false; remembered for a day. */
  isNew(mark: string): boolean
}

const hex = /^[0-9a-f]{64}$/
const keys = {
  client: 'walletConnect/client',
  sessions: 'walletConnect/sessions',
  proposals: 'walletConnect/proposals',
  seen: 'walletConnect/seen',
  left: 'walletConnect/left',
} as const
const [day, mostMarks] = [86_400_000, 1000]

/** Persists the records. Each change reads first: another tab may have changed them. */
export function createRecords(storage: Storage): Records {
  const list = <record extends { topic: string }>(key: string, check: (value: unknown) => value is record) => {
    const isList = (value: unknown): value is record[] => Array.isArray(value)
    const read = () => (storage.get(key, isList) ?? []).filter(check)
    const write = (records: readonly record[]) => {
      if (records.length === 0) storage.remove(key)
      else storage.set(key, records)
    }
    return {
      read,
      put: (record: record) => write([...read().filter(({ topic }) => topic !== record.topic), record]),
      drop: (topic: string) => write(read().filter((record) => record.topic !== topic)),
    }
  }
  const sessions = list(keys.sessions, isSessionRecord)
  const proposals = list(keys.proposals, isProposalRecord)
  const left = list(keys.left, isLeftRecord)
  // Seen marks are also in memory: with a full storage a request must not be handled twice either.
  let seen = new Map(storage.get(keys.seen, isMarks) ?? [])

  return {
    seed(make) {
      const known = storage.get(keys.client, isHex)
      if (known !== undefined) return known
      const seed = make()
      storage.set(keys.client, seed)
      return seed
    },
    sessions: () => sessions.read().filter(({ expiry }) => expiry * 1000 > Date.now()),
    putSession: sessions.put,
    dropSession: sessions.drop,
    proposals: () => proposals.read().filter(({ expiresAt }) => expiresAt > Date.now()),
    putProposal: proposals.put,
    dropProposal: proposals.drop,
    left: () => left.read().filter(({ expiry }) => expiry * 1000 > Date.now()),
    putLeft: left.put,
    dropLeft: left.drop,
    isNew(mark) {
      if (seen.has(mark)) return false
      const now = Date.now()
      const fresh = [...seen].filter(([, at]) => now - at < day).slice(1 - mostMarks)
      seen = new Map([...fresh, [mark, now]])
      storage.set(keys.seen, [...seen])
      return true
    },
  }
}

/** Whether an earlier visit left something to resume, without loading the code for it. */
export function hasRecords(storage: Storage): boolean {
  const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0
  return storage.get(keys.sessions, isList) !== undefined || storage.get(keys.proposals, isList) !== undefined
}

/** Whether a wallet of an earlier visit still has to be notified that it was left. */
export function hasLeft(storage: Storage): boolean {
  return storage.get(keys.left, (value): value is unknown[] => Array.isArray(value) && value.length > 0) !== undefined
}

/** Parses the metadata of a wallet; texts are cleaned and cut, unsafe icon URLs are left out. */
export function readMetadata(value: unknown): PeerMetadata {
  const { name, description, url, icons } = asRecord(value)
  const text = (given: unknown, most: number) => (typeof given === 'string' ? cleanName(given, most) : '')
  return {
    name: text(name, 80),
    description: text(description, 300),
    url: text(url, 300),
    icons: isTexts(icons) ? icons.filter((icon) => /^(https:\/\/|data:image\/).{0,9999}$/.test(icon)).slice(0, 4) : [],
  }
}

/** Whether a value is a list of texts. */
export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}

/** Whether a value is a key or a topic. */
export function isHex(value: unknown): value is string {
  return typeof value === 'string' && hex.test(value)
}

function isSessionRecord(value: unknown): value is SessionRecord {
  const { topic, symKey, controller, wallet, namespaces, expiry, active, changedBy, facts } = asRecord(value)
  return (
    [topic, symKey, controller].every(isHex) &&
    typeof asRecord(wallet).name === 'string' &&
    isTexts(asRecord(wallet).icons) &&
    Object.values(asRecord(namespaces)).every(isWireNamespace) &&
    Number.isSafeInteger(expiry) &&
    isTexts(Object.values(asRecord(active))) &&
    Number.isSafeInteger(changedBy) &&
    (facts === undefined || Object.values(asRecord(facts)).every((each) => isTexts(Object.values(asRecord(each)))))
  )
}

function isLeftRecord(value: unknown): value is LeftRecord {
  const { topic, symKey, expiry } = asRecord(value)
  return [topic, symKey].every(isHex) && Number.isSafeInteger(expiry)
}

function isWireNamespace(value: unknown): value is WireNamespace {
  const { chains, accounts, methods, events } = asRecord(value)
  return [chains, accounts, methods, events].every(isTexts)
}

function isProposalRecord(value: unknown): value is ProposalRecord {
  const { topic, symKey, id, publicKey, privateKey, expiresAt, chains, required, signIn } = asRecord(value)
  return (
    [topic, symKey, publicKey, privateKey].every(isHex) &&
    Number.isSafeInteger(id) &&
    Number.isSafeInteger(expiresAt) &&
    isTexts(chains) &&
    (required === undefined || typeof required === 'string') &&
    (signIn === undefined || isSignIn(asRecord(signIn)))
  )
}

function isSignIn({ id, payload }: { readonly [key: string]: unknown }): boolean {
  const { chains, domain, aud, nonce, version } = asRecord(payload)
  return Number.isSafeInteger(id) && isTexts(chains) && isTexts([domain, aud, nonce, version])
}

function isMarks(value: unknown): value is (readonly [string, number])[] {
  return (
    Array.isArray(value) &&
    value.every((mark) => Array.isArray(mark) && typeof mark[0] === 'string' && typeof mark[1] === 'number')
  )
}
