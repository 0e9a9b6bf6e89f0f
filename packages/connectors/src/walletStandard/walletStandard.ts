import type { CreateConnector } from '@latchkey/core'
import { featureOf, type StandardFamily, standardWallets } from '@latchkey/core/family'
import { type BitcoinNetwork, bitcoinAccountType, bitcoinChains, networksOf } from '../bitcoin/bitcoinChains.js'
import { toHex } from '../toHex.js'

/** What `walletStandard` takes. */
export type WalletStandardParameters = {
  /** Where wallets register themselves. Default: the page's window; nothing is found without one. */
  readonly target?: Window
}

const family: StandardFamily = {
  namespace: 'bip122',
  prefix: 'bitcoin:',
  // A chain that the standard has no name for is a local one.
  chainName(chainId) {
    const chain = (Object.keys(bitcoinChains) as BitcoinNetwork[]).find((name) => bitcoinChains[name] === chainId)
    return `bitcoin:${chain ?? 'regtest'}`
  },
  readAccount(account) {
    const { address, publicKey, purpose } = account as typeof account & { readonly purpose?: unknown }
    if (networksOf(address).length === 0) return undefined
    // What some wallets say an account is for, else what its address tells.
    const type = purpose === 'payment' ? 'payment' : purpose === 'ordinals' ? 'ordinal' : bitcoinAccountType(address)
    return { facts: { type, publicKey: toHex(publicKey) } }
  },
  connect: (wallet) => featureOf(wallet, 'bitcoin:connect')?.({ purposes: ['payment', 'ordinals'] }),
  async getProvider({ name, wallet, find, accounts }) {
    const { standardBitcoinProvider } = await import('./standardBitcoinProvider.js')
    return standardBitcoinProvider(name, wallet, find, accounts)
  },
}

/**
 * Finds the Bitcoin wallets of a page that register themselves by the Wallet Standard.
 *
 * @param parameters - See {@link WalletStandardParameters}.
 * @returns A connector source for `createConfig({ connectors })`.
 * @see https://github.com/wallet-standard/wallet-standard
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { bip122 } from '@latchkey/core/bip122'
 * import { bitcoin } from '@latchkey/core/chains'
 * import { walletStandard } from '@latchkey/connectors/walletStandard'
 * const config = createConfig({ chains: [bitcoin], namespaces: [bip122()], connectors: [walletStandard()] })
 */
export function walletStandard(parameters: WalletStandardParameters = {}): CreateConnector {
  return standardWallets(family, parameters)
}
