import type { HistoryEntry, TokenBalance } from '@latchkey/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { accountModal, alice, bob, holdings } from '../../../../test/accountModal.js'
import { expectAccessible } from '../../../../test/axe.js'
import { mainnet } from '../../../../test/chains.js'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const fact = (name: string) =>
  [...document.querySelectorAll('.lk-fact')]
    .find((one) => one.querySelector('dt')?.textContent === name)
    ?.querySelector('dd')?.textContent
const features = () => [...document.querySelectorAll('.lk-feature')].map(({ textContent }) => textContent)

const coin = (symbol: string, contract_address: string) => ({
  ...{ id: symbol, name: symbol, symbol },
  networks: [{ name: 'ethereum', display_name: 'Ethereum', chain_id: 'eip155:1', contract_address }],
})
/** Swaps of Ether and USDC, and a shop for the same. */
const markets = {
  '/appkit/v1/config': {
    features: [
      { id: 'swap', isEnabled: true, config: ['1inch'] },
      { id: 'onramp', isEnabled: true, config: ['meld'] },
    ],
  },
  '/v1/onramp/options': {
    paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '10', max: '7500' }] }],
    purchaseCurrencies: [coin('ETH', ''), coin('USDC', usdc.toLowerCase())],
  },
  '/v1/convert/tokens': {
    tokens: [
      { name: 'Ether', symbol: 'ETH', address: 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', decimals: 18 },
      { name: 'Test USD Coin', symbol: 'USDC', address: `eip155:1:${usdc}`, decimals: 6 },
    ],
  },
}
const entry = (hash: string, address: `0x${string}` | null): HistoryEntry => ({
  id: hash,
  metadata: {
    operationType: 'receive',
    hash,
    minedAt: '2026-03-15T12:00:00.000Z',
    sentFrom: bob,
    sentTo: alice,
    status: 'confirmed',
    nonce: 0,
    chain: 'eip155:1',
  },
  transfers: [
    {
      fungible_info: { name: 'Test USD Coin', symbol: 'USDC', address: address && (`eip155:1:${address}` as const) },
      direction: 'in',
      quantity: { numeric: '5' },
    },
  ],
})

async function open(name: RegExp, parameters: Parameters<typeof accountModal>[0] = {}) {
  const app = await accountModal({ onramp: markets, ...parameters })
  await button(name).click()
  await view('TokenDetails')
  await vi.waitFor(() => expect(fact('Price')).toBeDefined())
  return app
}

