import '@latchkey/react/styles.css'
import { bitcoin } from '@latchkey/bitcoin'
import { embedded } from '@latchkey/connectors/embedded'
import { injected } from '@latchkey/connectors/injected'
import { walletConnect } from '@latchkey/connectors/walletConnect'
import {
  type AccountId,
  type ChainInput,
  type Config,
  createConfig,
  getBalances,
  getConnection,
  getPrices,
  getSignInSession,
  localSignIn,
  type Namespace,
  parseChainId,
  switchChain,
  switchConnection,
  toSwapToken,
} from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { cosmos } from '@latchkey/cosmos'
import { polkadot } from '@latchkey/polkadot'
import { ChainButton, ConnectButton, LatchkeyProvider, useConfig, useConnection, useModal } from '@latchkey/react'
import { solana } from '@latchkey/solana'
import { createElement, StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { AppSettings, AppWorld } from './settings.js'
import { TokenPanel } from './TokenPanel.js'

const world: AppWorld = JSON.parse(document.getElementById('world')?.textContent ?? '')
const settings: AppSettings = JSON.parse(new URLSearchParams(location.search).get('settings') ?? '{}')

const local = world.chains.map(
  ({ chainId, name, url, tokens }): ChainInput => ({
    id: chainId,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
    tokens: tokens.map((token) => ({ ...token, name: token.symbol })),
  }),
)
const [first, ...others] = settings.oneChain ? local.slice(0, 1) : local
if (!first) throw new Error('The app was served without chains')

const families = (settings.signIn || settings.families ? world.families : []).map(
  ({ chainId, name, url }): ChainInput => {
    const { namespace, reference } = parseChainId(chainId)
    const nativeCurrency = { name, symbol: 'COIN', decimals: 9 }
    return { id: reference, chainNamespace: namespace, name, nativeCurrency, rpcUrls: { default: { http: [url] } } }
  },
)

const wallets = settings.signIn === true
const { apiUrl = world.apiUrl, relayUrl, themeVariables } = settings
const config = createConfig({
  ...settings.options,
  chains: [first, ...others, ...families],
  ...(families.length > 0
    ? { namespaces: [solana({ wallets }), bitcoin({ wallets }), polkadot({ wallets }), cosmos({ wallets })] }
    : {}),
  ...(settings.signIn ? { siwx: localSignIn() } : {}),
  ...(apiUrl === null
    ? {}
    : { api: { url: apiUrl, ...(settings.projectId ? { projectId: settings.projectId } : {}) } }),
  connectors: [
    injected(),
    ...(relayUrl ? [walletConnect({ relayUrl })] : []),
    ...(settings.email || settings.socials
      ? [embedded({ url: world.frameUrl, socials: settings.socials === true })]
      : []),
    ...(settings.wallets ?? []).map((wallet) => createFakeConnector(wallet).create),
  ],
})

if (settings.policy === undefined) {
  const script = document.createElement('script')
  script.src = world.walletUrl
  document.head.append(script)
}

/** Asks the connected wallet itself. */
async function ask(used: Config, namespace: Namespace, method: string, params: unknown): Promise<unknown> {
  const { connector } = getConnection(used, { namespace })
  if (!connector) throw new Error('Nobody is connected')
  const provider = (await connector.getProvider(namespace)) as {
    request(call: { method: string; params: unknown }): Promise<unknown>
  }
  return provider.request({ method, params })
}

/** What an integrator's own code can do, within reach of a journey. */
function Reach() {
  const modal = useModal()
  const { address } = useConnection()
  const used = useConfig()
  useEffect(() => {
    Object.assign(window, {
      app: {
        modal,
        switchChain: (chainId: `eip155:${string}`) => switchChain(used, { chainId }),
        switchConnection: (connectorId: string) => switchConnection(used, { connectorId }),
        getSignInSession: () => getSignInSession(used),
        request: (namespace: Namespace, method: string, params: unknown) => ask(used, namespace, method, params),
        getSwapTokens: async (account: AccountId) => (await getBalances(used, { account })).map(toSwapToken),
        getPrices: (addresses: readonly AccountId[]) => getPrices(used, { addresses }),
      },
    })
  }, [modal, used])
  return createElement(
    'dl',
    null,
    createElement('dt', null, 'Account'),
    createElement('dd', { 'data-testid': 'account' }, address ?? 'none'),
    createElement('dt', null, 'View'),
    createElement('dd', { 'data-testid': 'view' }, modal.view ?? 'none'),
  )
}

const usdc = world.chains[0]?.tokens.find(({ symbol }) => symbol === 'USDC')?.address
const root = document.getElementById('root')
if (root) {
  const page = createElement(
    'main',
    null,
    createElement('h1', null, 'An app with Latchkey'),
    createElement(ConnectButton),
    createElement(ChainButton),
    createElement(Reach),
    settings.token && usdc ? createElement(TokenPanel, { token: usdc }) : null,
  )
  const props = { config, children: page, ...(themeVariables ? { themeVariables } : {}) }
  createRoot(root).render(createElement(StrictMode, null, createElement(LatchkeyProvider, props)))
}
