import { type ChainId, LatchkeyError } from '@latchkey/core'
import { type BitcoinNetwork, bitcoinChains } from '@latchkey/protocol/internal/bitcoin'

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
