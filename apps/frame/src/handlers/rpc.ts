import type { ChainId } from '@latchkey/protocol/caip'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import type { PayloadOf } from '@latchkey/protocol/internal/channel'
import type { appEvents } from '@latchkey/protocol/internal/frame'
import { rpcPolicy } from '@latchkey/protocol/internal/frameRpc'
import { toHexChainId } from '@latchkey/protocol/rpc'
import { createChainClient } from '../chains/createChainClient.js'
import { createLocks } from '../chains/createLocks.js'
import { loadCode } from '../loadCode.js'
import type { FrameStorage } from '../storage/storage.js'
import type { Embedder, FrameChain, FrameSettings, Screens, Wallet, WalletUser } from '../types.js'
import type { HandlerGroup } from './groups.js'
import { createBundles } from './rpcCalls.js'
import { watchGrants } from './watchGrants.js'
import { watchReceivers } from './watchReceivers.js'

/** The dependencies of RPC requests. */
export type RpcParts = {
  readonly screens: Screens
  readonly wallet: Wallet & {
    /** Whether keys are in the worker already. */
    isOpen(): Promise<boolean>
    enter(options: { readonly signal: AbortSignal }): Promise<WalletUser>
  }
  readonly settings: Pick<FrameSettings, 'apiUrl' | 'chains'>
  readonly embedder: Embedder
  readonly storage: FrameStorage
  /** The network that a request names, or the one that the page is on. @throws CHAIN_NOT_FOUND. */
  readonly chainOf: (asked: number | string | undefined) => Promise<FrameChain>
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** The browser's locks, by which the tabs of one page know of each other. */
  readonly tabs?: Pick<LockManager, 'request'> | undefined
}

type RpcRequest = PayloadOf<(typeof appEvents)['rpcRequest']>

const needsBundler = new Set([
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
])

/**
 * Answers RPC requests: reads go to the operator's nodes, signing and sending need approval, all others are refused.
 *
 * @param parts - The screens, the wallet, and which network a request is for.
 * @returns The handlers of `rpcRequest` and `rpcAbort`.
 */
