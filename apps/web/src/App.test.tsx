import '@latchkey/react/styles.css'
import './styles/index.css'
import { createTestWallet, type TestWallet } from '@latchkey/devnet/wallet'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { App } from './App.js'
import { familyCode } from './familyCode.js'
import type { Settings } from './settings.js'

// Nobody listens there: what the page shows must not hang on a node that answers.
const settings: Settings = {
  local: true,
  chains: [31337, 31338].map((chainId) => ({
    chainId,
    name: `Local ${chainId}`,
    url: 'http://127.0.0.1:9',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    tokens: [],
  })),
  families: [],
}

let wallet: TestWallet
let stop: () => void

beforeEach(() => {
  localStorage.clear()
  wallet = createTestWallet({ chains: settings.chains })
  stop = wallet.announce(window)
})
afterEach(() => {
  stop()
  document.documentElement.removeAttribute('style')
  delete document.documentElement.dataset.theme
})

const show = (offered: Settings = settings) =>
  render(
    <StrictMode>
      <App settings={offered} testWallet={offered.local ? Promise.resolve(wallet) : undefined} families={familyCode} />
    </StrictMode>,
  )
const account = () => document.getElementById('acct')?.textContent

async function connect(): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).nth(1).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Latchkey Test Wallet' }).click()
  await expect.poll(account).toBe(wallet.accounts[0])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
}

