import { bitcoin, bitcoinTestnet } from '@latchkey/bitcoin'
import { createFakeBitcoin } from '@latchkey/bitcoin/testing'
import { type Chain, type CreateConnector, connect, toChain } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { polkadot, polkadotMainnet } from '@latchkey/polkadot'
import { solana, solanaDevnet } from '@latchkey/solana'
import { createFakeSolana } from '@latchkey/solana/testing'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { alice, bob } from '../../../../test/accountModal.js'
import { expectAccessible } from '../../../../test/axe.js'
import { base, mainnet } from '../../../../test/chains.js'
import { makeConfig, setUp } from '../../../../test/setUp.js'

const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const dotAddress = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const at = (chain: Chain, url: string): Chain => ({ ...chain, rpcUrls: { default: { http: [url] } } })
const test = {
  mainnet: at(mainnet, 'http://evm.test'),
  solana: at(solanaDevnet, 'http://solana.test'),
  bitcoin: at(bitcoinTestnet, 'http://bitcoin.test'),
  polkadot: at(polkadotMainnet, 'http://polkadot.test'),
}

/** A wallet of each family, and nodes that answer the same each time. */
async function families(
  options: { multiWallet?: boolean; only?: readonly string[]; served?: { readonly [path: string]: unknown } } = {},
) {
  const sol = await createFakeSolana({ chainId: test.solana.caipNetworkId as `solana:${string}` })
  serve(sol.address, options.served)
  const btc = await createFakeBitcoin({ chainId: test.bitcoin.caipNetworkId as `bip122:${string}` })
  const evm = createFakeConnector({ id: 'io.evm', name: 'Evm Wallet', addresses: [alice] })
  const other = createFakeConnector({ id: 'io.other', name: 'Other Wallet', addresses: [bob] })
  const solanaWallet = createFakeConnector({
    id: 'sol',
    name: 'Sol Wallet',
    namespaces: ['solana'],
    chainId: test.solana.caipNetworkId,
    addresses: [sol.address],
    getProvider: async () => sol.provider,
  })
  const plain = createFakeConnector({
    id: 'btc',
    name: 'Bit Wallet',
    namespaces: ['bip122'],
    chainId: test.bitcoin.caipNetworkId,
    addresses: [btc.address, btc.ordinalAddress],
    getProvider: async () => btc.provider,
  })
  const bitcoinWallet: CreateConnector = (host) => {
    const connector = plain.create(host)
    if ('discover' in connector) return connector
    return { ...connector, connect: async (request) => ({ ...(await connector.connect(request)), facts: btc.facts }) }
  }
  const dot = createFakeConnector({
    id: 'dot',
    name: 'Dot Wallet',
    namespaces: ['polkadot'],
    chainId: test.polkadot.caipNetworkId,
    addresses: [dotAddress],
  })
  const config = makeConfig({
    chains: [test.mainnet, toChain(base), test.solana, test.bitcoin, test.polkadot],
    namespaces: [solana(), bitcoin({ wallets: false }), polkadot({ wallets: false })],
    connectors: [evm.create, other.create, solanaWallet.create, bitcoinWallet, dot.create],
    features: { multiWallet: options.multiWallet ?? false },
    ...(options.served ? { api: { url: 'http://api.test' } } : {}),
    debug: false,
  })
  for (const id of options.only ?? ['io.evm']) await connect(config, { connector: id })
  const app = await setUp({ config, queryClient: new QueryClient(), children: null })
  return { config, modal: app.modal, evm, other, solanaWallet, sol, btc }
}

