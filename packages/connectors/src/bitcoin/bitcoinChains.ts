import { type AccountType, type ChainId, LatchkeyError } from '@latchkey/core'

/** The networks of Bitcoin, as wallets call them. */
export type BitcoinNetwork = 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest'

/** CAIP-2 ids of Bitcoin's networks: the beginnings of the hashes of their first blocks. @see https://namespaces.chainagnostic.org/bip122/caip2 */
export const bitcoinChains: { readonly [network in BitcoinNetwork]: ChainId } = {
  mainnet: 'bip122:000000000019d6689c085ae165831e93',
  testnet: 'bip122:000000000933ea01ad0ee984209779ba',
  testnet4: 'bip122:00000000da84f2bafbbc53dee25a72ae',
  signet: 'bip122:00000008819873e925422c1ff0f99f7c',
  regtest: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
}

const base58 = '[1-9A-HJ-NP-Za-km-z]{25,34}'
const forms: readonly (readonly [RegExp, readonly BitcoinNetwork[]])[] = [
  [/^bc1[02-9ac-hj-np-z]{8,87}$/i, ['mainnet']],
  [new RegExp(`^[13]${base58}$`), ['mainnet']],
  [/^tb1[02-9ac-hj-np-z]{8,87}$/i, ['testnet', 'testnet4', 'signet']],
  [/^bcrt1[02-9ac-hj-np-z]{8,87}$/i, ['regtest']],
  [new RegExp(`^[2mn]${base58}$`), ['testnet', 'testnet4', 'signet', 'regtest']],
]

/** The networks that an address can be of, by its form alone; none for what is no address. */
export function networksOf(address: unknown): readonly BitcoinNetwork[] {
  if (typeof address !== 'string') return []
  return forms.find(([form]) => form.test(address))?.[1] ?? []
}

/** Taproot addresses hold ordinals, all others what is paid with. */
export function bitcoinAccountType(address: string): AccountType {
  return /^(bc|tb|bcrt)1p/i.test(address) ? 'ordinal' : 'payment'
}

/** The chain that a wallet says it is on, by any of the names in use; undefined for another coin's. */
export function readBitcoinNetwork(name: unknown): BitcoinNetwork | undefined {
  if (typeof name !== 'string') return undefined
  const plain = name.toLowerCase().replace(/^bitcoin[_:]?/, '')
  if (plain === 'livenet') return 'mainnet'
  return plain in bitcoinChains ? (plain as BitcoinNetwork) : undefined
}

/** The name of a network by its CAIP-2 id. */
export function bitcoinNetworkOf(chainId: ChainId): BitcoinNetwork {
  const known = (Object.keys(bitcoinChains) as BitcoinNetwork[]).find((network) => bitcoinChains[network] === chainId)
  if (known) return known
  throw new LatchkeyError('CHAIN_SWITCH_REFUSED', `Wallets do not support the Bitcoin network ${chainId}.`, {
    hints: ['Use one of the networks of Bitcoin by its CAIP-2 id.'],
  })
}
