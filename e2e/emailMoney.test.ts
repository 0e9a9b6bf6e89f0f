import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { readChain } from './chain.js'
import { eventually } from './eventually.js'
import { signIn } from './steps.js'

const { visit } = useBrowser('parted')

const chain = () => {
  const [ethereum] = inject('world').chains
  if (!ethereum) throw new Error('The world has a first chain')
  return readChain(ethereum)
}

/** Signs in, and has the account open; with test funds where they are asked for. */
async function openAccount(email: string, funds: boolean): Promise<Visit & { readonly owner: `0x${string}` }> {
  const site = await visit()
  const { page, home, modal } = site
  const owner = (await signIn(site, email)) as `0x${string}`
  await modal.close()
  if (funds) {
    await page.getByRole('button', { name: 'Get test funds' }).click()
    await eventually(() => home.fact('Balance').textContent()).toMatch(/[1-9]\d* ETH/)
  }
  await home.accountButton.click()
  return { ...site, owner }
}

const swapNow = ({ modal }: Visit) => modal.dialog.getByRole('button', { name: 'Swap', exact: true })
const text = async ({ frame }: Visit) => (await frame.screen.innerText()).replace(/\s+/g, ' ')

describe('the embedded wallet, with a mouse', () => {
  it('swaps a coin for a token and back, and shows what it allows and what it swaps before it signs', async () => {
    const site = await openAccount('swap-desktop@mail.example', true)
    const { modal, frame, owner } = site
    const { token } = chain()
    await modal.token('Test USD Coin').waitFor()
    await modal.button('Swap').click()
    await modal.shows('Swap')
    await modal
      .button(/Choose token/)
      .first()
      .click()
    await modal.button(/Test USD Coin/).click()
    await modal.shows('Swap')
    const pays = modal.dialog.getByRole('textbox', { name: 'You pay' })
    await pays.fill('0.1')
    await modal.button('Review swap').click()
    const before = await token('USDC', owner)
    await swapNow(site).click()
    await frame.approveButton.waitFor()
    expect(await text(site)).toMatch(/[−-] ?0\.1 ETH/)
    await frame.approve()
    await modal.dialog.getByText('Swapped', { exact: true }).waitFor()
    expect((await token('USDC', owner)) > before).toBe(true)

    await modal.button('Swap more').click()
    await modal.button('Swap the two tokens').click()
    await modal.button('USDC change token').first().waitFor()
    await pays.fill('25')
    await modal.button('Review swap').click()
    await modal.button('Approve 25 USDC').click()
    await frame.approveButton.waitFor()
    expect(await text(site)).toContain('25 USDC')
    await frame.approve()
    await swapNow(site).click()
    await frame.approveButton.waitFor()
    expect(await text(site)).toMatch(/[−-] ?25 USDC/)
    await frame.approve()
    await modal.dialog.getByText('Swapped', { exact: true }).waitFor()
  })

  it('is where bought coins arrive', async () => {
    const site = await openAccount('buy-desktop@mail.example', false)
    const { page, modal, owner } = site
    const { token } = chain()
    const before = await token('USDC', owner)
    await modal.button('Buy').click()
    await modal.shows('Buy')
    await modal.dialog.getByLabel('Token').selectOption('USDC')
    await modal.dialog.getByText(/You get about [\d.]+ USDC/).waitFor()
    const [popup] = await Promise.all([page.waitForEvent('popup'), modal.button(/^Local provider/).click()])
    await popup.getByRole('button', { name: 'Pay 100 USD' }).click()
    await popup.getByLabel('Code').fill('123456')
    await popup.getByRole('button', { name: 'Confirm' }).click()
    await modal.dialog.getByText(/^[\d.,]+ USDC arrived$/).waitFor()
    expect((await token('USDC', owner)) > before).toBe(true)
    await popup.close()
  })
})
