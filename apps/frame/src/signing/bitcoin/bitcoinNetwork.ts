import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'
import type { FrameChain } from '../../types.js'

/** How addresses are written on a Bitcoin network. */
export type BitcoinNetwork = typeof NETWORK

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

/** Returns the way in which addresses are written on a chain. */
export function bitcoinNetworkOf({ id }: Pick<FrameChain, 'id'>): BitcoinNetwork {
  if (id === mainnet) return NETWORK
  return id === regtest ? { ...TEST_NETWORK, bech32: 'bcrt' } : TEST_NETWORK
}