describe('Networks of several families', () => {
  it('behavior: stand under the name of their family', async () => {
    const { modal } = await families()
    modal.open({ view: 'Networks' })
    const list = (name: string) => page.getByRole('list', { name })
    await expect.element(list('Ethereum').getByRole('button', { name: 'Base' })).toBeVisible()
    await expect.element(list('Solana').getByRole('button', { name: /Solana Devnet/ })).toBeVisible()
    await expect.element(list('Bitcoin').getByRole('button', { name: /Bitcoin Testnet/ })).toBeVisible()
    await expectAccessible()
  })

  it('[S2-29] one of another family leads to the wallets of that family, and both stay connected', async () => {
    const { config, modal } = await families()
    modal.open({ view: 'Networks' })
    await button(/Solana Devnet/).click()
    await view('SwitchActiveChain')
    await button('Choose a wallet').click()
    await view('Connect')
    expect(button('Evm Wallet').query()).toBeNull()
    await button('Sol Wallet').click()
    await view('Account')
    expect(config.state.active).toBe('solana')
    expect(config.state.chainIds.solana).toBe(test.solana.caipNetworkId)
    expect([...config.state.connections.keys()]).toEqual(['io.evm', 'sol'])
  })

  it('behavior: going back to a family shows its account and balance at once, and asks no wallet', async () => {
    const { config, modal, sol, solanaWallet, evm } = await families({ only: ['io.evm', 'sol'] })
    modal.open({ view: 'Account' })
    const worth = () => document.querySelector('.lk-worth-main')?.textContent
    await expect.poll(worth).toBe('2 SOL')
    modal.push({ view: 'Networks' })
    await button('Ethereum').click()
    await view('Account')
    await expect.poll(worth).toBe('1 ETH')
    modal.push({ view: 'Networks' })
    await button(/Solana Devnet/).click()
    await view('Account')
    await expect.element(page.getByTitle(sol.address)).toBeVisible()
    expect(worth()).toBe('2 SOL')
    expect(config.state.active).toBe('solana')
    expect([...evm.calls, ...solanaWallet.calls]).toEqual(['connect', 'connect'])
  })
})

describe('accounts of each family', () => {
  it('behavior: a Bitcoin account says what it is for, and each of its addresses can be received at', async () => {
    const { modal, btc } = await families({ only: ['btc'] })
    modal.open({ view: 'Account' })
    await expect.element(page.getByText('Payments')).toBeVisible()
    await button('Receive').first().click()
    await view('WalletReceive')
    await expect.element(page.getByRole('img', { name: `QR code of the address ${btc.address}` })).toBeVisible()
    await page.getByRole('tab', { name: 'Ordinals' }).click()
    await expect.element(page.getByRole('img', { name: `QR code of the address ${btc.ordinalAddress}` })).toBeVisible()
    expect(document.querySelector('.lk-groups')?.textContent).toBe(btc.ordinalAddress)
    await expectAccessible()
  })

  it('behavior: a family that this page cannot send on has no entry for it, and says so', async () => {
    const { modal } = await families({ only: ['dot'] })
    modal.open({ view: 'Account' })
    await expect.element(page.getByText(/Sending on Polkadot is not available here/)).toBeVisible()
    expect(button('Send').query()).toBeNull()
    await expectAccessible()
  })

  it('[S9-61] Activity is a tab of EVM accounts only', async () => {
    const { modal } = await families({ only: ['sol'] })
    modal.open({ view: 'Account' })
    await expect.element(page.getByRole('tab', { name: 'Tokens' })).toBeVisible()
    expect(page.getByRole('tab', { name: 'Activity' }).query()).toBeNull()
  })

  it('Activity is a tab of every family where the data API tells of more than EVM chains', async () => {
    const chain = test.solana.caipNetworkId
    const entry = (hash: string, status: string) => ({
      id: hash,
      metadata: {
        ...{ operationType: 'send', hash, minedAt: '2026-03-15T12:00:00.000Z', sentFrom: alice, sentTo: bob },
        ...{ status, nonce: 0, chain, fee: '0.000005' },
      },
      transfers: [{ fungible_info: { symbol: 'SOL' }, direction: 'in', quantity: { numeric: '1.5' } }],
    })
    const { modal } = await families({
      only: ['sol'],
      served: {
        '/v1/supported-chains': { http: [chain], ws: [], history: [chain] },
        '/history': { data: [entry('a', 'confirmed'), entry('b', 'pending')], next: null },
      },
    })
    modal.open({ view: 'Account' })
    await page.getByRole('tab', { name: 'Activity' }).click()
    await expect.element(page.getByRole('heading', { name: 'March 2026' })).toBeVisible()
    expect([...document.querySelectorAll('.lk-month h3')].map(({ textContent }) => textContent)).toEqual([
      'Pending',
      'March 2026',
    ])
    await expectAccessible()
  })

  it('a network of which nobody tells says so', async () => {
    const { modal } = await families({
      only: ['dot'],
      served: {
        '/v1/supported-chains': {
          http: [test.polkadot.caipNetworkId],
          ws: [],
          history: [test.solana.caipNetworkId],
        },
      },
    })
    modal.open({ view: 'Account' })
    await page.getByRole('tab', { name: 'Activity' }).click()
    await expect.element(page.getByRole('heading', { name: 'Polkadot has no history here' })).toBeVisible()
    await expectAccessible()
  })
})

