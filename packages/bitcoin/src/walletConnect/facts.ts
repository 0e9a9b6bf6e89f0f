import type { AccountFacts, WalletSession } from '@latchkey/core'
import { type AccountId, type ChainId, isAccountId } from '@latchkey/protocol/caip'
import { bitcoinAccountType } from '@latchkey/protocol/internal/bitcoin'

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
  const facts: { [account in AccountId]?: AccountFacts } = {}
  for (const entry of listIn(value).slice(0, 100)) {
    const { address, publicKey, path, intention } = (entry ?? {}) as { readonly [field: string]: unknown }
    const account = `${typeof address === 'string' ? chainOf(address) : undefined}:${String(address)}`
    if (!isAccountId(account)) continue
    const derivation = typeof path === 'string' ? path : ''
    facts[account] = {
      type: typeOf(String(address), derivation, intention),
      ...(typeof publicKey === 'string' && /^[0-9a-f]{64,130}$/i.test(publicKey) ? { publicKey } : {}),
      ...(/^m(\/\d{1,10}'?)+$/.test(derivation) ? { path: derivation } : {}),
    }
  }
  return facts
}

/** What a wallet says with the session itself. */
export function readSessionFacts(
  { bip122_getAccountAddresses: value }: { readonly [name: string]: unknown },
  chainOf: (address: string) => ChainId | undefined,
): Facts {
  return readFacts(value, chainOf)
}

function listIn(value: unknown): readonly unknown[] {
  try {
    const given: unknown = typeof value === 'string' ? JSON.parse(value) : value
    return Array.isArray(given) ? given : Object.values(given ?? {}).flat()
  } catch {
    return []
  }
}

function typeOf(address: string, path: string, intention: unknown): 'payment' | 'ordinal' {
  const isOrdinal = typeof intention === 'string' ? intention.startsWith('ordinal') : path.startsWith("m/86'")
  return isOrdinal ? 'ordinal' : typeof intention === 'string' ? 'payment' : bitcoinAccountType(address)
}
