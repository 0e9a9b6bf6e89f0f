import { describe, expect, it } from 'vitest'
import { cut } from './amounts.js'
import { useBrowser, type Visit } from './browser.js'
import { moneyChain } from './moneySteps.js'
import { connect } from './steps.js'

const { visit } = useBrowser()
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function openBuy(site: Visit): Promise<void> {
  await connect(site, { keepOpen: true })
  await site.modal.button('Buy').click()
  await site.modal.shows('Buy')
  await site.modal.dialog.getByText(/You get about [\d.]+ /).waitFor()
}

/** Opens the provider's window as a click on its row does. */
async function openProvider({ page, modal }: Visit) {
  const [popup] = await Promise.all([page.waitForEvent('popup'), modal.button(/^Local provider/).click()])
  await popup.getByRole('heading', { name: 'Pay by card' }).waitFor()
  return popup
}

describe('buying', () => {
  it('[S0-05][S1-18] stands with swap, send and receive in the account, and each opens its own view', async () => {
    const site = await visit()
    const { modal } = site
    await connect(site, { keepOpen: true })
    for (const name of ['Buy', 'Swap', 'Receive', 'Send']) {
      await modal.button(name).click()
      await modal.shows(name)
      await modal.button('Back').click()
      await modal.shows('Account')
    }
  })

  it('by a card and a code: the purchase is followed until the coins are there', async () => {
    const site = await visit()
    const { modal } = site
    const { token } = moneyChain()
    await openBuy(site)
    const before = await token('USDC', owner)
    await modal.dialog.getByLabel('Token', { exact: true }).selectOption('USDC')
    await modal.dialog.getByText(/You get about [\d.]+ USDC/).waitFor()
    const popup = await openProvider(site)
    expect(await popup.evaluate(() => window.opener)).toBeNull()
    await modal.dialog.getByText('Finish in the provider’s window').waitFor()
    await popup.getByRole('button', { name: 'Pay 100 USD' }).click()
    await popup.getByLabel('Code').fill('123456')
    await popup.getByRole('button', { name: 'Confirm' }).click()
    const arrived = await modal.dialog.getByText(/^[\d.,]+ USDC arrived$/).textContent()
    expect(Number(arrived?.replace(/[^\d.]/g, ''))).toBe(cut((await token('USDC', owner)) - before, 6))
    await popup.close()
    await modal.button('Done').click()
    await modal.shows('Account')
  })

  it('is found again after its view and the page were closed, and told when it fails', async () => {
    const site = await visit()
    const { page, modal } = site
    await openBuy(site)
    const popup = await openProvider(site)
    await page.reload()
    await site.home.connectButton
      .or(page.getByRole('button', { name: /^Account/ }))
      .first()
      .click()
    await modal.button('Buy').click()
    await modal.button('A purchase is under way').click()
    await modal.dialog.getByText('Finish in the provider’s window').waitFor()
    await popup.getByText('For tests').click()
    await popup.getByLabel('What goes wrong').selectOption('noPayout')
    await popup.getByRole('button', { name: 'Pay 100 USD' }).click()
    await popup.getByLabel('Code').fill('123456')
    await popup.getByRole('button', { name: 'Confirm' }).click()
    await modal.dialog.getByText('The purchase did not go through').waitFor()
    await popup.close()
  })
})
