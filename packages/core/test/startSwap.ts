import { createConfig, createStorage } from '@latchkey/core'
import { createSwapFlow, getSwapTokens, type SwapFlow, type SwapPhase } from '@latchkey/core/swap'
import { createFakeConnector } from '@latchkey/core/testing'
import { accounts, type EvmChains, permitToken, swapAddresses, swapV3Addresses } from '@latchkey/devnet'
import { createTestWallet, type TestProvider } from '@latchkey/devnet/wallet'
import { toAccountId } from '@latchkey/protocol/caip'
import { createPublicClient, erc20Abi, http } from 'viem'
import { expect, onTestFinished, vi } from 'vitest'
import { connect } from '../src/actions/connect.js'
import type { ChainInput } from '../src/chain.js'
import { memoryStore } from './memoryStore.js'
import { swapServer } from './swapServer.js'

const owner = accounts[1]?.address ?? '0x'

type Options = {
  store?: ReturnType<typeof memoryStore>
  /** Pools of the v3 kind with this fee fill the swaps; their router takes permits. */
  fee?: number
  /** A node in the place of the chain's own. */
  url?: string
  /** What the page talks to in the place of the wallet's own provider. */
  provider?: (own: TestProvider) => TestProvider
}

/** A connected test wallet, a data API over the pools of the first local chain, and a swap flow over both. */
export async function startSwap(
  local: EvmChains,
  { store = memoryStore(), fee, url, provider = (own) => own }: Options = {},
) {
  const [first] = local.chains
  if (!first) throw new Error('No local chain')
  const chain = { ...first, tokens: [...first.tokens, permitToken] }
  const server = await swapServer(chain, { fee })
  const wallet = createTestWallet({ chains: local.chains, origin: 'http://test' })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  const outer = provider(wallet.provider)
  const fake = createFakeConnector({
    addresses: [owner],
    chainId: 'eip155:31337',
    getProvider: async () => outer,
  })
  const config = createConfig({
    chains: [chain, ...local.chains.slice(1)].map((one) => ({
      id: one.chainId,
      name: one.name,
      nativeCurrency: one.nativeCurrency,
      rpcUrls: { default: { http: [(one === chain && url) || one.url] } },
      testnet: true,
      tokens: one.tokens,
    })) as unknown as readonly [ChainInput],
    connectors: [fake.create],
    api: { url: server.url },
    swapRouters: { 'eip155:31337': [fee === undefined ? swapAddresses.router : swapV3Addresses.router] },
    storage: createStorage({ store }),
  })
  await connect(config, { connector: 'dev.latchkey.fake' })
  const flow = createSwapFlow(config, { locale: 'en' })
  onTestFinished(() => {
    flow.destroy()
    config.destroy()
  })
  const tokens = await getSwapTokens(config, { chainId: 'eip155:31337' })
  const token = (symbol: string) => {
    const found = tokens.find((one) => one.symbol === symbol)
    if (!found) throw new Error(`No ${symbol}`)
    return found
  }
  const client = createPublicClient({ transport: http(chain.url) })
  const balances = async () => {
    const held = await client.getBalance({ address: owner })
    const quantity = { decimals: '18', numeric: String(Number(held) / 1e18) }
    const listed = await Promise.all(
      chain.tokens.map(async (one) => ({
        name: one.name,
        symbol: one.symbol,
        chainId: 'eip155:31337' as const,
        address: toAccountId('eip155:31337', one.address),
        price: 1,
        iconUrl: '',
        quantity: {
          decimals: String(one.decimals),
          numeric: String(Number(await balanceOf(one.address)) / 10 ** one.decimals),
        },
      })),
    )
    return [
      { name: 'Ether', symbol: 'ETH', chainId: 'eip155:31337' as const, price: 1, iconUrl: '', quantity },
      ...listed,
    ]
  }
  const balanceOf = (address: `0x${string}`) =>
    client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  flow.offer(await balances())
  return { server, wallet, config, flow, store, token, client, balanceOf }
}

/** Waits until a swap can be reviewed. */
export const ready = (flow: SwapFlow) =>
  vi.waitFor(() => expect(flow.getState().isReady).toBe(true), { timeout: 15_000 })
/** Waits until a swap stands somewhere. */
export const phase = (flow: SwapFlow, wanted: SwapPhase) =>
  vi.waitFor(() => expect(flow.getState().phase).toBe(wanted), { timeout: 15_000 })
/** How often a wallet was asked to send. */
export const sends = (wallet: { requests: readonly { method: string }[] }) =>
  wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length
/** The plain address of a token. */
export const plain = (id: string) => id.split(':')[2] as `0x${string}`
