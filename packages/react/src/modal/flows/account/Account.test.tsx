import { connect, createStorage } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountModal, alice, bob, holdings } from '../../../../test/accountModal.js'
import { expectAccessible } from '../../../../test/axe.js'
import { dialogOf, makeConfig, setUp } from '../../../../test/setUp.js'

const tab = (name: string) => page.getByRole('tab', { name })
const rows = () => [...document.querySelectorAll('.lk-rows .lk-row')].map(({ textContent }) => textContent)

describe('Account', () => {
  it('[S2-04][S1-16][S9-24] shows who, where, how much, and every token with at most three decimals', async () => {
    await accountModal()
    await expect.element(page.getByText('0x7099…79C8', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Network: Ethereum' })).toBeVisible()
    await expect.element(page.getByText('$2,489.62')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    await vi.waitFor(() => expect(rows()).toHaveLength(3))
    const [ether, usdc, dai] = rows()
    expect(ether).toMatch(/Ether1\.234 ETH\$2,469\.12$/)
    expect(usdc).toMatch(/Test USD Coin20\.5 USDC\$20\.50$/)
    expect(dai).toMatch(/Test Dai< 0\.001 DAI$/)
    await expectAccessible()
  })

  it('[S2-20][S2-21][S2-22] has the tabs Tokens, NFTs and Activity, and each swaps the panel', async () => {
    await accountModal()
    await expect.element(tab('Tokens')).toBeVisible()
    expect([...document.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent)).toEqual([
      'Tokens',
      'NFTs',
      'Activity',
    ])
    const panel = () => document.querySelector('[role=tabpanel]')?.getAttribute('data-tab')
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
    expect(panel()).toBe('0')
    await tab('NFTs').click()
    await expect.element(page.getByText('No NFTs found here')).toBeVisible()
    expect(panel()).toBe('1')
    await tab('Activity').click()
    await expect.element(page.getByText('Nothing sent from here yet')).toBeVisible()
    expect(panel()).toBe('2')
    await expectAccessible()
  })

  it('behavior: the tabs are moved through by arrows, Home and End, and are one stop of the Tab key', async () => {
    await accountModal()
    await tab('Tokens').click()
    const selected = () => document.activeElement?.textContent
    await userEvent.keyboard('{ArrowRight}')
    expect(selected()).toBe('NFTs')
    await userEvent.keyboard('{End}')
    expect(selected()).toBe('Activity')
    await userEvent.keyboard('{ArrowRight}')
    expect(selected()).toBe('Tokens')
    await userEvent.keyboard('{ArrowLeft}')
    expect(selected()).toBe('Activity')
    await userEvent.keyboard('{Home}')
    expect(selected()).toBe('Tokens')
    await expect.element(tab('Tokens')).toHaveAttribute('aria-selected', 'true')
    expect(document.querySelectorAll('[role=tab][tabindex="0"]')).toHaveLength(1)
  })

  it('behavior: the chosen tab is kept while the modal is closed', async () => {
    const { modal } = await accountModal()
    await tab('NFTs').click()
    modal.close()
    modal.open({ view: 'Networks' })
    modal.open({ view: 'Account' })
    await expect.element(tab('NFTs')).toHaveAttribute('aria-selected', 'true')
  })

  it('[S2-22] option features.activity: has no Activity tab when the app turned it off', async () => {
    await accountModal({ features: { activity: false } })
    await expect.element(tab('NFTs')).toBeVisible()
    expect(document.querySelectorAll('[role=tab]')).toHaveLength(2)
  })

  it('[S9-70][S9-71][S9-76] offers buy, swap, receive and send, in that order, unless told otherwise', async () => {
    const features = [
      { id: 'onramp', isEnabled: true, config: ['coinbase'] },
      { id: 'swap', isEnabled: true, config: ['1inch'] },
    ]
    await accountModal({ onramp: { '/appkit/v1/config': { features } } })
    await expect.element(page.getByRole('button', { name: 'Buy' })).toBeEnabled()
    expect([...document.querySelectorAll('.lk-feature')].map(({ textContent }) => textContent)).toEqual([
      'Buy',
      'Swap',
      'Receive',
      'Send',
    ])
  })

  it('until the data API has said what it sells, the place of buy and swap is kept, and nothing there can be pressed', async () => {
    let say: (value: unknown) => void = () => {}
    const config = new Promise((resolve) => {
      say = resolve
    })
    await accountModal({ onramp: { '/appkit/v1/config': config } })
    const receive = page.getByRole('button', { name: 'Receive' })
    await expect.element(receive).toBeVisible()
    const buttons = () => [...document.querySelectorAll('.lk-features button')].map(({ textContent }) => textContent)
    expect(buttons()).toEqual(['Receive', 'Send'])
    expect(document.querySelectorAll('.lk-feature')).toHaveLength(4)
    await expect.element(page.getByText('Buy', { exact: true })).not.toBeVisible()
    await expectAccessible()
    const place = () => JSON.stringify(receive.element().getBoundingClientRect())
    const before = place()
    say({
      features: [
        { id: 'onramp', isEnabled: true, config: ['coinbase'] },
        { id: 'swap', isEnabled: true, config: ['1inch'] },
      ],
    })
    await expect.element(page.getByRole('button', { name: 'Buy' })).toBeVisible()
    expect(buttons()).toEqual(['Buy', 'Swap', 'Receive', 'Send'])
    expect(place()).toBe(before)
  })

  it('option features.walletFeaturesOrder: features that are off are absent, and their order is the app’s', async () => {
    const { modal } = await accountModal({ features: { walletFeaturesOrder: ['send', 'receive'] } })
    await expect.element(page.getByRole('button', { name: 'Send' })).toBeVisible()
    expect(document.querySelector('.lk-feature')?.textContent).toBe('Send')
    modal.close()
  })

  it('[S9-71] option features.send: can be turned off', async () => {
    await accountModal({ features: { send: false } })
    await expect.element(page.getByRole('button', { name: 'Receive' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Send' })).not.toBeInTheDocument()
  })

  it('[S9-59][S9-60] Bitcoin has no entry to send or to buy', async () => {
    const chain = 'bip122:000000000019d6689c085ae165831e93'
    const wallet = createFakeConnector({
      namespaces: ['bip122'],
      chainId: chain,
      addresses: ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    })
    const config = makeConfig({
      wallets: [wallet],
      chains: [
        {
          id: '000000000019d6689c085ae165831e93',
          name: 'Bitcoin',
          chainNamespace: 'bip122',
          caipNetworkId: chain,
          nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
          rpcUrls: { default: { http: [] } },
        },
      ],
      api: { url: 'http://api.test' },
      debug: false,
    })
    sellEverything()
    await connect(config, { connector: 'dev.latchkey.fake' })
    const { modal } = await setUp({ config, children: null })
    modal.open({ view: 'Account' })
    await expect.element(page.getByText('bc1qar0…5mdq', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Nothing here yet')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Receive' }).first()).toBeVisible()
    for (const name of ['Send', 'Buy', 'Swap']) expect(page.getByRole('button', { name }).query()).toBeNull()
  })

  it('[S8-01] a failed request is told by a toast, once, with a retry that waits for the gate', async () => {
    const { asked } = await accountModal({ apiStatus: () => 500 })
    await expect.element(page.getByRole('alert').filter({ hasText: 'Token Balance Unavailable' })).toBeVisible()
    await expect.element(page.getByText('Balances are not available now')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Try again in \d+ s$/ })).toBeDisabled()
    const before = asked.filter((url) => url.includes('/account/')).length
    window.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(asked.filter((url) => url.includes('/account/'))).toHaveLength(before)
    await expectAccessible()
  })

  it('what could not be read again says how old it is, also after a reload', async () => {
    const storage = createStorage({ store: null })
    const readAt = Date.now() - 185_000
    storage.set(`cached/portfolio/eip155:1:${alice.toLowerCase()}`, { at: readAt, value: holdings })
    await accountModal({ storage, apiStatus: () => 500 })
    await expect.element(page.getByText('As of 3 min. ago')).toBeVisible()
    await expect.element(page.getByText('$2,489.62')).toBeVisible()
    await vi.waitFor(() => expect(rows()).toHaveLength(3))
    await expect.element(page.getByRole('alert').filter({ hasText: 'Token Balance Unavailable' })).toBeVisible()
    await expectAccessible()
  })

  it('within the time that nothing is asked again, what is known says how old it is', async () => {
    const storage = createStorage({ store: null })
    const at = Date.now() - 7_200_000
    const record = { at, value: holdings, failedAt: Date.now() - 1_000 }
    storage.set(`cached/portfolio/eip155:1:${alice.toLowerCase()}`, record)
    const { asked } = await accountModal({ storage })
    await expect.element(page.getByText('As of 2 hr. ago')).toBeVisible()
    expect(asked.filter((url) => url.endsWith('/balance'))).toEqual([])
  })

  it('what was never read is said to have failed, also after a reload, and is read once the gate is open', async () => {
    const storage = createStorage({ store: null })
    const record = { at: 0, value: null, failedAt: Date.now() - 28_000 }
    storage.set(`cached/portfolio/eip155:1:${alice.toLowerCase()}`, record)
    const { asked } = await accountModal({ storage })
    await expect.element(page.getByText('Balances are not available now')).toBeVisible()
    expect(page.getByText('Nothing here yet').query()).toBeNull()
    expect(asked.filter((url) => url.endsWith('/balance'))).toEqual([])
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
    await expect.element(page.getByText('$2,489.62')).toBeVisible()
  })

  it('[S8-02] a network that the data service does not serve is told by the same toast, and nothing is listed', async () => {
    const { fake } = await accountModal()
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
    fake.say({ chainId: 'eip155:8453' })
    await expect.element(page.getByRole('button', { name: 'Network: Base' })).toBeVisible()
    await expect.element(page.getByRole('alert').filter({ hasText: 'Token Balance Unavailable' })).toBeVisible()
    expect(rows()).toEqual([])
  })

  it('behavior: an empty account teaches how to receive', async () => {
    await accountModal({ balances: [] })
    await page.getByRole('tabpanel').getByRole('button', { name: 'Receive' }).click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'WalletReceive')
  })

  it('behavior: another account of the wallet shows no number of the one before', async () => {
    const { fake } = await accountModal()
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
    fake.say({ accounts: [bob] })
    await expect.element(page.getByText('0x3C44…93BC', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
  })

  it('behavior: a wallet that goes away leads back to the wallets, with a word about it', async () => {
    const { fake } = await accountModal()
    await expect.element(tab('Tokens')).toBeVisible()
    fake.say('disconnect')
    await expect.element(page.getByText('The wallet disconnected')).toBeVisible()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Connect')
  })

  it('behavior: disconnecting closes without a word, and a failure keeps everything and says so', async () => {
    const { fake, config } = await accountModal()
    fake.switches.failDisconnect = true
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await expect.element(page.getByText('Failed to disconnect')).toBeVisible()
    expect(config.state.status).toBe('connected')
    fake.switches.failDisconnect = false
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await vi.waitFor(() => expect(config.state.status).toBe('disconnected'))
    await vi.waitFor(() => expect(dialogOf().open).toBe(false))
  })

  it('behavior: two hundred tokens and a symbol of forty letters keep to their rows', async () => {
    const first = holdings[0]
    if (!first) throw new Error('There is no token.')
    const many = Array.from({ length: 200 }, (_, index) => ({
      ...first,
      symbol: 'ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMN',
      address: `eip155:1:0x${String(index).padStart(40, '0')}` as const,
    }))
    await accountModal({ balances: many })
    await vi.waitFor(() => expect(document.querySelectorAll('.lk-rows .lk-row').length).toBeGreaterThan(10))
    const panel = document.querySelector('.lk-rows') as HTMLElement
    expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth)
  })
})

describe('ProfileWallets', () => {
  it('[S2-09] option features.multiWallet: lists the connected wallets, switches between them, and disconnects one', async () => {
    const other = createFakeConnector({ id: 'io.other', name: 'Other Wallet', addresses: [bob] })
    const { config } = await accountModal({
      others: [other],
      features: { multiWallet: true },
      route: { view: 'ProfileWallets' },
    })
    await expect.element(page.getByText('Fake Wallet')).toBeVisible()
    await expect.element(page.getByText('0x3C44…93BC')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Use' }).click()
    await vi.waitFor(() => expect(config.state.current.eip155).toBe('io.other'))
    await page.getByRole('button', { name: 'Disconnect Fake Wallet' }).click()
    await vi.waitFor(() => expect([...config.state.connections.keys()]).toEqual(['io.other']))
    await expect.element(page.getByText('Recent')).toBeVisible()
    await page.getByRole('button', { name: 'Connect another wallet' }).click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Connect')
  })
})

describe('WalletReceive', () => {
  it('[S1-21] shows the whole address as text and as a code that has a name', async () => {
    await accountModal({ route: { view: 'WalletReceive' } })
    await expect.element(page.getByRole('img', { name: `QR code of the address ${alice}` })).toBeVisible()
    expect(document.querySelector('.lk-groups')?.textContent).toBe(alice)
    await expect.element(page.getByText(/receives on Ethereum and Base/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Copy address' })).toBeVisible()
    await expectAccessible()
  })

  it('asks for an amount by the code and the link that is copied, and shows the address alone again', async () => {
    const copied: string[] = []
    Object.defineProperty(navigator.clipboard, 'writeText', {
      configurable: true,
      value: async (text: string) => void copied.push(text),
    })
    onTestFinished(() => {
      Reflect.deleteProperty(navigator.clipboard, 'writeText')
    })
    await accountModal({ route: { view: 'WalletReceive' } })
    const plain = page.getByRole('img', { name: `QR code of the address ${alice}` })
    await expect.element(plain).toBeVisible()
    expect(page.getByRole('button', { name: 'Copy payment link' }).query()).toBeNull()
    await page.getByRole('button', { name: 'Ask for an amount' }).click()
    const amount = page.getByLabelText('Amount to ask for')
    await expect.element(amount).toHaveFocus()
    await amount.fill('1.5')
    await expect
      .element(page.getByRole('img', { name: `QR code that asks for 1.5 ETH to the address ${alice}` }))
      .toBeVisible()
    await expect.element(page.getByText('Asks for 1.5 ETH on Ethereum')).toBeVisible()
    await page.getByRole('button', { name: 'Copy payment link' }).click()
    await page.getByLabelText('Coin or token to ask for').selectOptions('USDC')
    await expect.element(page.getByText('Asks for 1.5 USDC on Ethereum')).toBeVisible()
    const card = document.querySelector('.lk-receive')
    expect(card?.scrollWidth).toBe(card?.clientWidth)
    await page.getByRole('button', { name: 'Copy payment link' }).click()
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    await vi.waitFor(() =>
      expect(copied).toEqual([
        `ethereum:${alice}@1?value=1500000000000000000`,
        `ethereum:${usdc}@1/transfer?address=${alice}&uint256=1500000`,
      ]),
    )
    await expectAccessible()
    await amount.fill('1.5000001')
    await expect.element(page.getByText('USDC has at most 6 decimals.')).toBeVisible()
    await expect.element(plain).toBeVisible()
    await amount.fill('9'.repeat(80))
    await expect.element(page.getByText('No payment link can ask for this amount.')).toBeVisible()
    await page.getByRole('button', { name: 'Show the address alone' }).click()
    await expect.element(page.getByRole('button', { name: 'Ask for an amount' })).toHaveFocus()
    await expect.element(plain).toBeVisible()
  })
})

/** A data API that switches swaps and buying on, and knows no account. */
function sellEverything(): void {
  const features = [
    { id: 'swap', isEnabled: true, config: ['1inch'] },
    { id: 'onramp', isEnabled: true, config: ['meld'] },
  ]
  const before = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (!url.startsWith('http://api.test/')) return before(input, init)
    return url.includes('/appkit/v1/config') ? Response.json({ features }) : new Response('{}', { status: 404 })
  }
  onTestFinished(() => {
    globalThis.fetch = before
  })
}
