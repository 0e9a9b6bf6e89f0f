/** An account of many tokens, collectibles and transactions, many tokens to swap and a directory of wallets, answered by the page itself. */
import { type Collectible, connect, createConfig, type HistoryEntry, type TokenBalance } from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'
import { createFakeConnector } from '@latchkey/core/testing'
import { LatchkeyProvider, useModal } from '@latchkey/react'
import '@latchkey/react/styles.css'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const balances = Array.from(
  { length: 300 },
  (_, at): TokenBalance => ({
    name: `Token number ${at}`,
    symbol: `T${at}`,
    chainId: 'eip155:1',
    price: at % 3,
    iconUrl: '',
    quantity: { decimals: '18', numeric: `${at}.25` },
    address: `eip155:1:0x${(at + 1).toString(16).padStart(40, '0')}`,
  }),
)
const data = Array.from(
  { length: 600 },
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
    transfers: [{ fungible_info: { symbol: 'ETH' }, direction: 'out', quantity: { numeric: String(at) } }],
  }),
)
const collectibles = Array.from(
  { length: 2_000 },
  (_, at): Collectible => ({
    chainId: 'eip155:1',
    contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    tokenId: String(at),
    standard: 'erc721',
    amount: '1',
    name: `Key #${at}`,
    description: null,
    collection: { name: 'Keys', symbol: 'KEY' },
    image: null,
    link: null,
    isSpam: false,
  }),
)
const tokens = Array.from({ length: 2_000 }, (_, at) => ({
  name: `Token number ${at}`,
  symbol: `T${at}`,
  address: `eip155:1:0x${(at + 1).toString(16).padStart(40, '0')}`,
  decimals: 18,
  logoUri: null,
}))
const wallets = Array.from({ length: 400 }, (_, at) => ({
  id: at.toString(16).padStart(64, '0'),
  name: `Wallet number ${at}`,
  mobile_link: `wallet${at}://`,
}))
const answers: { readonly [path: string]: unknown } = {
  '/v1/supported-chains': { http: ['eip155:1'], ws: [] },
  [`/v1/account/${account}/balance`]: { balances },
  [`/v1/account/${account}/history`]: { data, next: null },
  [`/v1/account/${account}/collectibles`]: { data: collectibles, next: null, index: { state: 'current' } },
  '/v1/convert/tokens': { tokens },
  '/getWallets': { count: wallets.length, data: wallets },
}
window.fetch = async (input) => {
  const { pathname } = new URL(String(input instanceof Request ? input.url : input))
  const found = Object.hasOwn(answers, pathname)
  return new Response(JSON.stringify(found ? answers[pathname] : {}), { status: found ? 200 : 404 })
}

const config = createConfig({
  chains: [mainnet],
  connectors: [createFakeConnector({ addresses: [account] }).create],
  api: { url: 'http://127.0.0.1', projectId: 'bench' },
  storage: null,
})

function Ways() {
  const modal = useModal()
  const button = (view: 'Account' | 'AllWallets' | 'Swap') =>
    createElement('button', { key: view, id: view, type: 'button', onClick: () => modal.open({ view }) }, view)
  return [button('Account'), button('AllWallets'), button('Swap')]
}

await connect(config, { connector: 'dev.latchkey.fake' })
createRoot(document.querySelector('#app') as HTMLElement).render(
  createElement(LatchkeyProvider, { config, children: createElement(Ways) }),
)
