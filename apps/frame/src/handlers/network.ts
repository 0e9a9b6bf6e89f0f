import { LatchkeyError } from '@latchkey/protocol/errors'
import type { OwnWallet } from '../wallet/createWallet.js'
import { type Chains, wireChainId } from './createChains.js'
import type { HandlerGroup } from './groups.js'

/** The network and the account that a page uses. */
export function createNetworkHandlers({
  chains,
  wallet,
}: {
  readonly chains: Chains
  readonly wallet: OwnWallet
}): HandlerGroup<'getChainId' | 'switchNetwork' | 'setPreferredAccount'> {
  return {
    async getChainId() {
      return { chainId: wireChainId(await chains.current()) }
    },
    async switchNetwork({ chainId }) {
      await chains.choose(chainId)
      // Callers store what comes back as they sent it.
      return { chainId }
    },
    async setPreferredAccount({ type }, { signal }) {
      if (type !== 'eoa') throw new LatchkeyError('UNSUPPORTED_METHOD', 'Smart accounts are not set up on this server')
      const { addresses } = await wallet.enter({ signal })
      return { type, address: addresses.eip155 }
    },
  }
}
