import { connect, createStorage, type NamespaceAdapter, type TokenBalance } from '@latchkey/core'
import { eip155 } from '@latchkey/core/eip155'
import { createFakeConnector, createFakeEmbedded, createFakePairing } from '@latchkey/core/testing'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accountModal } from '../test/accountModal.js'
import { base, mainnet } from '../test/chains.js'
import { directoryUrl, entries, idOf, serveDirectory } from '../test/directory.js'
import { makeConfig, setUp } from '../test/setUp.js'
import { ChainButton } from './components/ChainButton.js'

// What has a test beside the view that it changes is not here; guards/options.test.ts finds what has none.
const id = 'dev.latchkey.fake'
const rows = () => [...document.querySelectorAll('.lk-row-title')].map(({ textContent }) => textContent)
const button = (name: string | RegExp) => page.getByRole('button', { name })

async function open(view: 'Connect' | 'Networks' | 'AllWallets', options: Parameters<typeof setUp>[0] = {}) {
  const app = await setUp({ debug: false, ...options })
  app.modal.open({ view })
  await expect.element(page.getByRole('dialog')).toBeVisible()
  return app
}

function fakeWallets(...names: readonly string[]) {
  return names.map((name) => createFakeConnector({ id: name.toLowerCase(), name }))
}

describe('what createConfig takes', () => {
  it('option chains: those that a visitor may choose from', async () => {
    await open('Networks', { chains: [mainnet, base] })
    await expect.element(button('Base')).toBeVisible()
    expect(rows()).toEqual(['Ethereum', 'Base'])
  })

  it('option defaultChain: where a visitor begins', async () => {
    await setUp({ children: <ChainButton />, chains: [mainnet, base], defaultChain: base })
    await expect.element(button('Network: Base')).toBeVisible()
  })

  it('option connectors: the wallets to choose from', async () => {
    await open('Connect', { wallets: fakeWallets('Alpha', 'Beta') })
    await vi.waitFor(() => expect(rows()).toEqual(['Alpha', 'Beta']))
  })

  it('option namespaces: the family reads what the account view shows', async () => {
    const family: NamespaceAdapter = { ...eip155(), getBalances: async () => [seven] }
    const config = makeConfig({ wallets: [createFakeConnector()], namespaces: [family] })
    await connect(config, { connector: id })
    const app = await setUp({ config, queryClient: new QueryClient() })
    app.modal.open({ view: 'Account' })
    await expect
      .element(
        page
          .getByRole('dialog')
          .getByText(/^7(\.0+)? ETH$/)
          .first(),
      )
      .toBeVisible()
  })

  it('option allowUnsupportedChain: a wallet may stay on a chain that is not listed', async () => {
    const app = await setUp({ children: <ChainButton />, allowUnsupportedChain: true })
    await connect(app.config, { connector: id })
    app.wallet.say({ chainId: 'eip155:5' })
    await expect.element(button('Network: Unknown network')).toBeVisible()
    expect(app.modal.getState().open).toBe(false)
  })

  it('option basic: the modal does not open for a chain that is not listed', async () => {
    const app = await setUp({ children: <ChainButton />, basic: true })
    await connect(app.config, { connector: id })
    app.wallet.say({ chainId: 'eip155:5' })
    await expect.element(button('Network: Unknown network')).toBeVisible()
    expect(app.modal.getState().open).toBe(false)
  })

  it('option api: balances come from there', async () => {
    const { asked } = await accountModal({ api: { url: 'http://api.test', projectId: 'p-1' } })
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
    expect(asked.some((url) => url.startsWith('http://api.test/v1/account') && url.includes('projectId=p-1'))).toBe(
      true,
    )
  })

  it('option customRpcUrls: the node is asked before that of the chain', async () => {
    const asked: string[] = []
    const before = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      const { origin } = new URL(String(input instanceof Request ? input.url : input), location.href)
      if (origin === location.origin) return before(input, init)
      asked.push(origin)
      const { id, method } = JSON.parse(String(init?.body))
      return Response.json({ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? '0x1' : '0x6124fee993bc0000' })
    }
    onTestFinished(() => {
      globalThis.fetch = before
    })
    const config = makeConfig({
      wallets: [createFakeConnector()],
      chains: [{ ...mainnet, rpcUrls: { default: { http: ['http://listed.test'] } } }],
      customRpcUrls: { 'eip155:1': ['http://own.test'] },
    })
    await connect(config, { connector: id })
    const app = await setUp({ config, queryClient: new QueryClient() })
    app.modal.open({ view: 'Account' })
    await expect
      .element(
        page
          .getByRole('dialog')
          .getByText(/^7(\.0+)? ETH$/)
          .first(),
      )
      .toBeVisible()
    expect(asked[0]).toBe('http://own.test')
  })

  it('option storage: null keeps nothing for the next visit, a store does', async () => {
    const kept = new Map<string, string>()
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    const wallet = createFakeConnector()
    for (const storage of [null, createStorage({ store })]) {
      const first = makeConfig({ wallets: [wallet], storage })
      await connect(first, { connector: id })
      first.destroy()
      const { screen } = await setUp({ wallets: [wallet], storage })
      await expect.element(button(storage ? /^Account 0x/ : 'Connect wallet')).toBeVisible()
      await screen.unmount()
    }
  })

  it('option excludeWallets: a wallet in the browser that is never shown', async () => {
    await open('Connect', { wallets: fakeWallets('Alpha', 'Beta', 'Gamma'), excludeWallets: [{ name: 'beta' }] })
    await vi.waitFor(() => expect(rows()).toEqual(['Alpha', 'Gamma']))
  })

  it('option includeWalletIds, excludeWalletIds: the only ones of the directory, and those that are never shown', async () => {
    serveDirectory(entries(5))
    const wanted = { includeWalletIds: [idOf(1), idOf(2), idOf(3)], excludeWalletIds: [idOf(2)] }
    await open('AllWallets', { wallets: [], connectors: [createFakePairing().create], api, ...wanted })
    await vi.waitFor(() => expect(rows()).toEqual(['Wallet 1', 'Wallet 3']))
  })

  it('option featuredWalletIds: come before what the directory suggests', async () => {
    serveDirectory(entries(2))
    const connectors = [createFakePairing().create]
    await open('Connect', { wallets: [], connectors, api, featuredWalletIds: [idOf(1)] })
    await vi.waitFor(() => expect(rows()).toEqual(['WalletConnect', 'Wallet 1', 'Wallet 0', 'All wallets']))
  })
})

