import type { HistoryEntry, TokenBalance } from '@latchkey/core'

/** The account that the wallet of `inPage/mockWallet.js` gives. */
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const chains = ['eip155:1', 'eip155:8453', 'eip155:42161', 'eip155:137']
const balances = Array.from(
  { length: 12 },
  (_, at): TokenBalance => ({
    name: at ? `Token number ${at}` : 'Ether',
    symbol: at ? `T${at}` : 'ETH',
    chainId: 'eip155:1',
    price: at ? at % 3 : 2_000,
    iconUrl: '',
    quantity: { decimals: '18', numeric: `${at + 1}.25` },
    ...(at > 0 && { address: `eip155:1:0x${at.toString(16).padStart(40, '0')}` as const }),
  }),
)
const history = Array.from(
  { length: 30 },
  (_, at): HistoryEntry => ({
    id: String(at),
    metadata: {
      operationType: 'send',
      hash: `0x${at.toString(16).padStart(64, '0')}`,
      minedAt: new Date(Date.UTC(2026, 5, 1) - at * 43_200_000).toISOString(),
      sentFrom: account,
      sentTo: account,
      status: 'confirmed',
      nonce: at,
      chain: 'eip155:1',
    },
    transfers: [{ fungible_info: { symbol: 'ETH' }, direction: 'out', quantity: { numeric: String(at + 1) } }],
  }),
)
const collectibles = Array.from({ length: 20 }, (_, at) => ({
  chainId: 'eip155:1',
  contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  tokenId: String(at),
  standard: 'erc721',
  amount: '1',
  name: `Key number ${at}`,
  description: null,
  collection: { name: 'Keys', symbol: 'KEY' },
  image: null,
  link: null,
  isSpam: false,
}))
const wallets = Array.from({ length: 400 }, (_, at) => ({
  id: at.toString(16).padStart(64, '0'),
  name: `Wallet number ${at}`,
  mobile_link: `wallet${at}://`,
}))
const network = { name: 'ethereum', display_name: 'Ethereum', chain_id: 'eip155:1', contract_address: '' }
const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const money = (amount: string, currency: string) => ({ amount, currency })
const coin = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const answers: { readonly [path: string]: unknown } = {
  '/v1/supported-chains': { http: chains, ws: [], swaps: chains },
  [`/v1/account/${account}/balance`]: { balances },
  [`/v1/account/${account}/history`]: { data: history, next: null },
  [`/v1/account/${account}/collectibles`]: { data: collectibles, next: null, index: { state: 'complete' } },
  '/appkit/v1/config': {
    features: [
      { id: 'swap', isEnabled: true, config: ['1inch'] },
      { id: 'onramp', isEnabled: true, config: ['meld', 'coinbase'] },
    ],
  },
  '/v1/convert/tokens': { tokens: [{ name: 'Ether', symbol: 'ETH', address: coin, decimals: 18, logoUri: null }] },
  '/v1/convert/gas-price': { standard: '1000000000', fast: '1', instant: '1' },
  '/v1/onramp/options': {
    paymentCurrencies: ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: limits })),
    purchaseCurrencies: ['ETH', 'USDC'].map((symbol) => ({ id: symbol, name: symbol, symbol, networks: [network] })),
  },
  '/v1/onramp/quote': {
    paymentTotal: money('100', 'USD'),
    paymentSubtotal: money('98.5', 'USD'),
    networkFee: money('0.1', 'USD'),
    purchaseAmount: money('0.0394', 'ETH'),
    quoteId: 'q',
  },
}
const nodeAnswers: { readonly [method: string]: unknown } = {
  eth_chainId: '0x1',
  eth_getBalance: '0x112209c76de80000',
  eth_estimateGas: '0x5208',
  eth_gasPrice: '0x3b9aca00',
}

/** Lets the page be its own data API, directory and node: each answers after `delay` ms. */
export function serveItself(delay: number): void {
  window.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input instanceof Request ? input.url : input))
    await new Promise((resolve) => setTimeout(resolve, delay))
    if (pathname === '/getWallets') return Response.json(listed(searchParams))
    if (Object.hasOwn(answers, pathname)) return Response.json(answers[pathname])
    if (typeof init?.body !== 'string') return new Response('{}', { status: 404 })
    const { id, method } = JSON.parse(init.body) as { id: number; method: string }
    return Response.json({ jsonrpc: '2.0', id, result: nodeAnswers[method] ?? null })
  }
}

function listed(query: URLSearchParams): unknown {
  const search = query.get('search')?.toLowerCase() ?? ''
  const found = wallets.filter(({ name }) => name.toLowerCase().includes(search))
  const size = Number(query.get('entries'))
  const start = (Number(query.get('page')) - 1) * size
  return { count: found.length, data: found.slice(start, start + size) }
}
