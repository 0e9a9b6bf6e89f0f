import { type ChainInput, type Config, connect, createConfig, disconnect, switchChain } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { accounts, type EvmChains, faucet, multicall3Address, setTokenFailing, startEvmChains } from '@latchkey/devnet'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Window } from 'happy-dom'
import { StrictMode } from 'react'
import type { createRoot as CreateRoot } from 'react-dom/client'
import { createTestClient, erc20Abi, http, parseAbi, publicActions } from 'viem'
import { getBlock } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest'
import { LatchkeyProvider } from '../exports/index.js'
import { useBlockNumber } from './useBlockNumber.js'
import { useClient } from './useClient.js'
import { useEnsAddress } from './useEnsAddress.js'
import { useEnsAvatar } from './useEnsAvatar.js'
import { useEnsName } from './useEnsName.js'
import { usePublicClient } from './usePublicClient.js'
import { useReadContract } from './useReadContract.js'
import { useReadContracts } from './useReadContracts.js'
import { useSimulateContract } from './useSimulateContract.js'
import { useWalletClient } from './useWalletClient.js'
import { useWatchContractEvent } from './useWatchContractEvent.js'
import { useWriteContract } from './useWriteContract.js'

const [, sender, receiver] = accounts.map(({ address }) => address)
if (!sender || !receiver) throw new Error('The local chains have accounts')
const abi = [...erc20Abi, ...parseAbi(['error TokenFailing()'])] as const
let local: EvmChains
let address: `0x${string}`
let createRoot: typeof CreateRoot

// The local chains need Node as it is, and React a page by the time that it is loaded.
beforeAll(async () => {
  const window = new Window({ url: 'http://localhost:3000' })
  for (const [name, value] of Object.entries({ window, document: window.document, navigator: window.navigator }))
    vi.stubGlobal(name, value)
  ;({ createRoot } = await import('react-dom/client'))
  local = await startEvmChains()
  address = local.chains[0].tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x'
  for (const node of local.chains) await faucet(node, sender, { topUp: true })
})
// React may still draw when the last test is over, so the page stays.
afterAll(() => local.stop())

const node = () => createTestClient({ mode: 'anvil', transport: http(local.chains[0].url) }).extend(publicActions)

/** Draws a hook in an app on the local chains. */
async function use<value>(
  hook: () => value,
  { isConnected = false, config: given }: { isConnected?: boolean; config?: Config } = {},
) {
  const wallet = createFakeConnector({ chainId: 'eip155:31337' })
  const [first, second] = local.chains.map(
    ({ chainId, name, url }): ChainInput => ({
      id: chainId,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
      contracts: { multicall3: { address: multicall3Address } },
      testnet: true,
    }),
  )
  if (!first || !second) throw new Error('There are two local chains')
  const config = given ?? createConfig({ chains: [first, second], connectors: [wallet.create], storage: null })
  const queries = new QueryClient()
  const result: { current: value | undefined; drawn: number } = { current: undefined, drawn: 0 }
  const Probe = () => {
    result.current = hook()
    result.drawn += 1
    return null
  }
  if (isConnected) await connect(config, { connector: 'dev.latchkey.fake' })
  const root = createRoot(document.createElement('div'))
  root.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <LatchkeyProvider config={config}>
          <Probe />
        </LatchkeyProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
  onTestFinished(async () => {
    root.unmount()
    queries.clear()
    config.destroy()
  })
  await vi.waitFor(() => expect(result.drawn).toBeGreaterThan(0))
  return {
    config,
    wallet,
    queries,
    unmount: () => root.unmount(),
    get current() {
      return result.current as value
    },
    get drawn() {
      return result.drawn
    },
  }
}
const soon = (expected: () => void) => vi.waitFor(expected, { timeout: 20_000 })

