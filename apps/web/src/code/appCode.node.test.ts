import type { Namespace } from '@latchkey/core'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { defaultLook } from '../look/defaultLook.js'
import type { Look } from '../look/look.js'
import type { PageFamily, Settings } from '../settings.js'
import { appCode } from './appCode.js'

const everywhere: Settings = { local: false, chains: [], families: [] }
const chain = {
  chainId: 31337,
  name: 'Local Ethereum',
  url: 'http://127.0.0.1:8545',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [],
}
const local: Settings = { local: true, apiUrl: 'http://127.0.0.1:4401', chains: [chain], families: [] }
const family = (caipNetworkId: `${Namespace}:${string}`, name: string, symbol: string): PageFamily => ({
  caipNetworkId,
  name,
  url: 'http://127.0.0.1:9',
  nativeCurrency: { name: symbol, symbol, decimals: 8 },
  tokens: [],
})
const withFamilies: Settings = {
  ...local,
  families: [
    family('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Local Solana', 'SOL'),
    family('bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'Local Bitcoin', 'BTC'),
    family('polkadot:91b171bb158e2d3848fa23a9f1c25182', 'Local Polkadot', 'DOT'),
  ],
}
const look = (change: Partial<Look>): Look => ({ ...defaultLook, ...change })

describe('appCode', () => {
  it('writes the shortest app while nothing is changed', () => {
    expect(appCode(everywhere, defaultLook)).toMatchInlineSnapshot(`
      "import '@latchkey/react/styles.css'
      import { injected } from '@latchkey/connectors/injected'
      import {
        ConnectButton, createConfig, LatchkeyProvider,
        mainnet, base, optimism, arbitrum, polygon, sepolia,
      } from '@latchkey/react'

      const config = createConfig({
        chains: [mainnet, base, optimism, arbitrum, polygon, sepolia],
        connectors: [injected()],
      })

      export default function App() {
        return (
          <LatchkeyProvider config={config}>
            <ConnectButton />
          </LatchkeyProvider>
        )
      }"
    `)
  })

  it('writes the local chains and the data service of a local page', () => {
    const code = appCode(local, defaultLook)
    expect(code).toContain('const localEthereum = {\n  id: 31337,')
    expect(code).toContain('chains: [localEthereum],')
    expect(code).toContain("api: { url: 'http://127.0.0.1:4401' },")
    expect(code).not.toContain('mainnet')
  })

  it('writes the wallet for people without one, where one is served', () => {
    const code = appCode({ ...local, frameUrl: 'http://localhost:4402/sdk' }, defaultLook)
    expect(code).toContain("import { embedded } from '@latchkey/connectors/embedded'")
    expect(code).toContain("connectors: [injected(), embedded({ url: 'http://localhost:4402/sdk' })],")
    expect(code).not.toContain('features')
  })

  it('writes the way to wallets on other devices, where there is a relay', () => {
    const code = appCode(
      { ...local, frameUrl: 'http://localhost:4402/sdk', relayUrl: 'wss://relay.example' },
      defaultLook,
    )
    expect(code).toContain("import { walletConnect } from '@latchkey/connectors/walletConnect'")
    expect(code).toContain("    walletConnect({ relayUrl: 'wss://relay.example' }),\n  ],")
  })

  it('writes the adapters and the chains of other families, each once', () => {
    const code = appCode(withFamilies, defaultLook)
    expect(code).toContain("import { solana } from '@latchkey/solana'")
    expect(code).toContain("import { bitcoin } from '@latchkey/bitcoin'")
    expect(code).toContain("import { polkadot } from '@latchkey/polkadot'")
    expect(code.match(/@latchkey\/solana/g)).toHaveLength(1)
    expect(code).toContain('  namespaces: [solana(), bitcoin(), polkadot()],')
    expect(code).toContain('  connectors: [injected()],')
    expect(code).toContain("const localSolana = {\n  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',")
    expect(code).toContain("  chainNamespace: 'bip122' as const,")
    expect(code).not.toContain('cosmos')
  })

  it('writes only what differs from the defaults', () => {
    const features = { ...defaultLook.features, send: false, multiWallet: true }
    const code = appCode(everywhere, look({ features, networkSwitch: false, buttonSize: 'lg', themeMode: 'dark' }))
    expect(code).toContain('  features: { send: false, multiWallet: true },\n  enableNetworkSwitch: false,')
    expect(code).toContain('<LatchkeyProvider config={config} themeMode="dark">')
    expect(code).toContain('<ConnectButton size="lg" />')
    expect(code).not.toContain('receive')
  })

  it('writes the theme variables that the page uses', () => {
    const code = appCode(everywhere, look({ accent: '#5b46d6', radius: 8 }))
    expect(code).toMatch(/'--lk-accent': 'light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)',/)
    expect(code).toContain("'--lk-radius': '8px',")
    expect(code).toContain("'--lk-radius-button': '6px',")
  })

  it.each([
    ['public', everywhere, defaultLook],
    ['with e-mail', { ...local, frameUrl: 'https://wallet.example/sdk' }, defaultLook],
    [
      'with a relay',
      { ...local, frameUrl: 'https://wallet.example/sdk', relayUrl: 'wss://relay.example' },
      defaultLook,
    ],
    ['of several families', withFamilies, defaultLook],
    ['local', local, look({ accent: '#ffffff', radius: 0, buttonSize: 'sm', themeMode: 'light' })],
    [
      'strangely named',
      {
        ...local,
        chains: [
          { ...chain, name: "It's \\ 'n" },
          { ...chain, chainId: 2, name: "It's \\ 'n" },
          { ...chain, chainId: 3, name: '链' },
        ],
      },
      defaultLook,
    ],
  ] as const)('is code that compiles: %s', async (_name, settings, chosen) => {
    await expect(transform(appCode(settings, chosen), { loader: 'tsx' })).resolves.toBeDefined()
  })
})