describe('WalletSend on Solana', () => {
  async function form() {
    const app = await families({ only: ['io.evm', 'btc', 'sol'] })
    app.modal.open({ view: 'Account' })
    await button('Send').click()
    await expect.element(page.getByText('2 SOL available')).toBeVisible()
    return app
  }

  it('behavior: an address of another family is named', async () => {
    const { btc } = await form()
    await page.getByLabelText('To', { exact: true }).fill(btc.address)
    await expect.element(page.getByText('This is a Bitcoin address. You are sending on Solana.')).toBeVisible()
    await page.getByLabelText('To', { exact: true }).fill(alice)
    await expect.element(page.getByText('This is an Ethereum address. You are sending on Solana.')).toBeVisible()
    await page.getByLabelText('To', { exact: true }).fill('nonsense')
    await expect.element(page.getByText('This is not a Solana address.')).toBeVisible()
    await expectAccessible()
  })

  it('error: too little for a new account is said in words, and the button stays shut', async () => {
    await form()
    await page.getByLabelText('Amount').fill('0.0000001')
    await page.getByLabelText('To', { exact: true }).fill((await createFakeSolana({ seed: 'new' })).address)
    await expect.element(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
    await expect.element(button('Check the amount')).toBeDisabled()
  })

  it('behavior: the review shows the fee in SOL', async () => {
    await form()
    await page.getByLabelText('Amount').fill('0.5')
    await page.getByLabelText('To', { exact: true }).fill((await createFakeSolana({ seed: 'new' })).address)
    await button('Review').click()
    await view('WalletSendPreview')
    await expect.element(button('Send 0.5 SOL')).toBeVisible()
    await expect.element(page.getByText('Solana Devnet')).toBeVisible()
    await expectAccessible()
  })
})

describe('ProfileWallets of several families', () => {
  async function wallets() {
    const app = await families({ multiWallet: true, only: ['sol', 'btc', 'io.other', 'io.evm'] })
    app.modal.open({ view: 'ProfileWallets' })
    await expect.element(page.getByRole('heading', { name: 'Solana' })).toBeVisible()
    return app
  }

  it('behavior: choosing another live wallet asks nobody', async () => {
    const { config, other } = await wallets()
    expect(config.state.current.eip155).toBe('io.evm')
    await button('Use Other Wallet').click()
    await vi.waitFor(() => expect(config.state.current.eip155).toBe('io.other'))
    expect(other.calls).toEqual(['connect'])
    await expectAccessible()
  })

  it('behavior: an address is named by keyboard alone, and Escape leaves the field only', async () => {
    const { config, modal } = await wallets()
    const pencil = button('Name 0x7099…79C8')
    ;(pencil.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('Lost{Escape}')
    await expect.element(pencil).toHaveFocus()
    expect(modal.getState().open).toBe(true)
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('Savings{Enter}')
    await expect.element(button('Name Savings')).toHaveFocus()
    expect(config.state.details?.eip155?.addressLabels).toEqual({ [alice]: 'Savings' })
    modal.open({ view: 'Account' })
    await expect.element(page.getByRole('dialog').getByText('Savings')).toBeVisible()
  })

  it('behavior: leaving with one keeps the rest; leaving with all is asked twice', async () => {
    const { config } = await wallets()
    await button('Disconnect Sol Wallet').click()
    await vi.waitFor(() => expect([...config.state.connections.keys()]).toEqual(['btc', 'io.other', 'io.evm']))
    await expect.element(page.getByRole('region', { name: 'Wallets' })).toHaveFocus()
    await button('Disconnect all').click()
    await expect.element(page.getByText('This disconnects 3 wallets.', { exact: false })).toBeVisible()
    await expectAccessible()
    await button('Cancel').click()
    expect(config.state.connections.size).toBe(3)
    await button('Disconnect all').click()
    await button('Disconnect all').click()
    await vi.waitFor(() => expect(config.state.status).toBe('disconnected'))
    await view('Connect')
    await expect.element(page.getByText('All wallets disconnected')).toBeVisible()
    expect(page.getByText('The wallet disconnected').elements()).toEqual([])
  })

  it('behavior: when the wallet of the shown family leaves, another family takes over', async () => {
    const { config, modal, evm } = await families({ only: ['sol', 'io.evm'] })
    modal.open({ view: 'Account' })
    await view('Account')
    evm.say('disconnect')
    await vi.waitFor(() => expect(config.state.active).toBe('solana'))
    await view('Account')
    await expect.element(page.getByText('The wallet disconnected')).toBeVisible()
  })
})

/** Stands in for the nodes. */
function serve(holder: string, served: { readonly [path: string]: unknown } = {}): void {
  const held = {
    lamports: 2_000_000_000,
    owner: '11111111111111111111111111111111',
    data: ['', 'base64'],
    executable: false,
    rentEpoch: 0,
    space: 0,
  }
  const before = globalThis.fetch
  const blockhash = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'
  const context = { slot: 1, apiVersion: '2.0.0' }
  const answers: { readonly [method: string]: (params: readonly never[]) => unknown } = {
    eth_chainId: () => '0x1',
    eth_getBalance: () => '0xde0b6b3a7640000',
    getGenesisHash: () => 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    getBalance: () => ({ context, value: 2_000_000_000 }),
    getTokenAccountsByOwner: () => ({ context, value: [] }),
    getAccountInfo: () => ({ context, value: null }),
    getMultipleAccounts: ([keys]) => ({
      context,
      value: (keys as unknown as readonly string[]).map((key) => (key === holder ? held : null)),
    }),
    getMinimumBalanceForRentExemption: () => 890_880,
    getFeeForMessage: () => ({ context, value: 5_000 }),
    getLatestBlockhash: () => ({ context, value: { blockhash, lastValidBlockHeight: 100 } }),
    simulateTransaction: () => ({ context, value: { err: null, logs: [], unitsConsumed: 150 } }),
  }
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (url.startsWith('http://api.test')) {
      const found = served[new URL(url).pathname.replace(/\/v1\/account\/[^/]+/, '')]
      return new Response(JSON.stringify(found ?? {}), { status: found === undefined ? 404 : 200 })
    }
    if (!/^http:\/\/(evm|solana|bitcoin|polkadot)\.test/.test(url)) return before(input, init)
    if (typeof init?.body !== 'string') return new Response('{}', { status: 404 })
    const { id, method, params } = JSON.parse(init.body) as { id: number; method: string; params: never[] }
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? null }), {
      headers: { 'content-type': 'application/json' },
    })
  }
  onTestFinished(() => {
    globalThis.fetch = before
  })
}
