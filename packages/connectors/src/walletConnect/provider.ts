import type { Chain, WalletSession } from '@latchkey/core'
import { type ChainId, type Namespace, parseAccountId } from '@latchkey/protocol/caip'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { rpcTimeout } from '@latchkey/protocol/internal/limits'
import { type Eip1193Provider, readMethods, toHexChainId, writeMethods } from '@latchkey/protocol/rpc'
import { createProviderListeners } from '../providerListeners.js'
import { asRecord } from './wire.js'

/** A session as a provider object of one chain family. */
export type SessionProvider = Required<Eip1193Provider> & {
  /** Emits what changed since the last event. */
  refresh(): void
}

/** The connector as a provider sees it. */
export type ProviderHost = {
  readonly chains: () => readonly Chain[]
  /** The grant in the family; undefined without a session. */
  readonly session: (namespace: Namespace) => WalletSession | undefined
  /** The methods that the wallet granted. */
  readonly methods: (namespace: Namespace) => readonly string[]
  readonly request: (chainId: ChainId, method: string, params: unknown) => Promise<unknown>
  readonly switchChain: (chain: Chain) => Promise<void>
}

const nodeMethods: ReadonlySet<string> = new Set([...readMethods, ...writeMethods])

/**
 * Creates the provider of a session: known facts are answered here, reads go to the chain's RPC URLs, and granted methods go to
 * the wallet.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export function createSessionProvider(namespace: Namespace, host: ProviderHost): SessionProvider {
  const { on, removeListener, emit } = createProviderListeners()
  let told: WalletSession | undefined

  async function answer(method: string, params: unknown): Promise<unknown> {
    const session = host.session(namespace)
    const chainId = session?.chains[namespace]
    if (namespace === 'eip155' && method === 'eth_accounts') return addressesOf(session)
    if (!session || !chainId) throw new LatchkeyError('NOT_CONNECTED', 'Please call connect() before request()')
    if (namespace === 'eip155') {
      if (method === 'eth_requestAccounts') return addressesOf(session)
      if (method === 'eth_chainId') return toHexChainId(chainId)
      if (method === 'net_version') return String(BigInt(toHexChainId(chainId)))
      if (method === 'wallet_switchEthereumChain') return switchChain(params)
      if (nodeMethods.has(method)) return askNode(chainId, method, params)
    }
    if (host.methods(namespace).includes(method)) return host.request(chainId, method, params)
    throw new LatchkeyError('UNSUPPORTED_METHOD', 'The wallet did not allow this method.', { details: method })
  }

  async function switchChain(params: unknown): Promise<null> {
    const [first] = Array.isArray(params) ? (params as unknown[]) : []
    const wanted = String(asRecord(first).chainId)
    const isHex = /^0x[0-9a-f]{1,16}$/i.test(wanted)
    const chain = host.chains().find(({ caipNetworkId }) => isHex && caipNetworkId === `eip155:${BigInt(wanted)}`)
    if (!chain) throw new LatchkeyError('CHAIN_NOT_ADDED', 'The wallet does not know this network.')
    await host.switchChain(chain)
    return null
  }

  async function askNode(chainId: ChainId, method: string, params: unknown): Promise<unknown> {
    const chain = host.chains().find(({ caipNetworkId }) => caipNetworkId === chainId)
    const isWrite = (writeMethods as readonly string[]).includes(method)
    const urls = chain?.rpcUrls.default.http ?? []
    if (urls.length === 0) throw new LatchkeyError('NO_RPC_URL', `No RPC url provided for chainId ${chainId.slice(7)}`)
    let failure: unknown
    // A transaction may have been received although the response was lost: it is sent to one node only.
    for (const url of isWrite ? urls.slice(0, 1) : urls) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })
      const headers = { 'content-type': 'application/json' }
      const signal = AbortSignal.timeout(rpcTimeout)
      const answered = await fetch(url, { method: 'POST', body, headers, signal })
        .then((response) => response.json() as Promise<unknown>)
        .catch((thrown: unknown) => {
          failure = thrown
        })
      if (answered === undefined) continue
      const { result, error } = asRecord(answered)
      if (error !== undefined && error !== null)
        throw Object.assign(new Error(String(asRecord(error).message)), asRecord(error))
      return result
    }
    // The code of a temporary failure: libraries retry it, unlike a disconnected provider.
    const options = { cause: failure, details: chainId, rpcCode: -32603 }
    throw new LatchkeyError('RPC_UNREACHABLE', 'The network could not be reached.', options)
  }

  return {
    async request({ method, params }) {
      try {
        return await answer(method, params)
      } catch (thrown) {
        throw toProviderError(thrown)
      }
    },
    on,
    removeListener,
    refresh() {
      const [before, now] = [told, host.session(namespace)]
      told = now
      const [was, chain] = [before?.chains[namespace], now?.chains[namespace]]
      if (chain && was !== chain) {
        const chainId = namespace === 'eip155' ? toHexChainId(chain) : chain
        emit(was ? 'chainChanged' : 'connect', was ? chainId : { chainId })
      }
      if (addressesOf(before).join() !== addressesOf(now).join()) emit('accountsChanged', addressesOf(now))
      if (before && !now) {
        emit('disconnect', toProviderError(new LatchkeyError('WALLET_DISCONNECTED', 'The wallet ended the session.')))
      }
    },
  }
}

function addressesOf(session: WalletSession | undefined): readonly string[] {
  return session?.accounts.map((account) => parseAccountId(account).address) ?? []
}

const numbers: { readonly [code: string]: number } = {
  USER_REJECTED: 4001,
  ABORTED: 4001,
  NOT_CONNECTED: 4100,
  UNAUTHORIZED: 4100,
  UNSUPPORTED_METHOD: 4200,
  WALLET_DISCONNECTED: 4900,
  WALLET_NOT_RESPONDING: 4900,
  RPC_UNREACHABLE: 4900,
  CHAIN_NOT_ADDED: 4902,
}

/** Libraries distinguish errors by EIP-1193's codes; ours is the cause. */
function toProviderError(thrown: unknown): unknown {
  if (!isLatchkeyError(thrown)) return thrown
  const code = thrown.code === 'USER_REJECTED' ? 4001 : (thrown.rpcCode ?? numbers[thrown.code] ?? -32603)
  return Object.assign(new Error(thrown.message, { cause: thrown }), { code })
}
