import type { Locator } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { readChain } from './chain.js'
import { eventually } from './eventually.js'
import { settle } from './settle.js'

const { visit } = useBrowser('parted')
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const chain = () => {
  const [ethereum] = inject('world').chains
  if (!ethereum) throw new Error('The world has a first chain')
  return ethereum
}

/** Taps where a control is once nothing moves: a finger does not follow it. */
async function tap({ page }: Visit, control: Locator): Promise<void> {
  await control.waitFor()
  await settle(page)
  await control.tap()
}

async function connect(site: Visit): Promise<void> {
  const { home, modal, wallet } = site
  await tap(site, home.connectButton)
  await tap(site, modal.button(wallet.name))
  await wallet.approveButton.tap()
  await modal.token('Test USD Coin').waitFor()
}

/** Fills in what is paid, and goes on to the review. */
async function review(site: Visit, amount: string): Promise<void> {
  const { modal } = site
  const pays = modal.dialog.getByRole('textbox', { name: 'You pay' })
  await tap(site, pays)
  await site.page.keyboard.type(amount)
  await tap(site, modal.button('Review swap'))
  await modal.shows('Review swap')
}

/** Approves in the wallet's frame: the first tap is not taken, and a button that waits may take no second one either. */
async function approveInFrame({ page, frame }: Visit): Promise<void> {
  // What does not fit has to be read to its end.
  await frame.inside.locator('.lf-end').scrollIntoViewIfNeeded()
  for (let taps = 0; taps < 6; taps++) {
    await frame.inside.locator('.lf-approve[data-state="armed"]').waitFor()
    await frame.approveButton.tap()
    const isTaken = await frame.element.waitFor({ state: 'hidden', timeout: 3_000 }).then(
      () => true,
      () => false,
    )
    if (isTaken) return
  }
  await page.screenshot({ path: '.reports/e2e/not-approved-by-finger.png' }).catch(() => {})
  throw new Error('No tap was taken for an approval')
}

const swapNow = ({ modal }: Visit) => modal.dialog.getByRole('button', { name: 'Swap', exact: true })

describe('by touch alone', () => {
  it('a coin is swapped for a token', async () => {
    const site = await visit({ size: 'phone' })
    const { modal, wallet } = site
    const { token } = readChain(chain())
    await connect(site)
    await tap(site, modal.button('Swap'))
    await tap(site, modal.button(/Choose token/).first())
    await tap(site, modal.button(/Test USD Coin/))
    await modal.shows('Swap')
    await review(site, '0.02')
    const before = await token('USDC', owner)
    await tap(site, swapNow(site))
    await wallet.approveButton.tap()
    await modal.dialog.getByText('Swapped', { exact: true }).waitFor()
    expect((await token('USDC', owner)) > before).toBe(true)
  })

  it('coins are bought', async () => {
    const site = await visit({ size: 'phone' })
    const { page, modal } = site
    await connect(site)
    await tap(site, modal.button('Buy'))
    await modal.dialog.getByText(/You get about [\d.]+ /).waitFor()
    const [popup] = await Promise.all([page.waitForEvent('popup'), tap(site, modal.button(/^Local provider/))])
    await popup.getByRole('button', { name: 'Pay 100 USD' }).tap()
    await popup.getByLabel('Code').tap()
    await popup.keyboard.type('123456')
    await popup.getByRole('button', { name: 'Confirm' }).tap()
    await modal.dialog.getByText(/^[\d.,]+ ETH arrived$/).waitFor()
    await tap(site, modal.button('Done'))
    await modal.shows('Account')
  })

  it('the embedded wallet swaps a token, and shows what it allows and what it swaps before it signs', async () => {
    const email = 'touch-swap@mail.example'
    const site = await visit({ size: 'phone' })
    const { home, modal, frame, inbox } = site
    await tap(site, home.connectButton)
    await tap(site, modal.dialog.getByRole('textbox', { name: 'E-mail' }))
    await site.page.keyboard.type(email)
    await tap(site, modal.button('Continue'))
    await frame.shows('Enter your code')
    await frame.typeCode(await inbox.code(email))
    await modal.button('Disconnect').waitFor()
    await tap(site, modal.closeButton)
    await modal.isGone()
    await tap(site, site.page.getByRole('button', { name: 'Get test funds' }))
    await eventually(() => home.fact('Balance').textContent()).toMatch(/[1-9]\d* ETH/)
    await tap(site, home.accountButton)
    await modal.token('Test USD Coin').waitFor()

    await tap(site, modal.button('Swap'))
    await tap(site, modal.button(/Choose token/).first())
    await tap(site, modal.button(/Test USD Coin/))
    await modal.shows('Swap')
    await tap(site, modal.button('Swap the two tokens'))
    await review(site, '25')
    await tap(site, modal.button('Approve 25 USDC'))
    await frame.approveButton.waitFor()
    const allowed = (await frame.screen.innerText()).replace(/\s+/g, ' ')
    expect(allowed).toContain('25 USDC')
    expect(allowed).toMatch(/spend|permission|allow/i)
    await approveInFrame(site)
    await tap(site, swapNow(site))
    await frame.approveButton.waitFor()
    const swapped = (await frame.screen.innerText()).replace(/\s+/g, ' ')
    expect(swapped).toMatch(/[−-] ?25 USDC/)
    expect(swapped).toMatch(/\+ ?0\.\d+ ETH/)
    await approveInFrame(site)
    await modal.dialog.getByText('Swapped', { exact: true }).waitFor()
  })
})
