import { featureOf, type StandardFamily } from '@latchkey/core/family'
import { chainName } from './chainName.js'

const address = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** What Solana is in the Wallet Standard. @see https://github.com/wallet-standard/wallet-standard/blob/master/extensions/solana.md */
export const standardFamily: StandardFamily = {
  namespace: 'solana',
  prefix: 'solana:',
  chainName,
  readAccount: (account) => (address.test(account.address) ? {} : undefined),
  async signIn(name, wallet, request) {
    if (!featureOf(wallet, 'solana:signIn')) return undefined
    return (await import('./standardProvider.js')).signInWithSolana(name, wallet, request)
  },
  getProvider: async (parts) => (await import('./standardProvider.js')).standardProvider(parts),
}
