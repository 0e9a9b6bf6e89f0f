import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { accountModal, alice } from '../../../../test/accountModal.js'
import { expectAccessible } from '../../../../test/axe.js'

const url = `https://api.test/v1/onramp/start/p1?address=${alice}`
const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const network = { name: 'ethereum', display_name: 'Ethereum', chain_id: 'eip155:1', contract_address: '' }
const coin = (symbol: string, chain_id = 'eip155:1') => ({
  ...{ id: symbol, name: symbol, symbol, networks: [{ ...network, chain_id }] },
})
const money = (amount: string, currency: string) => ({ amount, currency })
const purchase = { id: 'p1', provider: 'coinbase', chainId: 'eip155:1', address: alice, createdAt: 1 }

/** What the data API sells, and what becomes of the purchase. */
function shop(config: readonly string[] = ['meld', 'coinbase'], isEnabled = true) {
  return {
    '/appkit/v1/config': { features: [{ id: 'onramp', isEnabled, config }] },
    '/v1/onramp/options': {
      paymentCurrencies: ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: limits })),
      purchaseCurrencies: [coin('ETH'), coin('USDC'), coin('POL', 'eip155:137')],
    },
    '/v1/onramp/quote': {
      ...{ paymentTotal: money('100', 'USD'), paymentSubtotal: money('98.5', 'USD'), networkFee: money('0.1', 'USD') },
      ...{ purchaseAmount: money('0.0394', 'ETH'), quoteId: 'q' },
    },
    '/v1/generators/onrampurl': { url, purchaseId: 'p1' },
    '/v1/onramp/purchases/p1': { ...purchase, state: 'opened', symbol: 'ETH', amount: null, hash: null } as object,
  }
}

/** What is opened instead of windows. */
function watchWindows() {
  const before = window.open
  const opened: { features: string | undefined; location: { href: string }; opener: unknown; close(): void }[] = []
  window.open = (_, __, features) => {
    const popup = { features, location: { href: '' }, opener: window as unknown, close: () => undefined }
    opened.push(popup)
    return popup as unknown as Window
  }
  onTestFinished(() => {
    window.open = before
  })
  return opened
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)

async function buying(onramp = shop()) {
  const app = await accountModal({ onramp })
  await button('Buy').click()
  await view('OnRampProviders')
  await expect.element(page.getByText('You get about 0.039 ETH')).toBeVisible()
  return { ...app, onramp }
}

describe('Buy', () => {
  it('[S1-18][S9-28] opens the providers from the account, each with its fee', async () => {
    await buying()
    for (const name of ['Meld', 'Coinbase']) await expect.element(button(new RegExp(`${name}.*1-2%`))).toBeVisible()
    await expectAccessible()
  })

  it('option features.onramp: hides it where the data API leaves it to the app', async () => {
    const onramp = { ...shop(), '/appkit/v1/config': { features: [{ id: 'onramp', isEnabled: true, config: null }] } }
    await accountModal({ onramp, features: { onramp: false } })
    await expect.element(button('Send')).toBeVisible()
    await expect.element(button('Buy')).not.toBeInTheDocument()
  })

  it('[S1-24] is hidden where the remote feature is off', async () => {
    await accountModal({ onramp: shop(['coinbase'], false) })
    await expect.element(button('Send')).toBeVisible()
    await expect.element(button('Buy')).not.toBeInTheDocument()
  })

  it('[S1-24] lists who the remote feature names and nobody else', async () => {
    await buying(shop(['coinbase']))
    await expect.element(button(/^Coinbase/)).toBeVisible()
    await expect.element(button(/^Meld/)).not.toBeInTheDocument()
  })

  it.each([
    [26, 'Meld'],
    [27, 'Coinbase'],
  ])(
    '[S9-%i] %s opens a window of 600 by 800, which knows nothing of the page, and the view that follows',
    async (_, name) => {
      const opened = watchWindows()
      await buying()
      await button(new RegExp(`^${name}`)).click()
      await view('BuyInProgress')
      await expect.element(page.getByText('Finish in the provider’s window')).toBeVisible()
      expect(opened).toHaveLength(1)
      expect(opened[0]).toMatchObject({ opener: null, location: { href: url } })
      expect(opened[0]?.features).toContain('width=600,height=800')
      await expectAccessible()
    },
  )

  it.each(['9.99', '25000.01', '1,5', 'abc'])('refuses the amount %s with the limits', async (amount) => {
    await buying()
    await page.getByLabelText('You pay').fill(amount)
    await expect.element(page.getByText('Enter 10 to 25,000 USD')).toBeVisible()
    await expect.element(button(/^Coinbase/)).toBeDisabled()
  })

  it('sells what is on the network of the account, for either currency', async () => {
    await buying()
    const options = (name: string) =>
      [...(page.getByLabelText(name).element() as HTMLSelectElement).options].map(({ value }) => value)
    expect(options('Token')).toEqual(['ETH', 'USDC'])
    expect(options('Currency')).toEqual(['USD', 'EUR'])
  })

  it.each([
    ['eur', 'EUR'],
    ['jpy', 'USD'],
  ] as const)(
    'is paid in the currency that values are told in, where it can be: %s is paid in %s',
    async (currency, paid) => {
      await accountModal({ onramp: shop(), currency, route: { view: 'OnRampProviders' } })
      await expect.element(page.getByLabelText('Currency')).toHaveValue(paid)
    },
  )

  it('follows the purchase until it has arrived', async () => {
    watchWindows()
    const { onramp } = await buying()
    await button(/^Coinbase/).click()
    const become = (state: string) => {
      onramp['/v1/onramp/purchases/p1'] = { ...purchase, state, symbol: 'ETH', amount: '0.0394', hash: null }
    }
    become('paid')
    await expect.element(page.getByText('Payment received')).toBeVisible()
    become('sent')
    await expect.element(page.getByText('On its way')).toBeVisible()
    become('arrived')
    await expect.element(page.getByText('0.039 ETH arrived')).toBeVisible()
    await expectAccessible()
    await button('Done').click()
    await view('Account')
  })

  it('says that it failed, and leads back', async () => {
    watchWindows()
    const { onramp } = await buying()
    onramp['/v1/onramp/purchases/p1'] = { ...purchase, state: 'failed', symbol: null, amount: null, hash: null }
    await button(/^Coinbase/).click()
    await expect.element(page.getByText('The purchase did not go through')).toBeVisible()
    await button('Try again').click()
    await view('OnRampProviders')
  })

  it('finds a purchase again whose view was closed', async () => {
    watchWindows()
    const { modal } = await buying()
    await button(/^Coinbase/).click()
    await view('BuyInProgress')
    modal.close()
    modal.open({ view: 'OnRampProviders' })
    await button('A purchase is under way').click()
    await expect.element(page.getByText('Finish in the provider’s window')).toBeVisible()
  })
})