describe('features', () => {
  it('option features.email: off, nobody is asked for an address', async () => {
    await open('Connect', { connectors: [createFakeEmbedded().create], features: { email: false } })
    await expect.element(button('Fake Wallet')).toBeVisible()
    expect(page.getByRole('textbox').elements()).toEqual([])
  })

  it('option features.receive: off, the account has no way to receive', async () => {
    await accountModal({ features: { receive: false }, balances: [] })
    await expect.element(button('Send')).toBeVisible()
    expect(button('Receive').elements()).toEqual([])
  })

  it('option features.allWallets: off, there is no way to all of them', async () => {
    serveDirectory(entries(2))
    const connectors = [createFakePairing().create]
    await open('Connect', { wallets: [], connectors, api, features: { allWallets: false } })
    await vi.waitFor(() => expect(rows()).toEqual(['WalletConnect', 'Wallet 0', 'Wallet 1']))
  })

  it('option features.connectorTypeOrder: groups come in the order of the app, without those that it left out', async () => {
    serveDirectory(entries(2))
    const connectors = [createFakePairing().create]
    const order = ['recommended', 'external', 'injected'] as const
    await open('Connect', { connectors, api, features: { connectorTypeOrder: order } })
    await vi.waitFor(() => expect(rows()).toEqual(['Wallet 0', 'Wallet 1', 'Fake Wallet', 'All wallets']))
  })
})

const api = { url: directoryUrl, projectId: 'p' }
const seven: TokenBalance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 0,
  quantity: { decimals: '18', numeric: '7' },
  iconUrl: '',
}