describe('TokenDetails', () => {
  it('tells amount, worth, price and its age, share, network and contract with a way to look it up', async () => {
    const blockExplorers = { default: { name: 'Etherscan', url: 'https://etherscan.io' } }
    await open(/^Test USD Coin/, { chains: [{ ...mainnet, blockExplorers }] })
    await expect.element(page.getByRole('heading', { name: 'USDC', exact: true })).toBeVisible()
    expect(document.querySelector('.lk-token-amount')?.textContent).toBe('20.5 USDC')
    expect(document.querySelector('.lk-token-worth')?.textContent).toBe('$20.50')
    await vi.waitFor(() => expect(fact('Price')).toMatch(/^\$1\.00As of \d+ sec\. ago$/))
    expect(fact('Share of the account')).toBe('0.8%')
    expect(fact('Network')).toContain('Ethereum')
    await expect.element(button(`Copy address: ${usdc}`)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Show on Etherscan' }))
      .toHaveAttribute('href', `https://etherscan.io/token/${usdc}`)
    await vi.waitFor(() => expect(features()).toEqual(['Buy', 'Swap', 'Receive', 'Send']))
    await expectAccessible()
  })

  it('the coin of the network has no contract', async () => {
    await open(/^Ether/)
    expect(fact('Contract')).toBe('Coin of the network')
    expect(fact('Share of the account')).toBe('99.2%')
  })

  it('a token without price says so, is neither sold nor swapped here, and is to be compared', async () => {
    await open(/^Test Dai/)
    expect(document.querySelector('.lk-token-amount')?.textContent).toBe('0.0001 DAI')
    expect(document.querySelector('.lk-token-worth')?.textContent).toBe('No price')
    expect(fact('Price')).toBe('No price')
    expect(fact('Share of the account')).toBeUndefined()
    await expect.element(page.getByText(/Compare its contract before you use it/)).toBeVisible()
    await vi.waitFor(() => expect(features()).toEqual(['Receive', 'Send']))
    await expectAccessible()
  })

  it('a price far below a cent keeps its digits', async () => {
    const small = { ...(holdings[1] as TokenBalance), price: 0.00001234, value: 0.01 }
    await open(/^Test USD Coin/, { balances: [small] })
    expect(fact('Price')).toMatch(/^\$0\.00001234/)
  })

  it('numbers that could not be read again carry their age', async () => {
    let status = 200
    const { config } = await accountModal({ onramp: markets, apiStatus: () => status })
    await expect.element(button(/^Test USD Coin/)).toBeVisible()
    status = 500
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 180_000 })
    onTestFinished(() => void vi.useRealTimers())
    await button(/^Test USD Coin/).click()
    await view('TokenDetails')
    await vi.waitFor(() =>
      expect(document.querySelector('.lk-token-head .lk-stale')?.textContent).toMatch(/^As of 3 min/),
    )
    expect(fact('Price')).toMatch(/As of 3 min/)
    expect(config.state.status).toBe('connected')
  })

  it.each([
    ['Send', 'WalletSend', /20\.5 USDC available/],
    ['Swap', 'Swap', 'Balance 20.5'],
  ])('%s begins with the token', async (name, next, held) => {
    await open(/^Test USD Coin/)
    await button(name).click()
    await view(next)
    await expect.element(page.getByText(held)).toBeVisible()
  })

  it('Buy begins with the token, and Receive shows the address', async () => {
    const { modal } = await open(/^Test USD Coin/)
    await button('Buy').click()
    await view('OnRampProviders')
    await expect.element(page.getByRole('combobox', { name: 'Token' })).toHaveValue('USDC')
    modal.back()
    await view('TokenDetails')
    await button('Receive').click()
    await view('WalletReceive')
  })

  it('option features.send: an action that the app turned off is not offered', async () => {
    await open(/^Test Dai/, { features: { send: false, receive: false } })
    await vi.waitFor(() => expect(features()).toEqual([]))
  })

  it('lists what moved this token alone, and another one of its name nowhere', async () => {
    await open(/^Test USD Coin/, { history: () => [[entry('0x1', usdc), entry('0x2', dai), entry('0x3', null)]] })
    const lines = () => document.querySelectorAll('.lk-token-history .lk-activity')
    await vi.waitFor(() => expect(lines()).toHaveLength(1))
    await button(/^Received 5 USDC/).click()
    await view('ActivityDetails')
  })

  it('of a token that never moved it says so, and of a history that cannot be read that', async () => {
    let history: (readonly HistoryEntry[])[] | number = [[]]
    const { modal } = await open(/^Test Dai/, { history: () => history })
    await expect.element(page.getByText('Nothing was sent or received yet.')).toBeVisible()
    modal.close()
    history = 500
    await open(/^Test Dai/, { history: () => history })
    await expect.element(page.getByText('Failed to fetch transactions').first()).toBeVisible()
    await expect.element(button('Try again')).toBeVisible()
  })

  it('a token that left the list is said to be gone, and leads back', async () => {
    const { modal } = await accountModal()
    await expect.element(button(/^Ether/)).toBeVisible()
    const gone = { ...(holdings[1] as TokenBalance), address: `eip155:1:${bob}` as const }
    modal.push({ view: 'TokenDetails', data: { token: gone } })
    await expect.element(page.getByText('This token is no longer in the list.')).toBeVisible()
    await button('Done').click()
    await view('Account')
  })

  it('axe finds nothing in the dark', async () => {
    await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] })
    onTestFinished(async () => {
      await cdp().send('Emulation.setEmulatedMedia', { features: [] })
    })
    await open(/^Test Dai/)
    await expectAccessible()
  })
})
