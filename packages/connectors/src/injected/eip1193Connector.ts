import type { Chain, Connector, Host, WalletSession } from '@latchkey/core'
import { badAnswer } from '@latchkey/core/family'
import { type AccountId, type ChainId, isEvmAddress, toAccountId } from '@latchkey/protocol/caip'
import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { type Eip1193Provider, toHexChainId } from '@latchkey/protocol/rpc'

/** Error codes for an unknown chain: EIP-3326's, and one that some wallets use instead. */
const unknownChainCodes: ReadonlySet<number> = new Set([4902, 32603])

/** The identity of a wallet with an EIP-1193 provider. */
export type Eip1193Identity = Pick<Connector, 'id' | 'kind' | 'name' | 'icon' | 'rdns'>

/**
 * Creates a connector of an EIP-1193 provider: requests accounts, follows its events, and validates every response.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export function eip1193Connector(host: Host, identity: Eip1193Identity, provider: Eip1193Provider): Connector {
  let following: (() => void) | undefined

  async function ask(method: string, params?: readonly unknown[]): Promise<unknown> {
    try {
      return await provider.request(params ? { method, params } : { method })
    } catch (thrown) {
      throw fromRpcError(thrown)
    }
  }

  async function readSession(accounts: unknown): Promise<WalletSession | null> {
    if (!Array.isArray(accounts) || !accounts.every(isEvmAddress)) throw badAnswer(identity.name, 'accounts')
    const chainId = await readChain()
    const ids = accounts.map((address) => toAccountId(chainId, address.startsWith('0x') ? address : `0x${address}`))
    const [first, ...others] = ids
    return first ? { accounts: [first, ...others] as [AccountId, ...AccountId[]], chains: { eip155: chainId } } : null
  }

  async function readChain(): Promise<ChainId> {
    const chainId = toChainId(await ask('eth_chainId'))
    if (!chainId) throw badAnswer(identity.name, 'its chain')
    return chainId
  }

  function follow(): void {
    if (following || !provider.on) return
    // Wallets fire accountsChanged and chainChanged in any order, so both are read from the wallet again.
    let turn = 0
    const refresh = () => {
      turn++
      const mine = turn
      ask('eth_accounts')
        .then(readSession)
        .then((session) => {
          // An earlier request may resolve later; only the last one counts.
          if (!following || mine !== turn) return
          if (session) host.emit(identity.id, { type: 'change', session })
          else leave()
        })
        .catch(() => {})
    }
    const accountsChanged = (accounts: unknown) => {
      if (Array.isArray(accounts) && accounts.length === 0) leave()
      else refresh()
    }
    // 1013 (try again later) means that the wallet lost its node, not the visitor's permission.
    const gone = (error: unknown) => {
      if ((error as { code?: unknown } | undefined)?.code !== 1013) leave()
    }
    const leave = () => {
      unfollow()
      host.emit(identity.id, { type: 'disconnect' })
    }
    const listeners = { accountsChanged, chainChanged: refresh, disconnect: gone }
    try {
      for (const [event, listener] of Object.entries(listeners)) provider.on(event, listener)
    } catch {
      // A wallet without events can still be used.
    }
    host.signal.addEventListener('abort', unfollow)
    following = () => {
      try {
        for (const [event, listener] of Object.entries(listeners)) provider.removeListener?.(event, listener)
      } catch {
        // It is disconnected in any case.
      }
    }
  }

  function unfollow(): void {
    following?.()
    following = undefined
    host.signal.removeEventListener('abort', unfollow)
  }

  async function switchTo(chain: Chain): Promise<void> {
    const chainId = toHexChainId(chain.caipNetworkId)
    try {
      await ask('wallet_switchEthereumChain', [{ chainId }])
    } catch (thrown) {
      const error = fromRpcError(thrown)
      if (!unknownChainCodes.has(error.rpcCode ?? 0)) throw error
      const explorer = chain.blockExplorers?.default.url
      await ask('wallet_addEthereumChain', [
        {
          chainId,
          chainName: chain.name,
          nativeCurrency: chain.nativeCurrency,
          rpcUrls: chain.rpcUrls.default.http,
          ...(explorer ? { blockExplorerUrls: [explorer] } : {}),
        },
      ])
      // Some wallets add a chain without switching to it.
      if ((await readChain()) !== chain.caipNetworkId) await ask('wallet_switchEthereumChain', [{ chainId }])
    }
    const now = await readChain()
    if (now !== chain.caipNetworkId) {
      throw new LatchkeyError(
        'CHAIN_MISMATCH',
        `${identity.name} says it switched, but it is still on another network.`,
        {
          details: `asked for ${chain.caipNetworkId}, found ${now}`,
          hints: ['Choose the network in the wallet itself.'],
        },
      )
    }
  }

  return {
    ...identity,
    namespaces: ['eip155'],
    async connect({ chainId }) {
      const session = await readSession(await ask('eth_requestAccounts'))
      if (!session) throw badAnswer(identity.name, 'accounts')
      follow()
      const chain = host.chains().find(({ caipNetworkId }) => caipNetworkId === chainId)
      if (!chain || session.chains.eip155 === chainId) return session
      try {
        await switchTo(chain)
      } catch {
        // The wallet stays connected; the page shows its chain.
        return session
      }
      return (await readSession(await ask('eth_accounts'))) ?? session
    },
    async reconnect() {
      const session = await readSession(await ask('eth_accounts'))
      if (session) follow()
      return session
    },
    async disconnect() {
      unfollow()
      // Not every wallet can revoke permissions; it is disconnected here either way.
      await ask('wallet_revokePermissions', [{ eth_accounts: {} }]).catch(() => {})
    },
    release: unfollow,
    async switchChain(chain) {
      await switchTo(chain)
      const session = await readSession(await ask('eth_accounts'))
      if (session) host.emit(identity.id, { type: 'change', session })
    },
    getProvider: async () => provider,
  }
}

function toChainId(value: unknown): ChainId | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  if (!/^(0x[0-9a-f]{1,16}|\d{1,18})$/i.test(String(value))) return undefined
  return `eip155:${BigInt(value)}`
}
