import { describe, expect, inject, it } from 'vitest'
import { cut, shownAmount } from './amounts.js'
import { useBrowser, type Visit } from './browser.js'
import { forgetBalances, readChain } from './chain.js'
import { eventually } from './eventually.js'
import { finger, type Input, keyboard, mouse } from './inputs.js'
import { settle } from './settle.js'

const { visit } = useBrowser()
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

describe('the whole journey', () => {
  it('[S0-03][S1-15][S1-16][S1-20][S2-04][S2-26] with a mouse at 1280 × 800', async () => {
    const site = await visit()
    await journey(site, mouse(site.page))
  })

  it('[S0-03][S1-15][S1-16][S1-20] with the keyboard alone', async () => {
    const site = await visit()
    await journey(site, keyboard(site.page))
  })

  it('[S0-03][S1-15][S1-16][S1-20] with a finger at 390 × 844', async () => {
    const site = await visit({ size: 'phone' })
    await journey(site, finger(site.page))
  })
})

async function journey({ page, home, modal, wallet, requests }: Visit, input: Input): Promise<void> {
  await forgetBalances(owner)
  const [ethereum, base] = inject('world').chains
  if (!ethereum || !base) throw new Error('The world has two chains')
  const approve = async () => {
    await input.press(wallet.approveButton)
    await wallet.window.waitFor({ state: 'hidden' })
  }
  const balance = (symbol: string, name: string) => shownAmount(modal.token(name), symbol)

  await input.press(home.connectButton)
  await input.press(modal.button(wallet.name))
  await approve()
  await modal.shows('Account')
  await eventually(() => home.address.textContent()).toBe(owner)

  const onEthereum = readChain(ethereum)
  await modal.token('Test USD Coin').waitFor()
  expect(await balance('USDC', 'Test USD Coin')).toBe(cut(await onEthereum.token('USDC', owner), 6))
  expect(await balance('DAI', 'Test Dai')).toBe(cut(await onEthereum.token('DAI', owner), 18))
  expect(await balance('ETH', 'Ether')).toBeCloseTo(Number(await onEthereum.native(owner)), 1)

  await input.press(modal.button('Network: Local Ethereum'))
  await modal.shows('Choose a network')
  await settle(page)
  await input.press(modal.button(/Local Base/))
  await approve()
  await modal.shows('Account')
  await modal.button('Network: Local Base').waitFor()
  const onBase = readChain(base)
  const before = await onBase.token('USDC', owner)
  const beforeThere = await onBase.token('USDC', receiver)
  await eventually(() => balance('USDC', 'Test USD Coin').catch(() => -1)).toBe(cut(before, 6))

  await input.press(modal.button('Send'))
  await modal.shows('Send')
  await settle(page)
  await input.press(modal.button(/change token/i))
  await modal.shows('Choose a token')
  await settle(page)
  await input.press(modal.button(/Test USD Coin/))
  await modal.shows('Send')
  await settle(page)
  await input.type(modal.dialog.getByRole('textbox', { name: 'Amount' }), '12.5')
  await input.type(modal.dialog.getByRole('textbox', { name: 'To' }), receiver)
  await modal.button('Review').waitFor()
  await input.press(modal.button('Review'))
  await modal.shows('Review')
  await settle(page)
  await modal.dialog.getByText('Local Base').waitFor()
  await input.press(modal.button('Send 12.5 USDC'))
  await approve()
  await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
  expect(await onBase.token('USDC', owner)).toBe(before - 12_500_000n)
  expect(await onBase.token('USDC', receiver)).toBe(beforeThere + 12_500_000n)
  await input.press(modal.button('Done'))
  await modal.shows('Account')
  await eventually(() => balance('USDC', 'Test USD Coin').catch(() => -1)).toBe(cut(before - 12_500_000n, 6))
  const forced = requests.filter((request) => new URL(request.url()).searchParams.has('forceUpdate'))
  expect(forced.length).toBeGreaterThan(0)

  await page.reload()
  await home.accountButton.waitFor()
  await eventually(() => home.address.textContent()).toBe(owner)
  await eventually(() => home.fact('Chain id').textContent()).toBe('eip155:31338')
  expect(await wallet.asked()).not.toContain('eth_requestAccounts')
  await input.press(home.accountButton)
  await modal.shows('Account')
  await eventually(() => balance('USDC', 'Test USD Coin').catch(() => -1)).toBe(cut(before - 12_500_000n, 6))

  await input.press(modal.button('Disconnect'))
  await home.connectButton.waitFor()
  expect(await home.address.textContent()).toBe('none')
  await page.reload()
  await home.connectButton.waitFor()
  expect(await home.address.textContent()).toBe('none')
}
