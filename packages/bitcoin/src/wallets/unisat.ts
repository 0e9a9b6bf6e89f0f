import { LatchkeyError } from '@latchkey/core'
import { badAnswer, type FamilyIdentity, type Grant } from '@latchkey/core/family'
import { fromRpcError } from '@latchkey/protocol/errors'
import type { BitcoinNetwork } from '@latchkey/protocol/internal/bitcoin'
import type { AskedWallet } from './bitcoinConnector.js'
import { readBitcoinAccounts } from './bitcoinWallet.js'
import { bitcoinNetworkOf, readBitcoinNetwork } from './networks.js'
import type { UnisatProvider } from './shapes.js'

const events = ['accountsChanged', 'networkChanged', 'chainChanged']

/** How a wallet with an object of Unisat's shape on the page is asked. */
export function unisatWallet({ name }: FamilyIdentity, provider: UnisatProvider): AskedWallet {
  async function toGrant(accounts: unknown): Promise<Grant | null> {
    if (!Array.isArray(accounts)) throw badAnswer(name, 'accounts')
    if (accounts.length === 0) return null
    const network = await readNetwork()
    // Wallets of this shape tell the public key of the active account, which is the first.
    const publicKey = await provider.getPublicKey?.()
    const told = accounts.map((address, at) => ({ address, ...(at === 0 ? { publicKey } : {}) }))
    return { accounts: readBitcoinAccounts(name, told, network) }
  }

  async function readNetwork(): Promise<BitcoinNetwork | undefined> {
    const chain = await provider.getChain?.()
    if (chain === undefined) return readBitcoinNetwork(await provider.getNetwork?.())
    const { enum: id } = (chain ?? {}) as { enum?: unknown }
    if (typeof id !== 'string') throw badAnswer(name, 'its chain')
    const network = readBitcoinNetwork(id)
    if (network) return network
    throw new LatchkeyError('CHAIN_MISMATCH', `${name} is on a chain that is not Bitcoin’s.`, {
      details: id.slice(0, 80),
      hints: ['Choose Bitcoin in the wallet itself.'],
    })
  }

  return {
    ask: async (asking) => toGrant(await (asking === 'open' ? provider.requestAccounts() : provider.getAccounts())),
    listen(changed) {
      for (const event of events) provider.on?.(event, changed)
      return () => {
        for (const event of events) provider.removeListener?.(event, changed)
      }
    },
    async switchTo(network) {
      const wanted = bitcoinNetworkOf(network.caipNetworkId)
      try {
        if (provider.switchChain) return void (await provider.switchChain(`BITCOIN_${wanted.toUpperCase()}`))
        if (provider.switchNetwork && (wanted === 'mainnet' || wanted === 'testnet'))
          return void (await provider.switchNetwork(wanted === 'mainnet' ? 'livenet' : wanted))
      } catch (thrown) {
        const error = fromRpcError(thrown)
        if (error.code === 'USER_REJECTED' || error.code === 'CONNECTION_PENDING') throw error
      }
      throw new LatchkeyError('CHAIN_SWITCH_REFUSED', `${name} cannot change to ${network.name} from here.`, {
        hints: ['Choose the network in the wallet itself.'],
      })
    },
    async forget() {
      await provider.disconnect?.()
    },
    async provider(accounts) {
      const { unisatProvider } = await import('./unisatProvider.js')
      return unisatProvider(name, provider, accounts)
    },
  }
}
