import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { defaultLook } from '../look/defaultLook.js'
import type { Look } from '../look/look.js'
import type { Settings } from '../settings.js'
import { appCode } from './appCode.js'

const everywhere: Settings = { local: false, chains: [] }
const chain = {
  chainId: 31337,
  name: 'Local Ethereum',
  url: 'http://127.0.0.1:8545',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [],
}
const local: Settings = { local: true, apiUrl: 'http://127.0.0.1:4401', chains: [chain] }
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
        networks: [mainnet, base, optimism, arbitrum, polygon, sepolia],
        connectors: [injected()],
      })

      export const App = () => (
        <LatchkeyProvider config={config}>
          <ConnectButton />
        </LatchkeyProvider>
      )"
    `)
  })

  it('writes the local chains and the data service of a local page', () => {
    const code = appCode(local, defaultLook)
    expect(code).toContain('const localEthereum = {\n  id: 31337,')
    expect(code).toContain('networks: [localEthereum],')
    expect(code).toContain("api: { url: 'http://127.0.0.1:4401' },")
    expect(code).not.toContain('mainnet')
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
