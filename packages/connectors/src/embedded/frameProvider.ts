import type { Chain } from '@latchkey/core'
import { type ChainId, type Namespace, parseAccountId } from '@latchkey/protocol/caip'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { rpcPolicy } from '@latchkey/protocol/internal/frameRpc'
import { type Eip1193Provider, toHexChainId } from '@latchkey/protocol/rpc'
import { createProviderListeners } from '../providerListeners.js'
import type { FrameLink } from './frameLink.js'
import type { FrameTasks } from './frameTasks.js'
import { type FrameAccount, wireChainId } from './readUser.js'

/** Sends a request to the frame, on the given or the current chain. Rejects with a coded error. */
export type AskFrame = (method: string, params?: unknown, chainId?: ChainId) => Promise<unknown>

/** The embedded wallet as a provider object of one chain family. */
export type FrameProvider = Required<Eip1193Provider> & {
  /** The same as `request`, with errors that carry our codes. */
  readonly ask: AskFrame
  /** Emits what changed since the last event. */
  refresh(): void
}

/** The shared parts of a connector's providers. */
export type ProviderHost = {
  readonly link: Pick<FrameLink, 'ask'>
  readonly tasks: Pick<FrameTasks, 'begin' | 'run'>
  /** The requests that wait for the visitor. */
  readonly waiting: Set<AbortController>
  readonly rejectWaiting: () => void
  /** A method that no page may call was refused. */
  readonly onRefusal: (method: string) => void
  readonly account: (namespace: Namespace) => FrameAccount | undefined
  readonly chains: () => readonly Chain[]
  /** The display currency; USD where none is set. */
  readonly currency?: (() => string) | undefined
  readonly switchChain: (chain: Chain) => Promise<void>
  /** The frame has signed out. */
  readonly onUnauthorized: () => void
}

/** The methods of `answerLocally`. */
const own = /^(wallet_(switchEthereumChain|(get|request)Permissions)|web3_clientVersion)$/

/**
 * Creates the provider of the embedded wallet: known facts are answered here, reads go to the hidden frame, requests that need
 * approval show the frame, and all others are refused.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export function createFrameProvider(namespace: Namespace, host: ProviderHost): FrameProvider {
  const { on, removeListener, emit } = createProviderListeners()
  let told: FrameAccount | undefined

  async function answer(method: string, params: unknown, chainId?: ChainId): Promise<unknown> {
    const account = host.account(namespace)
    if (namespace === 'eip155') {
      if (method === 'eth_chainId') return toHexChainId(account?.chainId ?? firstChain())
      if (method === 'eth_accounts') return addressesOf(account)
      if (method === 'eth_requestAccounts') return addressesOf(required(account))
      if (own.test(method)) {
        // Few apps call these first, so their code loads lazily.
        const { answerLocally } = await import('./answerLocally.js')
        return answerLocally(method, params, { ...host, addresses: addressesOf(account) })
      }
    }
    const policy = rpcPolicy(method, namespace)
    if (policy === 'refuse') {
      host.rejectWaiting()
      host.onRefusal(method)
      throw new LatchkeyError('UNSUPPORTED_METHOD', 'Requested RPC call is not allowed', { details: method })
    }
    if (policy === 'safe') return ask(method, params, chainId)
    required(account)
    const controller = new AbortController()
    host.waiting.add(controller)
    try {
      // Few apps send several calls as one.
      const send = method === 'wallet_sendCalls' ? (await import('./sendBundle.js')).sendBundle(host.tasks, ask) : ask
      return await host.tasks.run('approve', (signal) => send(method, params, chainId, signal), controller.signal)
    } catch (thrown) {
      if (isLatchkeyError(thrown, 'UNAUTHORIZED')) host.onUnauthorized()
      throw thrown
    } finally {
      host.waiting.delete(controller)
    }
  }

  function ask(method: string, params: unknown, asked?: ChainId, signal?: AbortSignal): Promise<unknown> {
    const chainId = asked ?? host.account(namespace)?.chainId ?? firstChain()
    const chain = host.chains().find(({ caipNetworkId }) => caipNetworkId === chainId)
    const rpcUrl = chain?.rpcUrls.default.http[0]
    const currency = host.currency?.()
    const request = {
      method,
      chainNamespace: namespace,
      chainId: chain ? wireChainId(chain) : chainId,
      ...(params === undefined ? {} : { params }),
      ...(rpcUrl ? { rpcUrl } : {}),
      ...(currency && currency !== 'usd' ? { currency } : {}),
    }
    return host.link.ask('rpcRequest', request, signal)
  }

  function firstChain(): ChainId {
    const chain = host.chains().find(({ chainNamespace }) => chainNamespace === namespace)
    return chain?.caipNetworkId ?? `${namespace}:1`
  }

  return {
    ask: answer,
    async request(given) {
      try {
        const { method, params } = readRequest(given)
        return await answer(method, params)
      } catch (thrown) {
        throw toProviderError(thrown)
      }
    },
    on,
    removeListener,
    refresh() {
      const [before, now] = [told, host.account(namespace)]
      told = now
      if (before?.account === now?.account) return
      if (now && before?.chainId !== now.chainId) {
        const chainId = namespace === 'eip155' ? toHexChainId(now.chainId) : now.chainId
        emit(before ? 'chainChanged' : 'connect', before ? chainId : { chainId })
      }
      if (addressesOf(before).join() !== addressesOf(now).join()) emit('accountsChanged', addressesOf(now))
      if (!now) emit('disconnect', toProviderError(new LatchkeyError('WALLET_DISCONNECTED', 'You signed out')))
    },
  }
}

function required(account: FrameAccount | undefined): FrameAccount {
  if (account) return account
  throw new LatchkeyError('UNAUTHORIZED', 'Not signed in to the embedded wallet')
}

function addressesOf(account: FrameAccount | undefined): readonly string[] {
  return account ? [parseAccountId(account.account).address] : []
}

function readRequest(given: unknown): { readonly method: string; readonly params: unknown } {
  const { method, params } = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {}
  if (typeof method === 'string') return { method, params }
  throw new LatchkeyError('INVALID_REQUEST', 'The request must be an object with a method', { rpcCode: -32600 })
}

const numbers: { readonly [code: string]: number } = {
  USER_REJECTED: 4001,
  ABORTED: 4001,
  UNAUTHORIZED: 4100,
  UNSUPPORTED_METHOD: 4200,
  WALLET_DISCONNECTED: 4900,
  WALLET_NOT_RESPONDING: 4900,
  CHAIN_NOT_ADDED: 4902,
  CHAIN_NOT_FOUND: 4902,
  INVALID_PARAMS: -32602,
  RATE_LIMITED: -32005,
}

/** Libraries distinguish errors by EIP-1193's codes; ours is the cause. */
function toProviderError(thrown: unknown): Error {
  if (!isLatchkeyError(thrown))
    return Object.assign(new Error('An error occurred', { cause: thrown }), { code: -32603 })
  const code = thrown.rpcCode ?? numbers[thrown.code] ?? -32603
  return Object.assign(new Error(thrown.message, { cause: thrown }), { code })
}
