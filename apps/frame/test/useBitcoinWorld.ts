import { type BitcoinChain, startBitcoinChain } from '@latchkey/devnet'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createRpcHandlers, type RpcParts } from '../src/handlers/rpc.js'
import { type BitcoinAccount, bitcoinAccounts } from '../src/signing/bitcoin/bitcoinAccounts.js'
import { createMemoryStorage } from '../src/storage/createMemoryStorage.js'
import type { FrameChain } from '../src/types.js'
import { createFakeScreens, type FakeScreens } from './fakeScreens.js'
import { createSigningWallet, type SigningWallet, user } from './signingWallet.js'
import { origin } from './useRpcWorld.js'

/** How the operator's proxy fails, for the paths that it fails for. */
export type ProxyFault = { readonly path: RegExp; readonly status: number; readonly after?: boolean }

/** A real Bitcoin chain behind the path of the operator's proxy, and the handlers over it. */
export function useBitcoinWorld() {
  let bitcoin: BitcoinChain | undefined
  let screens = createFakeScreens()
  let wallet = createSigningWallet()
  let calls: string[] = []
  let fault: ProxyFault | undefined

  const chain = (): BitcoinChain => {
    if (!bitcoin) throw new Error('The local chain is not up yet')
    return bitcoin
  }
  beforeAll(async () => {
    bitcoin = await startBitcoinChain()
  })
  afterAll(() => bitcoin?.stop())
  beforeEach(() => {
    screens = createFakeScreens()
    screens.answer = async () => {}
    wallet = createSigningWallet()
    calls = []
    fault = undefined
  })

  const frameChain = (): FrameChain => {
    const { chainId: id, name, nativeCurrency } = chain()
    return { id, name, nativeCurrency, tokens: [], isTestnet: true }
  }
  const accounts = (): readonly [BitcoinAccount, BitcoinAccount] => bitcoinAccounts(frameChain(), user.addresses)

  /** The proxy's part: what follows the chain's id goes to the chain's own node. */
  async function fetchByProxy(url: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url)
    const path = decodeURIComponent(pathname).replace(`/v1/rest/${chain().chainId}`, '')
    if (path === decodeURIComponent(pathname) || searchParams.get('projectId') !== 'project')
      return new Response('not the proxy', { status: 404 })
    calls.push(`${init.method ?? 'GET'} ${path}`)
    const failing = fault?.path.test(path) ? fault : undefined
    if (failing && !failing.after) return new Response('', { status: failing.status })
    const answer = await fetch(`${chain().url}${path}`, { method: init.method ?? 'GET', body: init.body ?? null })
    return failing ? new Response('', { status: failing.status }) : answer
  }

  function open(parts: Partial<RpcParts> = {}) {
    const handlers = createRpcHandlers({
      screens,
      wallet,
      settings: { apiUrl: 'https://api.example.org', chains: [frameChain()] },
      embedder: { origin, projectId: 'project' },
      storage: createMemoryStorage(),
      chainOf: async () => frameChain(),
      fetch: fetchByProxy,
      ...parts,
    })
    return (method: string, params?: unknown, chainNamespace: 'bip122' | 'eip155' = 'bip122') =>
      Promise.resolve(
        handlers.rpcRequest(
          { method, params, chainNamespace },
          { origin, id: '0', signal: new AbortController().signal },
        ),
      )
  }
  return {
    chain,
    frameChain,
    accounts,
    open,
    screens: (): FakeScreens => screens,
    wallet: (): SigningWallet => wallet,
    calls: () => calls,
    fail(next: ProxyFault) {
      fault = next
    },
  }
}
