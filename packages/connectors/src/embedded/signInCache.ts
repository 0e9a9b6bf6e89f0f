import type { AccountType, EmbeddedState, Storage } from '@latchkey/core'
import { type ChainId, isChainId, isNamespace } from '@latchkey/protocol/caip'

const key = 'embedded'
const types: ReadonlySet<unknown> = new Set<AccountType>(['eoa', 'smartAccount', 'payment'])

/** The cached facts of a sign-in by e-mail; no secrets. */
export type SignIn = {
  /** Signed in on this page, and not signed out since. */
  readonly isUsed?: boolean | undefined
  readonly email?: string | undefined
  readonly lastChain?: ChainId | undefined
  readonly socialUsername?: string | undefined
  /** When the last code was requested, in milliseconds; removed once it was entered. */
  readonly lastEmailAt?: number | undefined
  readonly smartAccountNetworks?: readonly number[] | undefined
  /** The chosen account types. */
  readonly accountTypes?: EmbeddedState['preferredAccountTypes'] | undefined
  /** The public keys of its accounts by address, which it returns only while unlocked. */
  readonly publicKeys?: { readonly [address: string]: string } | undefined
  /** A sign-out that was not delivered to the wallet yet. */
  readonly isLeaving?: boolean | undefined
}

/** The cache of a sign-in by e-mail. */
export type SignInCache = {
  get(): SignIn
  set(part: SignIn): void
  /** Clears the sign-in; the time of the last code stays. */
  clear(): void
}

/** Caches a sign-in in a storage; validates what it reads. */
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
