import type { AccountType, EmbeddedState, Storage } from '@latchkey/core'
import { type ChainId, isChainId, isNamespace } from '@latchkey/protocol/caip'

const key = 'embedded'
const types: ReadonlySet<unknown> = new Set<AccountType>(['eoa', 'smartAccount', 'payment'])

/** What this page remembers of a sign-in by e-mail; no secret is among it. */
export type SignIn = {
  /** Somebody signed in here and has not signed out. */
  readonly isUsed?: boolean | undefined
  readonly email?: string | undefined
  readonly lastChain?: ChainId | undefined
  readonly socialUsername?: string | undefined
  /** When the last code was asked for, in milliseconds; gone once it was typed. */
  readonly lastEmailAt?: number | undefined
  readonly smartAccountNetworks?: readonly number[] | undefined
  /** The kinds of accounts that the person chose. */
  readonly accountTypes?: EmbeddedState['preferredAccountTypes'] | undefined
  /** The public keys of its accounts by address, which it tells only while it is open. */
  readonly publicKeys?: { readonly [address: string]: string } | undefined
  /** The wallet has not heard yet that the person signed out. */
  readonly isLeaving?: boolean | undefined
}

/** What this page remembers of a sign-in by e-mail. */
export type SignInCache = {
  get(): SignIn
  set(part: SignIn): void
  /** Forgets the person; when a code was last asked for stays. */
  clear(): void
}

/** Keeps a sign-in in a storage, and trusts nothing that it finds there unread. */
export function createSignInCache(storage: Storage): SignInCache {
  const get = () => storage.get(key, isSignIn) ?? {}
  return {
    get,
    set: (part) => storage.set(key, { ...get(), ...part }),
    clear: () => storage.set(key, { lastEmailAt: get().lastEmailAt, isLeaving: get().isLeaving }),
  }
}

function isSignIn(value: unknown): value is SignIn {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const {
    isUsed,
    email,
    lastChain,
    socialUsername,
    lastEmailAt,
    smartAccountNetworks,
    accountTypes,
    isLeaving,
    publicKeys,
  } = value as { readonly [name in keyof SignIn]: unknown }
  return (
    is(isUsed, (each) => typeof each === 'boolean') &&
    is(isLeaving, (each) => typeof each === 'boolean') &&
    is(email, isShortText) &&
    is(socialUsername, isShortText) &&
    is(lastChain, isChainId) &&
    is(lastEmailAt, (each) => Number.isSafeInteger(each)) &&
    is(smartAccountNetworks, (each) => Array.isArray(each) && each.every((id) => Number.isSafeInteger(id))) &&
    is(accountTypes, isTypes) &&
    is(publicKeys, isKeys)
  )
}

function isTypes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).every(([family, type]) => isNamespace(family) && types.has(type))
}

function isKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return entries.length <= 20 && entries.every(([, key]) => typeof key === 'string' && /^[0-9a-f]{64,66}$/.test(key))
}

function is(value: unknown, check: (value: unknown) => boolean): boolean {
  return value === undefined || check(value)
}

function isShortText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= 254
}
