import type { AccountFacts, ChainId } from '@latchkey/core'
import { badAnswer, type FamilyAccount } from '@latchkey/core/family'
import {
  type BitcoinNetwork,
  bitcoinAccountType,
  bitcoinChains,
  bitcoinChainsOf,
} from '@latchkey/protocol/internal/bitcoin'
import { bitcoinNetworkOf } from './networks.js'

/** An address as a wallet told it, before anything of it is checked. */
export type ToldAddress = {
  readonly address: unknown
  readonly publicKey?: unknown
  readonly path?: unknown
  readonly type?: 'payment' | 'ordinal' | undefined
}

const publicKeyPattern = /^([0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{130})$/i
const pathPattern = /^m(\/\d{1,10}['h]?){1,10}$/

/**
 * Reads the addresses that a wallet told, the payment account first.
 *
 * @param name - The wallet's, for the error.
 * @param told - What it told.
 * @param network - Where it says it is; what its addresses say by their form holds in any case.
 * @throws WALLET_BAD_ANSWER when one is no Bitcoin address, or is one of another network than the wallet says.
 */
export function readBitcoinAccounts(
  name: string,
  told: readonly ToldAddress[],
  network: BitcoinNetwork | undefined,
): readonly FamilyAccount[] {
  const accounts = told.map(({ address, publicKey, path, type }): FamilyAccount => {
    const possible = bitcoinChainsOf(address)
    const networks = network ? possible.filter((each) => each === network) : possible
    if (typeof address !== 'string' || networks.length === 0) throw badAnswer(name, 'Bitcoin accounts')
    const facts: AccountFacts = {
      type: type ?? bitcoinAccountType(address),
      ...(typeof publicKey === 'string' && publicKeyPattern.test(publicKey)
        ? { publicKey: publicKey.toLowerCase() }
        : {}),
      ...(typeof path === 'string' && pathPattern.test(path) ? { path } : {}),
    }
    return { address, chains: networks.map((each) => bitcoinChains[each]), facts }
  })
  const payment = accounts.filter(({ facts }) => facts?.type === 'payment')
  return [...payment, ...accounts.filter((account) => !payment.includes(account))]
}

/** The name of the network to ask a wallet for; undefined when there is none to ask for. */
export function wantedNetwork(chainId: ChainId | undefined): BitcoinNetwork | undefined {
  return chainId === undefined ? undefined : bitcoinNetworkOf(chainId)
}

/** A transaction id out of an answer. */
export function readTxid(name: string, value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)) return value.toLowerCase()
  throw badAnswer(name, 'a transaction id')
}

/** A signature out of an answer: base64 as it stands. */
export function readSignature(name: string, value: unknown): string {
  if (typeof value === 'string' && /^[A-Za-z0-9+/]{80,8000}={0,2}$/.test(value)) return value
  throw badAnswer(name, 'a signature')
}
