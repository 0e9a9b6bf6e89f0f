import {
  accounts,
  type EvmChains,
  type FaultMode,
  type FaultyNode,
  startEvmChains,
  startFaultyNode,
} from '@latchkey/devnet'
import { createWalletClient, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { readChains } from '../src/platform/chains/readChains.js'
import type { NodeObserver } from '../src/platform/upstream/createNodeTransport.js'
import { createNodes, type Nodes } from '../src/platform/upstream/nodes.js'
import { createProxy } from '../src/rpc/createProxy.js'
import { toChainInput } from './localChains.js'

const chainId = 'eip155:31337'

/** Real nodes, faulty nodes before them and proxies over both, for the tests of one file. */
export function useProxyWorld() {
  let evm: EvmChains | undefined
  const world = () => {
    if (evm === undefined) throw new Error('The local chains are not up yet')
    return evm
  }
  const opened: (() => unknown)[] = []

  beforeAll(async () => {
    evm = await startEvmChains()
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const close of opened.splice(0)) await close()
  })
  afterAll(() => evm?.stop())

  async function faulty(mode: FaultMode = 'ok'): Promise<FaultyNode> {
    const node = await startFaultyNode({ target: world().chains[0].url, mode })
    opened.push(() => node.stop())
    return node
  }

  function over(urls: readonly string[], timeout?: number, observe?: NodeObserver, background = false) {
    const chains = readChains([toChainInput(world().chains[0], { rpc: [...urls] })])
    const nodes: Nodes = createNodes({
      chains,
      background,
      ...(timeout === undefined ? {} : { timeout }),
      ...(observe === undefined ? {} : { observe }),
    })
    opened.push(nodes.close)
    const proxy = createProxy({ nodes })
    const ask = async (body: unknown) => {
      const { status, body: text } = await proxy.answer(chainId, typeof body === 'string' ? body : JSON.stringify(body))
      return { status, json: JSON.parse(text) }
    }
    const call = async (method: string, params: unknown[] = [], id: unknown = 1) =>
      (await ask({ jsonrpc: '2.0', id, method, params })).json
    return { ask, call, nodes }
  }

  const plain = () => over([world().chains[0].url])

  async function signTransfer(nonce: number): Promise<`0x${string}`> {
    const account = privateKeyToAccount(accounts[5]!.privateKey)
    const wallet = createWalletClient({ account, chain: foundry, transport: http(world().chains[0].url) })
    return wallet.signTransaction({
      to: accounts[6]!.address,
      value: parseEther('0.001'),
      nonce,
      gas: 21_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 1n,
    })
  }

  async function nonceOf(index: number): Promise<number> {
    return Number((await plain().call('eth_getTransactionCount', [accounts[index]!.address, 'latest'])).result)
  }

  return { world, faulty, over, plain, signTransfer, nonceOf }
}
