import { saveContact } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { bob } from '../../test/accountModal.js'
import { expectFocusKept, expectFocusSeen, focused, settled, tabTo } from '../../test/byKeyboard.js'
import { embeddedModal } from '../../test/embeddedModal.js'
import { everyView, listModal, richModal, view } from '../../test/everyView.js'
import { dialogOf, setUp } from '../../test/setUp.js'
import type { View } from './routes.js'

const { keyboard } = userEvent
const backwards = '{Shift>}{Tab}{/Shift}'

beforeEach(async () => {
  await page.viewport(1280, 800)
})

/** Goes to a control by the Tab key and presses it; the view that comes has the focus. */
async function press(name: string | RegExp, next?: View, key = '{Enter}'): Promise<void> {
  await tabTo(name)
  await keyboard(key)
  if (next) await view(next)
  await expectFocusKept()
}

/** Goes back by the button at the head: the focus is where it was when the view was left. */
async function goBack(to: View, name: string | RegExp): Promise<void> {
  dialogOf().querySelector<HTMLElement>('h2')?.focus()
  await tabTo('Back', backwards)
  await keyboard('{Enter}')
  await view(to)
  await settled()
  await expect.poll(focused, { timeout: 3_000 }).toMatch(name)
}

describe('by keyboard alone', () => {
  it('behavior: a token of the account is looked at and sent', async () => {
    await richModal()
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
    await press(/^Test USD Coin/, 'TokenDetails')
    await press('Send', 'WalletSend', ' ')
    await tabTo(/^Amount/)
    await keyboard('2.5')
    await tabTo('To')
    await keyboard(bob)
    await press('Review', 'WalletSendPreview')
    await tabTo('Send 2.5 USDC')
    await goBack('WalletSend', /^Review$/)
    expect(page.getByLabelText('To', { exact: true }).element()).toHaveValue(bob)
    await goBack('TokenDetails', /^Send$/)
    await goBack('Account', /^Test USD Coin/)
    await keyboard('{Escape}')
    await expect.poll(() => dialogOf().open).toBe(false)
  })

  it('behavior: two tokens are swapped', async () => {
    await richModal()
    await press('Swap', 'Swap')
    await press(/Choose token/, 'SwapSelectToken', ' ')
    await tabTo(/Search/)
    await keyboard('dai')
    await press(/^Test Dai/, 'Swap')
    await tabTo('You pay', backwards)
    await keyboard('0.5')
    await press('Review swap', 'SwapPreview')
    await tabTo('Swap')
    await goBack('Swap', /^Review swap$/)
  })

  it('behavior: the button that opened a list has the focus again, whatever it shows now', async () => {
    await richModal()
    await press('Swap', 'Swap')
    await press(/Choose token/, 'SwapSelectToken')
    await press(/^Test Dai/, 'Swap')
    await expect.poll(focused).toMatch(/^DAI/)
    expectFocusSeen()
    await keyboard('{Enter}')
    await view('SwapSelectToken')
    await press(/^Ether/, 'Swap')
    await expect.poll(focused).toMatch(/^ETH/)
    await goBack('Account', /^Swap$/)
    await press('Send', 'WalletSend')
    await press(/^ETH/, 'WalletSendSelectToken', ' ')
    await press(/^Test USD Coin/, 'WalletSend')
    await expect.poll(focused).toMatch(/^USDC/)
    expectFocusSeen()
  })

  it('behavior: arrows choose among the tolerances of a swap', async () => {
    await everyView.Swap()
    await tabTo(/%$/)
    const first = focused()
    await keyboard('{ArrowRight}')
    expectFocusSeen()
    expect(focused()).not.toBe(first)
    expect((document.activeElement as HTMLInputElement).checked).toBe(true)
    await keyboard('{ArrowLeft}')
    expect(focused()).toBe(first)
  })

  it('behavior: coins are bought', async () => {
    const before = window.open
    window.open = () => ({ location: { href: '' }, close: () => undefined }) as unknown as Window
    onTestFinished(() => {
      window.open = before
    })
    await richModal()
    await press('Buy', 'OnRampProviders')
    await expect.element(page.getByText('You get about 0.039 ETH')).toBeVisible()
    await tabTo(/^You pay/)
    await tabTo(/^Coinbase/)
    await goBack('Account', /^Buy$/)
  })

  it('behavior: an NFT is found by the arrows, looked at and left', async () => {
    await richModal()
    await tabTo('Tokens')
    await keyboard('{ArrowRight}')
    expect(focused()).toBe('NFTs')
    await expect.element(page.getByText('Key #1')).toBeVisible()
    expect(focused()).toBe('NFTs')
    await press(/Key #1/, 'Collectible', ' ')
    await goBack('Account', /Key #1/)
  })

  it('behavior: a transaction is found by the arrows, looked at and left', async () => {
    await richModal()
    await tabTo('Tokens')
    await keyboard('{End}')
    expect(focused()).toBe('Activity')
    await expect.element(page.getByText('Sent 1.5 ETH')).toBeVisible()
    await press(/^Sent 1\.5 ETH/, 'ActivityDetails')
    await goBack('Account', /^Sent 1\.5 ETH/)
  })

  it('behavior: another network is chosen', async () => {
    const { config } = await richModal()
    await press(/^Network: /, 'Networks')
    await press(/^Base/)
    await view('Account')
    await expectFocusKept()
    expect(config.state.chainIds.eip155).toBe('eip155:8453')
  })

  it('behavior: a wallet is searched for, and its code shown', async () => {
    await listModal()
    await press(/^All wallets/, 'AllWallets')
    await tabTo(/Search/)
    await keyboard('Wallet 17')
    await expect.element(page.getByRole('button', { name: 'Wallet 17' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Wallet 3' })).not.toBeInTheDocument()
    expect(focused()).toMatch(/Search/)
    await press(/^Wallet 17/, 'ConnectingWalletConnect')
    await goBack('AllWallets', /^Wallet 17/)
  })

  it('behavior: the currency and the contacts are chosen', async () => {
    const { config } = await richModal()
    await press(/^Currency/, 'Currencies')
    await tabTo(/Search/)
    await keyboard('euro')
    await press(/^Euro/)
    await view('Account')
    await expectFocusKept()
    saveContact(config, { address: bob, name: 'Bob' })
    await press('Send', 'WalletSend')
    await press('Contacts', 'Contacts')
    await press(/^Bob/, 'WalletSend')
    expect(page.getByLabelText('To', { exact: true }).element()).toHaveValue(bob)
  })

  it('behavior: the address is copied, and the focus stays', async () => {
    await richModal()
    await press('Receive', 'WalletReceive')
    await press('Copy address', undefined, ' ')
    expectFocusSeen()
    await goBack('Account', /^Receive$/)
  })

  it('behavior: one of two wallets is let go, and the focus stays in the list', async () => {
    await richModal({
      others: [createFakeConnector({ id: 'b', name: 'Beta' })],
      features: { multiWallet: true },
    })
    await press(/Fake Wallet/, 'ProfileWallets')
    await press('Disconnect Beta')
    await expect.element(page.getByRole('button', { name: 'Disconnect Beta' })).not.toBeInTheDocument()
    await expectFocusKept()
  })

  it('behavior: an e-mail is entered, and Escape gives the focus back to what opened the modal', async () => {
    await embeddedModal()
    await keyboard('{Tab}')
    expect(focused()).toBe('Connect wallet')
    await keyboard('{Enter}')
    await view('Connect')
    await tabTo('E-mail')
    await keyboard('ada@example.com{Enter}')
    await view('EmailVerifyOtp')
    await expectFocusKept()
  })

  it.each(['{Enter}', ' '])('behavior: %s opens, Escape closes, and the button has the focus again', async (key) => {
    await setUp()
    await keyboard('{Tab}')
    await keyboard(key)
    await view('Connect')
    await expectFocusKept()
    await keyboard('{Escape}')
    await expect.poll(() => dialogOf().open).toBe(false)
    expect(focused()).toBe('Connect wallet')
  })
})
