import { type CreateConfigParameters, connect, type HistoryEntry, type TokenBalance } from '@latchkey/core'
import { createFakeConnector, type FakeEmbedded } from '@latchkey/core/testing'
import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import type { RouteInput } from '../src/modal/routes.js'
import { base, mainnet } from './chains.js'
import { makeConfig, setUp } from './setUp.js'

export const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Ether and two tokens, as the data API answers them. */
export const holdings: readonly TokenBalance[] = [
  token('Ether', 'ETH', '1.23456', 2000),
  { ...token('Test USD Coin', 'USDC', '20.5', 1, '6'), address: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  { ...token('Test Dai', 'DAI', '0.0001', 0), address: 'eip155:1:0x6B175474E89094C44Da98b954EedeAC495271d0F' },
]

function token(name: string, symbol: string, numeric: string, price: number, decimals = '18'): TokenBalance {
  return { name, symbol, chainId: 'eip155:1', price, quantity: { decimals, numeric }, iconUrl: '' }
}

/** Draws a connected modal over a fake wallet, a node and a data API with fixed answers, in strict mode. */
export async function accountModal(
  parameters: Partial<Omit<CreateConfigParameters, 'connectors'>> & {
    route?: RouteInput
    balances?: readonly TokenBalance[]
    apiStatus?: () => number
    /** Holds back what the data API says about the account. */
    until?: Promise<unknown>
    /** The pages of the account's history, one after the other; a number is the status of a failure. */
    history?: () => readonly (readonly HistoryEntry[])[] | number
    others?: readonly ReturnType<typeof createFakeConnector>[]
    /** Signs in to this wallet last, so that it is the active one. */
    embedded?: FakeEmbedded
    /** What the data API answers to other calls, such as those of buying, by path, or a promise of it; nothing is sold without. */
    onramp?: { readonly [path: string]: unknown }
  } = {},
) {
  const {
    route = { view: 'Account' },
    balances = holdings,
    apiStatus = () => 200,
    history = () => [[]],
    until,
    others = [],
    embedded,
    onramp = {},
    ...more
  } = parameters
  const requests: { method: string; params?: unknown }[] = []
  const answers: { resolve: (hash: unknown) => void; reject: (error: unknown) => void }[] = []
  const fake = createFakeConnector({
    addresses: [alice],
    getProvider: async () => ({
      request(request: { method: string; params?: unknown }) {
        requests.push(request)
        return new Promise((resolve, reject) => answers.push({ resolve, reject }))
      },
    }),
  })
  const asked = serve(balances, apiStatus, history, until, onramp)
  const config = makeConfig({
    chains: [
      { ...mainnet, rpcUrls: { default: { http: ['http://node.test'] } } },
      { ...base, rpcUrls: { default: { http: ['http://node.test/base'] } } },
    ],
    wallets: [...others, fake],
    connectors: embedded ? [embedded.create] : [],
    api: { url: 'http://api.test' },
    debug: false,
    ...more,
  })
  const ours = 'dev.latchkey.fake'
  for (const { id } of config.connectors) if (id !== ours && id !== 'ID_AUTH') await connect(config, { connector: id })
  await connect(config, { connector: ours })
  if (embedded) {
    embedded.set({ email: 'ada@example.com' })
    await connect(config, { connector: 'ID_AUTH' })
  }
  const app = await setUp({ config, queryClient: new QueryClient(), children: null })
  app.modal.open(route)
  await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', route.view)
  return {
    config,
    fake,
    asked,
    requests,
    modal: app.modal,
    /** Answers what the wallet was asked last. */
    resolve: (hash: unknown) => answers.at(-1)?.resolve(hash),
    reject: (error: unknown) => answers.at(-1)?.reject(error),
  }
}

/** Stands in for the chain: a data API and a node with fixed answers, and nothing else. */
function serve(
  balances: readonly TokenBalance[],
  apiStatus: () => number,
  history: () => readonly (readonly HistoryEntry[])[] | number,
  until: Promise<unknown> | undefined,
  onramp: { readonly [path: string]: unknown },
): string[] {
  const before = globalThis.fetch
  const asked: string[] = []
  const answer = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status })
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (url.startsWith('http://api.test/v1/supported-chains')) return answer({ http: ['eip155:1'], ws: [] })
    if (url.startsWith('http://api.test/')) {
      const path = new URL(url).pathname
      if (Object.hasOwn(onramp, path)) return answer(await onramp[path])
      if (path === '/appkit/v1/config') return answer(remoteFeatures)
    }
    asked.push(url)
    if (url.startsWith('http://api.test/v1/account')) await until
    if (url.startsWith('http://api.test/v1/account') && url.includes('/history')) {
      const pages = history()
      if (typeof pages === 'number') return answer({}, pages)
      const at = Number(new URL(url).searchParams.get('cursor') ?? 0)
      return answer({ data: pages[at] ?? [], next: at + 1 < pages.length ? String(at + 1) : null })
    }
    if (url.startsWith('http://api.test/v1/account') && url.includes('/collectibles'))
      return answer({ data: [], next: null, index: { state: 'none' } })
    if (url.startsWith('http://api.test/v1/account')) return answer({ balances }, apiStatus())
    const isNode = url.startsWith('http://node.test') || url.startsWith('http://api.test/v1?')
    if (!isNode || typeof init?.body !== 'string') return before(input, init)
    const { id, method } = JSON.parse(init.body) as { id: number; method: string }
    return answer({ jsonrpc: '2.0', id, result: nodeAnswers[method] ?? null })
  }
  onTestFinished(() => {
    globalThis.fetch = before
  })
  return asked
}

/** Swaps by the data API, and nobody who sells coins. */
const remoteFeatures = {
  features: [
    { id: 'swap', isEnabled: true, config: ['1inch'] },
    { id: 'onramp', isEnabled: false, config: [] },
  ],
}

const nodeAnswers: { readonly [method: string]: unknown } = {
  eth_chainId: '0x1',
  eth_getBalance: '0x112209c76de80000',
  eth_estimateGas: '0x5208',
  eth_gasPrice: '0x3b9aca00',
  eth_getTransactionReceipt: {
    status: '0x1',
    blockNumber: '0x10',
    transactionHash: `0x${'7'.repeat(64)}`,
    logs: [],
    gasUsed: '0x5208',
    cumulativeGasUsed: '0x5208',
    effectiveGasPrice: '0x1',
    type: '0x2',
    transactionIndex: '0x0',
  },
}
