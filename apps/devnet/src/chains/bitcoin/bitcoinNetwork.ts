import type { NETWORK } from '@scure/btc-signer'

/** CAIP-2 id of the local Bitcoin chain: the genesis block of regtest. @see https://github.com/bitcoin/bips/blob/master/bip-0122.mediawiki */
export const bitcoinChainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

/** How addresses and keys are written on regtest. */
export const regtest: typeof NETWORK = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
