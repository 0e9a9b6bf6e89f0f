import { featureOf, type StandardFamily } from '@latchkey/core/family'
import {
  type BitcoinNetwork,
  bitcoinAccountType,
  bitcoinChains,
  bitcoinChainsOf,
} from '@latchkey/protocol/internal/bitcoin'
import { hex } from '@scure/base'

/** What Bitcoin is in the Wallet Standard. @see https://github.com/ExodusMovement/bitcoin-wallet-standard */
export const standardFamily: StandardFamily = {
  namespace: 'bip122',
  prefix: 'bitcoin:',
  // A chain that the standard has no name for is a local one.
  chainName(chainId) {
    const chain = (Object.keys(bitcoinChains) as BitcoinNetwork[]).find((name) => bitcoinChains[name] === chainId)
    return `bitcoin:${chain ?? 'regtest'}`
  },
  readAccount(account) {
    const { address, publicKey, purpose } = account as typeof account & { readonly purpose?: unknown }
    if (bitcoinChainsOf(address).length === 0) return undefined
    // What some wallets say an account is for, else what its address tells.
    const type = purpose === 'payment' ? 'payment' : purpose === 'ordinals' ? 'ordinal' : bitcoinAccountType(address)
    return { facts: { type, publicKey: hex.encode(Uint8Array.from(publicKey)) } }
  },
  connect: (wallet) => featureOf(wallet, 'bitcoin:connect')?.({ purposes: ['payment', 'ordinals'] }),
  getProvider: async (parts) => (await import('./standardProvider.js')).standardProvider(parts),
}
