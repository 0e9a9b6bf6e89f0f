import { hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import { developmentSeed } from '../developmentSeed.js'
import { regtest } from './bitcoinNetwork.js'

/** A key of the local Bitcoin chain. Everybody knows it: never send anything of value to it. */
export type BitcoinTestAccount = {
  readonly type: 'payment' | 'ordinal'
  readonly address: string
  readonly privateKey: Uint8Array
  /** Compressed, 33 bytes of hex. */
  readonly publicKey: string
  readonly path: string
  /** The script of its outputs. */
  readonly script: Uint8Array
}

/** The accounts of one index: what it is paid to, and what holds its ordinals. */
export type BitcoinTestAccounts = { readonly payment: BitcoinTestAccount; readonly ordinal: BitcoinTestAccount }

const paymentPath = `m/84'/1'/0'/0`
const ordinalPath = `m/86'/1'/0'/0`

/**
 * Derives the accounts of the development phrase: payment accounts are P2WPKH (BIP-84), ordinal accounts P2TR (BIP-86).
 *
 * @param count - How many of each.
 * @returns One pair for each index, from 0.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0084.mediawiki
 * @see https://github.com/bitcoin/bips/blob/master/bip-0086.mediawiki
 *
 * @example
 * import { bitcoinAccounts } from '@latchkey/devnet'
 * const [first] = bitcoinAccounts(1)
 * console.log(first?.payment.address)
 */
export function bitcoinAccounts(count: number): readonly BitcoinTestAccounts[] {
  const root = bitcoinRoot()
  // Each step costs a page milliseconds, so the common ones are taken once.
  const payments = root.derive(paymentPath)
  const ordinals = root.derive(ordinalPath)
  return Array.from({ length: count }, (_, index) => ({
    payment: toAccount('payment', payments.deriveChild(index), `${paymentPath}/${index}`),
    ordinal: toAccount('ordinal', ordinals.deriveChild(index), `${ordinalPath}/${index}`),
  }))
}

/** The key that mines and gives away: on a path of its own, so that no wallet shows what it holds. */
export function bitcoinMiner(): BitcoinTestAccount {
  const path = `m/84'/1'/9'/0/0`
  return toAccount('payment', bitcoinRoot().derive(path), path)
}

function bitcoinRoot(): HDKey {
  return HDKey.fromMasterSeed(developmentSeed())
}

function toAccount(
  type: BitcoinTestAccount['type'],
  { privateKey, publicKey }: HDKey,
  path: string,
): BitcoinTestAccount {
  if (!privateKey || !publicKey) throw new Error(`The path ${path} has no key`)
  const payment = type === 'payment' ? p2wpkh(publicKey, regtest) : p2tr(publicKey.slice(1), undefined, regtest)
  if (payment.address === undefined) throw new Error(`The path ${path} has no address`)
  return {
    type,
    address: payment.address,
    privateKey,
    publicKey: hex.encode(publicKey),
    path,
    script: payment.script,
  }
}