export function createRpcHandlers(parts: RpcParts): HandlerGroup<'rpcRequest' | 'rpcAbort'> {
  const { screens, wallet, settings, embedder, chainOf, fetch } = parts
  const client = createChainClient({ settings, projectId: embedder.projectId, ...(fetch ? { fetch } : {}) })
  const locks = createLocks(parts.tabs)
  const bundles = createBundles({ storage: parts.storage, origin: embedder.origin, tabs: parts.tabs })
  const pending = new Set<AbortController>()

  async function safe(method: string, params: unknown, chain: FrameChain, signal: AbortSignal): Promise<unknown> {
    if (needsBundler.has(method)) throw unavailable('Smart accounts')
    if (method === 'eth_chainId') return toHexChainId(requireEvm(chain).id as ChainId)
    if (method === 'wallet_getCapabilities') return bundles.capabilities(settings.chains, params)
    if (method === 'wallet_getCallsStatus') return bundles.status({ client, settings, params, signal })
    if (method === 'eth_accounts') return wallet.user ? [wallet.user.addresses.eip155] : []
    if (method === 'wallet_getAssets') {
      const { readAssets } = await loadCode(() => import('./rpcAssets.js'))
      return readAssets({ client, settings, embedder, params, signal, ...(fetch ? { fetch } : {}) })
    }
    return client.call(requireEvm(chain), method, toParams(params), { signal })
  }

  async function ask(
    { method, params, chainNamespace: namespace, currency }: RpcRequest,
    chain: FrameChain,
    { signal, leave }: { signal: AbortSignal; leave: () => void },
  ): Promise<unknown> {
    if (method.startsWith('wallet_grant') || method.startsWith('wallet_revoke')) throw unavailable('Permissions')
    if (method === 'eth_sendUserOperation') throw unavailable('Smart accounts')
    const isSolana = method.startsWith('solana_')
    if (isSolana !== (namespace === 'solana')) {
      throw new LatchkeyError('INVALID_REQUEST', `${method} is not a method of this network`)
    }
    if (method === 'wallet_showCallsStatus') return bundles.show({ screens, params, signal })
    const user = await wallet.enter({ signal })
    const market = { settings, projectId: embedder.projectId, currency, fetch }
    const watched = watchGrants(watchReceivers(screens, { ...parts, chain }), { client, chain, market })
    const onWait = () => screens.busy(leave, 'otherTab')
    const asking = {
      onWait,
      client,
      screens: watched,
      wallet,
      user,
      locks,
      origin: embedder.origin,
      signal,
      params,
      market,
    }
    // Each family's code comes with the first that is asked of it.
    if (isSolana) {
      const { askSolana } = await loadCode(() => import('./rpcSolana.js'))
      return askSolana(method, { ...asking, chain: solanaChain(chain, settings) })
    }
    if (namespace === 'bip122') return (await bitcoin()).askBitcoin(method, { ...parts, ...asking, chain })
    const evm = { ...asking, chain: requireEvm(chain) }
    if (method === 'wallet_sendCalls') return bundles.send(evm)
    const { askEvm } = await loadCode(() => import('./rpcEvm.js'))
    return askEvm(method, evm)
  }

  return {
    async rpcRequest(request, { signal }) {
      const { method, params, chainId, chainNamespace } = request
      const policy = rpcPolicy(method, chainNamespace)
      if (policy === 'refuse') {
        throw new LatchkeyError('UNSUPPORTED_METHOD', 'Requested RPC call is not allowed', { rpcCode: 4200 })
      }
      // A Solana message needs no node, so a wallet without a Solana network can sign it all the same.
      const isKnown = chainNamespace !== 'solana' || settings.chains.some(({ id }) => id === chainId)
      const chain = await chainOf(isKnown ? chainId : undefined)
      // A read never unlocks the wallet: that could need a prompt.
      if (policy === 'safe' && chainNamespace === 'bip122')
        return (await bitcoin()).readBitcoinAccounts({ chain, wallet, signal })
      if (policy === 'safe') return safe(method, params, chain, signal)
      const controller = new AbortController()
      let isLeft = false
      const leave = () => {
        isLeft = true
        controller.abort()
      }
      const done = screens.busy(leave)
      pending.add(controller)
      try {
        return await ask(request, chain, { signal: AbortSignal.any([signal, controller.signal]), leave })
      } catch (error) {
        if (isLeft && isLatchkeyError(error, 'ABORTED')) {
          throw new LatchkeyError('USER_REJECTED', 'The request was rejected in the wallet.')
        }
        throw error
      } finally {
        pending.delete(controller)
        done()
      }
    },
    rpcAbort() {
      for (const controller of pending) controller.abort()
    },
  }
}

// All of it, also for the question after accounts: who connects a Bitcoin account is about to use it.
const bitcoin = () => loadCode(() => import('./rpcBitcoin.js'))

function requireEvm(chain: FrameChain): FrameChain {
  if (chain.id.startsWith('eip155:')) return chain
  throw new LatchkeyError('CHAIN_MISMATCH', `${chain.name} is not an EVM network. Switch the network first.`)
}

function solanaChain(chain: FrameChain, { chains }: Pick<FrameSettings, 'chains'>): FrameChain {
  if (chain.id.startsWith('solana:')) return chain
  const known = chains.find(({ id }) => id.startsWith('solana:'))
  const nativeCurrency = { name: 'SOL', symbol: 'SOL', decimals: 9 }
  return known ?? { id: 'solana:', name: 'Solana', nativeCurrency, tokens: [], isTestnet: false }
}

function toParams(params: unknown): readonly unknown[] | object {
  return typeof params === 'object' && params !== null ? params : []
}

function unavailable(what: string): LatchkeyError {
  return new LatchkeyError('UNSUPPORTED_METHOD', `${what} are not set up on this server`, { rpcCode: 4200 })
}