describe('App', () => {
  it('[S0-01] has a button that opens the modal as a dialog', async () => {
    await show()
    await page.getByRole('button', { name: 'Connect wallet' }).nth(1).click()
    await expect.element(page.getByRole('dialog', { name: 'Connect a wallet' })).toHaveAttribute('aria-modal', 'true')
  })

  it('[S0-06] has a connect button, a network button and a read-out that follows the wallet', async () => {
    await show()
    await expect.element(page.getByRole('button', { name: 'Network: Local 31337' }).first()).toBeVisible()
    expect(account()).toBe('none')
    await connect()
    const readOut = page.getByRole('region', { name: 'Connection' })
    await expect.element(readOut.getByText('Connected', { exact: true })).toBeVisible()
    await expect.element(readOut.getByText('eip155:31337')).toBeVisible()
    wallet.selectChain(31338)
    await expect.element(readOut.getByText('eip155:31338')).toBeVisible()
    wallet.revoke()
    await expect.poll(account).toBe('none')
  })

  it('grows with the reader’s text on a phone', async () => {
    await page.viewport(390, 844)
    try {
      await show()
      const texts = () => [...document.querySelectorAll('h2, h3, p, dt, dd, button, legend, label, code')]
      const sizes = () => texts().map((element) => Number.parseFloat(getComputedStyle(element).fontSize))
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.element(page.getByRole('heading', { name: 'Make it yours' })).toBeVisible()
      const title = () => Number.parseFloat(getComputedStyle(document.querySelector('h1') as Element).fontSize)
      const [before, titleBefore] = [sizes(), title()]
      document.documentElement.style.fontSize = '32px'
      expect(sizes()).toEqual(before.map((size) => size * 2))
      // The title, which is large already, stops where its longest word is as wide as the page.
      expect(title() / titleBefore).toBeGreaterThan(1.7)
      // Nothing is wider than the page: a modal over it would be as wide.
      const ends = [...document.querySelectorAll('body *')].filter((one) => !one.closest('pre'))
      const wide = ends.filter((one) => one.getBoundingClientRect().right > 391)
      expect(wide.map(({ outerHTML }) => outerHTML.slice(0, 80))).toEqual([])
    } finally {
      await page.viewport(414, 896)
    }
  })

  it('shows in forced colours where its panels end and what is chosen', async () => {
    const session = cdp() as unknown as { send(method: string, parameters: object): Promise<unknown> }
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] })
    try {
      await show()
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      const of = (selector: string) => getComputedStyle(document.querySelector(selector) as Element)
      expect([of('.read-out').borderTopStyle, of('.code').borderTopStyle]).toEqual(['solid', 'solid'])
      const chosen = of(':checked + .segmented-face').backgroundColor
      expect(chosen).not.toBe(of(':not(:checked) + .segmented-face').backgroundColor)
      const dot = getComputedStyle(document.querySelector('.read-out .status') as Element, '::before')
      expect([dot.borderTopStyle, dot.borderTopColor]).toEqual(['solid', of('.read-out').color])
    } finally {
      await session.send('Emulation.setEmulatedMedia', { features: [] })
    }
  })

  it('signs a message and recovers the signer', async () => {
    await show()
    await connect()
    await page.getByRole('textbox', { name: 'Message' }).fill('Good evening')
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect.element(page.getByText('Verified: signed by 0x7099…79C8.')).toBeVisible()
  })

  it('signs structured data and recovers the signer', async () => {
    await show()
    await connect()
    await page.getByRole('button', { name: 'Sign booking' }).click()
    await expect.element(page.getByText('Verified: signed by 0x7099…79C8.')).toBeVisible()
  })

  it('shows the ways to connect as a card of the page, and asks the wallet that is pressed', async () => {
    await show()
    const card = page.getByRole('region', { name: 'Choose how to connect' })
    await card.getByRole('button', { name: 'Latchkey Test Wallet' }).click()
    await expect.poll(account).toBe(wallet.accounts[0])
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Balances and activity' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Account' })).toBeVisible()
  })

  it('leads to the docs, the comparison, self-hosting and the source', async () => {
    await show()
    const foot = page.getByRole('navigation', { name: 'Read on' })
    for (const name of ['Docs', 'Comparison', 'Self-hosting', 'Source'])
      await expect
        .element(foot.getByRole('link', { name }))
        .toHaveAttribute('href', expect.stringMatching(/^https:\/\/github\.com\/latchkey/))
  })

  it('says in words that the wallet declined, and offers to ask again', async () => {
    await show()
    await connect()
    await page.getByText('Make it misbehave').click()
    await page.getByRole('switch', { name: 'Decline' }).click()
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect.element(page.getByText('The request was rejected in the wallet.')).toBeVisible()
    await page.getByRole('switch', { name: 'Decline' }).click()
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect.element(page.getByText(/^Verified/)).toBeVisible()
  })

  it('keeps the connection when a feature is switched, and writes the code for it', async () => {
    await show()
    await connect()
    await page.getByText('Change the look and the features').click()
    await page.getByRole('switch', { name: 'Send' }).click()
    await expect.element(page.getByText('Sending is switched off below.')).toBeVisible()
    await expect.poll(account).toBe(wallet.accounts[0])
    // As narrow as a phone, it is folded.
    const section = page.getByRole('region', { name: 'Make it yours' })
    await section.getByText('Show the code').click()
    const code = section.getByRole('figure')
    await expect.element(code).toHaveTextContent('features: { send: false }')
  })

  it('remembers the theme and colours the button', async () => {
    const first = await show()
    await page.getByText('Change the look and the features').click()
    await page.getByRole('radio', { name: 'Dark', exact: true }).first().click({ force: true })
    expect(document.documentElement.dataset.theme).toBe('dark')
    await page.getByRole('radio', { name: 'Plum' }).click({ force: true })
    const button = page.getByRole('button', { name: 'Connect wallet' }).first().element()
    expect(getComputedStyle(button).getPropertyValue('--lk-accent')).toMatch(/^light-dark\(#9c2f7c/)
    await first.unmount()
    await show()
    expect(document.documentElement.dataset.theme).toBe('dark')
  })

  it('colours the button and writes the code beside it, from the top of a wide page', async () => {
    await page.viewport(1280, 800)
    try {
      await show()
      const code = page.getByRole('figure').first()
      await expect.element(code).toHaveTextContent('<LatchkeyProvider config={config}>')
      const button = page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).first().element()
      const before = getComputedStyle(button).backgroundColor
      const controls = page.getByRole('region', { name: 'Try it in your colours' })
      await controls.getByRole('radio', { name: 'Lake' }).click({ force: true })
      await expect.poll(() => getComputedStyle(button).backgroundColor).not.toBe(before)
      await expect.element(code).toHaveTextContent("'--lk-accent': 'light-dark(#1f5fbf, ")
      await controls.getByRole('slider').fill('8')
      const card = page.getByRole('region', { name: 'Choose how to connect' }).element()
      await expect.poll(() => getComputedStyle(card).borderRadius).toBe('8px')
      await expect.element(code).toHaveTextContent("'--lk-radius': '8px'")
    } finally {
      await page.viewport(414, 896)
    }
  })

  it('offers every family that it is told of, each with a wallet of its own, and signs with the one that is there', async () => {
    const sol = { name: 'SOL', symbol: 'SOL', decimals: 9 }
    const of = (caipNetworkId: `${'solana' | 'bip122'}:${string}`, name: string) => ({
      caipNetworkId,
      name,
      url: 'http://127.0.0.1:9',
      nativeCurrency: sol,
      tokens: [],
    })
    await show({
      ...settings,
      families: [
        of('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Local Solana'),
        of('bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'Local Bitcoin'),
      ],
    })
    await connect()
    await page.getByRole('button', { name: 'Sign on Local 31337' }).click()
    await expect.element(page.getByText('Verified: signed by 0x7099…79C8.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Connect a wallet for Local Bitcoin' })).toBeVisible()
    await page.getByRole('button', { name: 'Connect a wallet for Local Solana' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect a Solana wallet' })
    await expect.element(dialog).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Latchkey Test Wallet' }).query()).toBeNull()
    await expect.poll(account).toBe(wallet.accounts[0])
  })

  it('offers no test wallet and no warning on public networks', async () => {
    await show({ local: false, chains: [], families: [] })
    await expect.element(page.getByRole('button', { name: 'Network: Ethereum' }).first()).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Make it yours' })).toBeVisible()
    expect(page.getByRole('heading', { name: 'Test wallet' }).query()).toBeNull()
    expect(page.getByText('Nothing here is worth anything.').query()).toBeNull()
  })
})