describe('reading', () => {
  it('reads by ABI, with options of TanStack Query, and waits for what is not known yet', async () => {
    const hook = await use(() => {
      const token = { address, abi } as const
      return {
        symbol: useReadContract({ ...token, functionName: 'symbol' }),
        there: useReadContract({ ...token, functionName: 'decimals', chainId: 31338 }),
        label: useReadContract({
          ...token,
          functionName: 'balanceOf',
          args: [sender],
          query: { select: (balance) => `has ${balance > 0n}` },
        }),
        nowhere: useReadContract({ abi, address: undefined, functionName: 'symbol' }),
        noArguments: useReadContract({ ...token, functionName: 'balanceOf', args: undefined }),
        off: useReadContract({ ...token, functionName: 'name', query: { enabled: false } }),
      }
    })
    await soon(() => {
      expect(hook.current.symbol.data).toBe('USDC')
      expect(hook.current.there.data).toBe(6)
      expect(hook.current.label.data).toBe('has true')
    })
    expectTypeOf(hook.current.symbol.data).toEqualTypeOf<string | undefined>()
    expectTypeOf(hook.current.label.data).toEqualTypeOf<string | undefined>()
    const { nowhere, noArguments, off } = hook.current
    expect([nowhere, noArguments, off].map(({ fetchStatus }) => fetchStatus)).toEqual(['idle', 'idle', 'idle'])
    expect(
      hook.queries
        .getQueryCache()
        .getAll()
        .every(({ queryKey }) => queryKey[1] === hook.config.uid),
    ).toBe(true)
  })

  it('reads many, and says which failed and with which code', async () => {
    const hook = await use(() =>
      useReadContracts({
        contracts: [
          { address, abi, functionName: 'symbol' },
          { address: receiver, abi, functionName: 'decimals' },
        ],
      }),
    )
    await soon(() => expect(hook.current.data?.[0]).toMatchObject({ status: 'success', result: 'USDC' }))
    expect(hook.current.data?.[1].error?.code).toBe('CONTRACT_NOT_FOUND')
    expectTypeOf(hook.current.data?.[1].result).toEqualTypeOf<number | undefined>()
  })

  it('gives clients of viem for the active chain, and none for a chain that is not listed', async () => {
    const hook = await use(() => ({ client: useClient(), pub: usePublicClient(), none: useClient({ chainId: 5 }) }))
    expect([hook.current.client?.chain.id, hook.current.none]).toEqual([31337, undefined])
    expect(await hook.current.pub?.getChainId()).toBe(31337)
    await switchChain(hook.config, { chainId: 'eip155:31338' })
    await soon(() => expect(hook.current.client?.chain.id).toBe(31338))
    if (hook.current.client) expect((await getBlock(hook.current.client)).number).toBeGreaterThanOrEqual(0n)
  })

  it('follows the chain block by block', async () => {
    const hook = await use(() => useBlockNumber({ watch: true }))
    await soon(() => expect(hook.current.data).toBeTypeOf('bigint'))
    const before = hook.current.data ?? 0n
    await soon(async () => {
      await node().mine({ blocks: 1 })
      expect(hook.current.data).toBeGreaterThan(before)
    })
  })

  it('error: names on a chain that has none', async () => {
    const hook = await use(() => [
      useEnsName({ address: sender }),
      useEnsAddress({ name: 'alice.eth' }),
      useEnsAvatar({ name: 'alice.eth' }),
      useEnsName({ address: undefined }),
    ])
    await soon(() =>
      expect(hook.current.slice(0, 3).map(({ error }) => error?.code)).toEqual(Array(3).fill('INVALID_CONFIG')),
    )
    expect(hook.current[3]?.fetchStatus).toBe('idle')
  })
})

describe('writing', () => {
  it('tries out, writes, and hears of it, typed by the ABI throughout', async () => {
    const amounts: bigint[] = []
    const hook = await use(
      () => {
        useWatchContractEvent({
          address,
          abi,
          eventName: 'Transfer',
          args: { to: receiver },
          pollingInterval: 50,
          strict: true,
          onLogs: (logs) => amounts.push(...logs.map(({ args }) => args.value)),
        })
        return {
          tried: useSimulateContract({ address, abi, functionName: 'transfer', args: [receiver, 41n] }),
          write: useWriteContract(),
        }
      },
      { isConnected: true },
    )
    await soon(() => expect(hook.current.tried.data?.result).toBe(true))
    const { data } = hook.current.tried
    if (!data) throw new Error('It was tried')
    hook.current.write.mutate(data.request)
    await soon(() => expect(hook.current.write.data).toMatch(/^0x[0-9a-f]{64}$/))
    await soon(() => expect(amounts).toContain(41n))
    // @ts-expect-error the receiver is an address
    hook.current.write.mutate({ address, abi, functionName: 'transfer', args: ['vitalik', 1n] })
    await soon(() => expect(hook.current.write.error?.code).toBe('INVALID_PARAMS'))
  })

  it('error: the codes of what went wrong', async () => {
    await setTokenFailing(local.chains[0], 'USDC', true)
    onTestFinished(() => setTokenFailing(local.chains[0], 'USDC', false))
    const told = vi.fn()
    const hook = await use(
      () => ({
        tried: useSimulateContract({ address, abi, functionName: 'transfer', args: [receiver, 41n] }),
        write: useWriteContract({ mutation: { onError: ({ code }) => told(code) } }),
      }),
      { isConnected: true },
    )
    await soon(() => expect(hook.current.tried.error).toMatchObject({ code: 'EXECUTION_REVERTED' }))
    expect(hook.current.tried.error?.message).toContain('TokenFailing')
    hook.wallet.switches.reject = true
    hook.current.write.mutate({ address, abi, functionName: 'transfer', args: [receiver, 1n] })
    await soon(() => expect(told).toHaveBeenCalledWith('USER_REJECTED'))
    hook.current.write.mutate({ address, abi, functionName: 'transfer', args: [receiver, 1n], chainId: 31338 })
    await soon(() => expect(told).toHaveBeenCalledWith('CHAIN_MISMATCH'))
  })

  it('gives a wallet client while a wallet is connected, and one for the chain that it goes to', async () => {
    const hook = await use(() => useWalletClient(), { isConnected: true })
    await soon(() => expect(hook.current.data?.account.address).toBe(sender))
    await switchChain(hook.config, { chainId: 'eip155:31338' })
    await soon(() => expect(hook.current.data?.chain.id).toBe(31338))
    expect(await hook.current.data?.signMessage({ message: 'Hello' })).toMatch(/^0x[0-9a-f]{130}$/)
    await disconnect(hook.config)
    await soon(() => expect(hook.current.data).toBeUndefined())
  })
})
