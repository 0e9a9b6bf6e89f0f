import { accounts, type EvmChains, type FaultyNode, startEvmChains, startFaultyNode } from '@latchkey/devnet'
import { createPublicClient, http, type PublicClient } from 'viem'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createRpcHandlers, type RpcParts } from '../src/handlers/rpc.js'
import { createMemoryStorage } from '../src/storage/createMemoryStorage.js'
import type { FrameChain } from '../src/types.js'
import { createFakeScreens, type FakeScreens } from './fakeScreens.js'
import { createSigningWallet, type SigningWallet, user } from './signingWallet.js'

/** The page that asks. */
export const origin = 'https://app.example.org'
/** The account that signs. */
export const account = user.addresses.eip155 as `0x${string}`

/** Real nodes behind a node that can be told to fail, and the handlers over it. */
export function useRpcWorld() {
  let evm: EvmChains | undefined
  let node: FaultyNode | undefined
  let screens = createFakeScreens()
  let wallet = createSigningWallet()
  let storage = createMemoryStorage()

  beforeAll(async () => {
    evm = await startEvmChains()
    node = await startFaultyNode({ target: evm.chains[0].url })
    await rpc('anvil_setBalance', [account, '0x3635c9adc5dea00000'])
  })
  afterAll(async () => {
    await node?.stop()
    await evm?.stop()
  })
  beforeEach(async () => {
    screens = createFakeScreens()
    screens.answer = async () => {}
    wallet = createSigningWallet()
    storage = createMemoryStorage()
    await node?.set('ok')
  })

  const world = () => {
    if (!evm || !node) throw new Error('The local chains are not up yet')
    return { chain: evm.chains[0], node }
  }
  const client = (): PublicClient => createPublicClient({ transport: http(world().chain.url) })
  async function rpc(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const response = await fetch(world().chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return ((await response.json()) as { result: unknown }).result
  }
  const frameChain = (): FrameChain => {
    const { caip2, name, nativeCurrency, tokens } = world().chain
    return {
      id: caip2,
      name,
      nativeCurrency,
      isTestnet: true,
      tokens: tokens.map(({ address, name, symbol, decimals }) => ({ address, name, symbol, decimals })),
    }
  }

  function open(parts: Partial<RpcParts> = {}) {
    const chain = frameChain()
    const handlers = createRpcHandlers({
      screens,
      wallet,
      settings: { apiUrl: world().node.url, chains: [chain] },
      embedder: { origin, projectId: 'project' },
      storage,
      chainOf: async () => chain,
      ...parts,
    })
    const request = (
      method: string,
      params?: unknown,
      options: {
        namespace?: 'eip155' | 'solana' | 'bip122'
        chainId?: string
        currency?: string
        signal?: AbortSignal
      } = {},
    ) => {
      const { namespace = 'eip155', chainId, currency, signal = new AbortController().signal } = options
      return Promise.resolve(
        handlers.rpcRequest(
          {
            method,
            params,
            chainNamespace: namespace,
            ...(chainId === undefined ? {} : { chainId }),
            ...(currency === undefined ? {} : { currency }),
          },
          { origin, id: '0', signal },
        ),
      )
    }
    return {
      handlers,
      request,
      abort: () => handlers.rpcAbort(undefined, { origin, id: '1', signal: new AbortController().signal }),
    }
  }
  return {
    world,
    rpc,
    client,
    frameChain,
    open,
    screens: (): FakeScreens => screens,
    wallet: (): SigningWallet => wallet,
  }
}

/** Somebody else. */
export const other = accounts[3]?.address ?? '0x'
