import type { AccountFacts, WalletSession } from '@latchkey/core'
import { type AccountId, type ChainId, isAccountId } from '@latchkey/protocol/caip'

type Facts = NonNullable<WalletSession['facts']>

/**
 * Reads what a wallet says of the addresses of a Bitcoin account: a list, or a list for each intention.
 *
 * @param value - The answer to `getAccountAddresses`, or its JSON text as a wallet puts it into a session.
 * @param chainOf - The chain of an address.
 * @returns Kind, public key and path by CAIP-10 id; what is in no known form is left out.
 * @see https://docs.walletconnect.network/wallet-sdk/chain-support/bitcoin
 */
export function readFacts(value: unknown, chainOf: (address: string) => ChainId | undefined): Facts {
  const given = typeof value === 'string' ? parse(value) : value
  const entries: readonly unknown[] = Array.isArray(given) ? given : Object.values(asRecord(given)).flat()
  const facts: { [account in AccountId]?: AccountFacts } = {}
  for (const entry of entries.slice(0, 100)) {
    const { address, publicKey, path, intention } = asRecord(entry)
    const chain = typeof address === 'string' ? chainOf(address) : undefined
    const account = `${chain}:${String(address)}`
    if (!isAccountId(account)) continue
    facts[account] = {
      type: isOrdinal(String(address), path, intention) ? 'ordinal' : 'payment',
      ...(typeof publicKey === 'string' && /^[0-9a-f]{64,130}$/i.test(publicKey) ? { publicKey } : {}),
      ...(typeof path === 'string' && /^m(\/\d{1,10}'?)+$/.test(path) ? { path } : {}),
    }
  }
  return facts
}

/** What a wallet says with the session itself. */
export function readSessionFacts(
  { bip122_getAccountAddresses: value }: { readonly [name: string]: unknown },
  chainOf: (address: string) => ChainId | undefined,
): Facts {
  return value === undefined ? {} : readFacts(value, chainOf)
}

function isOrdinal(address: string, path: unknown, intention: unknown): boolean {
  if (typeof intention === 'string') return intention.startsWith('ordinal')
  return /^(bc|tb|bcrt)1p/.test(address) || (typeof path === 'string' && path.startsWith("m/86'"))
}

function asRecord(value: unknown): { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown }) : {}
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
