import { type AccountId, parseAccountId } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'

/** What can be signed for a token in the place of an approval (EIP-2612). */
export type SwapPermit = {
  /** The domain by which the token checks signatures. */
  readonly domain: {
    readonly name: string
    /** Absent where the token's domain has none. */
    readonly version?: string
    readonly chainId: number
    readonly verifyingContract: `0x${string}`
  }
  /** The routers that bring a signature to the token before they swap, in lower case. */
  readonly routers: readonly string[]
}

/** A signed permit that is not used yet; stored, so that it is not signed twice. */
export type SignedPermit = {
  readonly token: AccountId
  /** The router, in lower case. */
  readonly spender: string
  /** In base units of the token, in digits. */
  readonly amount: string
  /** The number that the token gives to the account's next permit, in digits. */
  readonly nonce: string
  /** In seconds since 1970. */
  readonly deadline: number
  readonly signature: `0x${string}`
}

/** The permit that an account signed last. */
export function readSignedPermit(config: Config, account: AccountId): SignedPermit | undefined {
  return config.storage.get(keyOf(account), isSignedPermit)
}

/** Keeps a permit in the place of the one before; nothing forgets it. */
export function keepSignedPermit(config: Config, account: AccountId, permit: SignedPermit | undefined): void {
  if (permit) config.storage.set(keyOf(account), permit)
  else config.storage.remove(keyOf(account))
}

function keyOf(account: AccountId): string {
  const { chainId, address } = parseAccountId(account)
  return `swapPermit/${chainId}/${address.toLowerCase()}`
}

function isSignedPermit(value: unknown): value is SignedPermit {
  if (typeof value !== 'object' || value === null) return false
  const { token, spender, amount, nonce, deadline, signature } = value as SignedPermit
  return (
    typeof token === 'string' &&
    typeof spender === 'string' &&
    /^\d{1,78}$/.test(amount) &&
    /^\d{1,78}$/.test(nonce) &&
    Number.isSafeInteger(deadline) &&
    /^0x[0-9a-f]{130}$/i.test(signature)
  )
}
