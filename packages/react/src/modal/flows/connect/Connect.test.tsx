import { injected } from '@latchkey/connectors/injected'
import { connectorKinds } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { announceHostile, createTestWallet, hostileKinds, hostileMark } from '@latchkey/devnet/wallet'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.js'
import { dialogOf, setUp } from '../../../../test/setUp.js'

const rows = () => [...document.querySelectorAll('.lk-row-title')].map(({ textContent }) => textContent)
const chains = [{ chainId: 1, name: 'Ethereum', url: 'http://127.0.0.1:9' }] as const
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function open(options: Parameters<typeof setUp>[0] = {}) {
  const app = await setUp(options)
  app.modal.open({ view: 'Connect' })
  await expect.element(page.getByRole('dialog')).toBeVisible()
  return app
}

describe('Connect', () => {
  it('[S1-02] an announced browser wallet is listed by its name, and a click connects it', async () => {
    const wallet = createTestWallet({ chains, info: { name: 'Harbour Wallet' } })
    onTestFinished(wallet.announce(window))
    const app = await open({ connectors: [injected()], wallets: [] })
    await page.getByRole('button', { name: 'Harbour Wallet' }).click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    expect(wallet.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
    expect(app.config.state.connections.get('dev.latchkey.testwallet')?.accounts[0]).toBe(
      `eip155:1:${wallet.accounts[0]}`,
    )
    app.modal.close()
    await expect.element(page.getByRole('button', { name: /^Account 0x/ })).toHaveAttribute('title', address)
  })

  it('error: a config without connectors is told to the developer; the visitor is not sent to install a wallet', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => errors.mockRestore())
    await open({ wallets: [], api: { url: 'http://127.0.0.1:9' } })
    await expect.element(page.getByText('No way to connect yet')).toBeVisible()
    expect(document.querySelector('dialog')?.textContent).not.toMatch(/Install|wallet found/)
    expect(errors.mock.calls.flat()).toEqual([
      '[latchkey] No Connectors: The config reaches no wallet. Pass at least one connector: createConfig({ connectors: [injected()] }).',
    ])
  })

  it('behavior: a wallet that announces itself late appears', async () => {
    await open({ connectors: [injected()], wallets: [] })
    await expect.element(page.getByText('No wallet found in this browser')).toBeVisible()
    await expectAccessible()
    onTestFinished(createTestWallet({ chains, info: { name: 'Late Wallet' } }).announce(window))
    await expect.element(page.getByRole('button', { name: 'Late Wallet' })).toBeVisible()
  })

  it('behavior: without a wallet, looking again asks the page again', async () => {
    await open({ connectors: [injected()], wallets: [] })
    const asked = vi.fn()
    window.addEventListener('eip6963:requestProvider', asked)
    onTestFinished(() => window.removeEventListener('eip6963:requestProvider', asked))
    await page.getByRole('button', { name: 'Look again' }).click()
    expect(asked).toHaveBeenCalledOnce()
  })

  it('[S6-10] a Browser Wallet without a wallet behind it is not listed, with one it is', async () => {
    const app = await open({ connectors: [injected()], wallets: [] })
    expect(rows()).toEqual([])
    await app.screen.unmount()
    const page_ = window as { ethereum?: unknown }
    page_.ethereum = createTestWallet({ chains }).provider
    onTestFinished(() => {
      delete page_.ethereum
    })
    await open({ connectors: [injected()], wallets: [] })
    await expect.element(page.getByRole('button', { name: 'Browser Wallet' })).toBeVisible()
  })

  it('[S9-77] the order is wallet connection, recent, injected, and then those of others', async () => {
    const wallets = connectorKinds
      .filter((kind) => kind !== 'auth')
      .toReversed()
      .map((kind) => createFakeConnector({ id: kind, kind, name: kind }))
    const recent = createFakeConnector({ id: 'recent', kind: 'external', name: 'recent' })
    const app = await setUp({ wallets: [...wallets, recent] })
    app.config.storage.set('recentWallets', ['recent'])
    app.modal.open()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(rows()).toEqual(['walletConnect', 'recent', 'multiChain', 'announced', 'injected', 'external'])
    const badges = [...document.querySelectorAll('.lk-row')].map((row) => row.querySelector('.lk-badge')?.textContent)
    expect(badges).toEqual(['QR code', 'Recent', 'Installed', 'Installed', 'Installed', undefined])
    await expect
      .element(page.getByRole('button', { name: 'injected', exact: true }))
      .toHaveAccessibleDescription('Installed')
    expect(app.config.features.connectorTypeOrder).toEqual([
      'walletConnect',
      'recent',
      'injected',
      'featured',
      'custom',
      'external',
      'recommended',
    ])
  })

  it.each(hostileKinds)(
    'behavior: the announcement "%s" runs no script, fetches nothing and leaves the modal usable',
    async (kind) => {
      // Otherwise the browser notes no more than 250, and sees nothing after them.
      performance.setResourceTimingBufferSize(2_000)
      const fetched = new Set(performance.getEntriesByType('resource').map(({ name }) => name))
      onTestFinished(announceHostile(kind))
      const good = createFakeConnector({ id: 'good', kind: 'external', name: 'Good Wallet' })
      await open({ connectors: [injected()], wallets: [good] })
      await expect.element(page.getByRole('button', { name: 'Good Wallet' })).toBeVisible()
      await new Promise((resolve) => setTimeout(resolve, 60))
      expect(hostileMark in globalThis).toBe(false)
      expect(dialogOf().querySelector('script, iframe, object')).toBeNull()
      for (const image of dialogOf().querySelectorAll('img')) expect(image.src).toMatch(/^data:image\//)
      const requested = performance.getEntriesByType('resource').filter(({ name }) => !fetched.has(name))
      expect(requested.filter(({ name }) => /tracker|invalid/.test(name))).toEqual([])
      expect(dialogOf().scrollWidth).toBeLessThanOrEqual(dialogOf().clientWidth)
      await page.getByRole('button', { name: 'Good Wallet' }).click({ trial: true })
    },
  )

  it('behavior: 200 wallets are all there, and the last can be reached', async () => {
    onTestFinished(announceHostile('crowd'))
    await open({ connectors: [injected()], wallets: [] })
    await vi.waitFor(() => expect(rows()).toHaveLength(200))
    const last = page.getByRole('button', { name: 'Wallet 200', exact: true })
    last.element().scrollIntoView()
    await last.click()
    await expect.element(page.getByText('Could not connect')).toBeVisible()
    expect(dialogOf().dataset.view).toBe('ConnectingExternal')
  })

  it('behavior: ten wallets stand in a window of 1280 × 800 without scrolling', async () => {
    await page.viewport(1280, 800)
    onTestFinished(() => page.viewport(414, 896))
    await open({
      wallets: Array.from({ length: 10 }, (_, index) =>
        createFakeConnector({ id: `w${index}`, name: `Wallet ${index}` }),
      ),
    })
    const { scrollHeight, clientHeight } = document.querySelector('.lk-height') as HTMLElement
    expect(rows()).toHaveLength(10)
    expect(scrollHeight).toBe(clientHeight)
  })

  it('behavior: the title names the family that is asked for, and the wallet that is chosen', async () => {
    const app = await setUp()
    app.wallet.switches.neverAnswer = true
    app.modal.open({ view: 'Connect', data: { namespace: 'eip155' } })
    await expect.element(page.getByRole('dialog', { name: 'Connect an Ethereum wallet' })).toBeVisible()
    await page.getByRole('button', { name: 'Fake Wallet' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Fake Wallet' })).toBeVisible()
  })

  it('behavior: HTML, right-to-left and endless names stay text on one line', async () => {
    const names = ['<b>Bold</b> & co', 'محفظة المرفأ', 'An extraordinarily long name of a wallet '.repeat(4)]
    await open({ wallets: names.map((name, index) => createFakeConnector({ id: `w${index}`, name })) })
    expect(rows()).toEqual(names)
    for (const line of document.querySelectorAll('.lk-row')) expect(line.clientHeight).toBe(44)
    for (const line of document.querySelectorAll('.lk-row'))
      expect(line.scrollWidth).toBeLessThanOrEqual(line.clientWidth)
  })

  it('behavior: by keyboard alone: arrive, choose with Enter, choose with Space', async () => {
    for (const key of ['{Enter}', ' ']) {
      const app = await setUp()
      page.getByRole('button', { name: 'Connect wallet' }).element().focus()
      await userEvent.keyboard(key)
      await expect.element(page.getByRole('dialog')).toBeVisible()
      while (!document.activeElement?.classList.contains('lk-row')) await userEvent.tab()
      await userEvent.keyboard(key)
      await vi.waitFor(() => expect(app.config.state.status).toBe('connected'))
      await app.screen.unmount()
    }
  })

  it('behavior: only wallets of the family that is asked for', async () => {
    const app = await setUp({
      wallets: [
        createFakeConnector({ id: 'a', name: 'Ethereum only' }),
        createFakeConnector({ id: 'b', name: 'Solana only', namespaces: ['solana'] }),
      ],
    })
    app.modal.open({ view: 'Connect', data: { namespace: 'solana' } })
    await expect.element(page.getByRole('button', { name: 'Solana only' })).toBeVisible()
    expect(rows()).toEqual(['Solana only'])
  })

  it.each(['light', 'dark'] as const)('behavior: nobody is shut out, %s', async (themeMode) => {
    await open({
      themeMode,
      wallets: [
        createFakeConnector({ name: 'Alpha' }),
        createFakeConnector({ id: 'b', kind: 'external', name: 'Beta' }),
      ],
    })
    await expectAccessible()
  })
})

describe('the terms', () => {
  const terms = { termsConditionsUrl: 'https://app.example/terms', privacyPolicyUrl: 'https://app.example/privacy' }
  const wallet = () => page.getByRole('button', { name: 'Fake' })
  const box = () => page.getByRole('checkbox', { name: 'I accept the Terms of Service and Privacy Policy.' })

  it('[S9-74] option features.legalCheckbox, termsConditionsUrl, privacyPolicyUrl: without it nothing is asked; with it nothing connects until they are accepted', async () => {
    const { modal } = await open({ ...terms, features: { legalCheckbox: true } })
    await expect.element(box()).not.toBeChecked()
    await expect.element(wallet()).toBeDisabled()
    expect(document.querySelectorAll('fieldset button:enabled, fieldset input:enabled')).toHaveLength(0)
    await expectAccessible()
    await box().click()
    await expect.element(wallet()).toBeEnabled()
    await box().click()
    await expect.element(wallet()).toBeDisabled()
    await box().click()
    modal.close()
    modal.open({ view: 'Connect' })
    await expect.element(box()).toBeChecked()
    await wallet().click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
  })

  it('[S9-74] a view that connects without the list asks first too', async () => {
    const { modal, wallet: fake } = await setUp({ ...terms, features: { legalCheckbox: true } })
    modal.open({ view: 'ConnectingExternal', data: { connectorId: 'dev.latchkey.fake' } })
    await expect.element(box()).toBeVisible()
    await expectAccessible()
    expect(fake.calls).not.toContain('connect')
    await box().click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    expect(fake.calls).toContain('connect')
  })

  it.each(['javascript:alert(1)', 'http://app.example/terms'])(
    'error: INVALID_TERMS_URL for %s; it is no link, and must be accepted all the same',
    async (url) => {
      const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
      onTestFinished(() => errors.mockRestore())
      await open({ termsConditionsUrl: url, features: { legalCheckbox: true } })
      await expect.element(page.getByRole('alert')).toHaveTextContent(`${url} is not a secure URL`)
      await expect.element(page.getByRole('checkbox', { name: 'I accept the Terms of Service.' })).toBeVisible()
      expect(page.getByRole('link').elements()).toEqual([])
      await expect.element(wallet()).toBeDisabled()
      expect(errors.mock.calls.flat()).toEqual([
        `[latchkey] Invalid App Configuration: ${url} is not a secure URL. Begin it with https://.`,
      ])
    },
  )

  it('[S9-74] by default they are linked to, and each way to connect is open', async () => {
    await open({ termsConditionsUrl: terms.termsConditionsUrl })
    await expect.element(wallet()).toBeEnabled()
    expect(page.getByRole('checkbox').elements()).toEqual([])
    const link = page.getByRole('link', { name: 'Terms of Service' })
    await expect.element(link).toHaveAttribute('href', terms.termsConditionsUrl)
    expect(document.querySelector('dialog')?.textContent).toContain('By connecting you accept the Terms of Service.')
    expect(page.getByRole('link', { name: 'Privacy Policy' }).elements()).toEqual([])
  })
})

describe('our line', () => {
  it('[S9-68] is at the foot by default', async () => {
    await open()
    await expect.element(page.getByText('Powered by Latchkey')).toBeVisible()
  })

  it('option features.branding: is not there where it is off', async () => {
    await open({ features: { branding: false } })
    await expect.element(page.getByRole('button', { name: 'Fake' })).toBeVisible()
    expect(page.getByText('Powered by Latchkey').elements()).toEqual([])
  })
})
