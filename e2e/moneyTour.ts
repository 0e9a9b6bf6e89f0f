import type { Visit } from './browser.js'
import { settle } from './settle.js'
import { connect } from './steps.js'
import type { Look } from './tour.js'

/** Leads through every view and state of swapping and of buying. */
export async function moneyTour(visit: Visit, look: Look): Promise<void> {
  const see: Look = async (state, page = visit.page) => {
    await settle(page)
    await look(state, page)
  }
  await connect(visit, { keepOpen: true })
  await visit.modal.token('Test USD Coin').waitFor()
  await swapping(visit, see)
  await buying(visit, see)
}

async function swapping({ home, modal, wallet }: Visit, see: Look): Promise<void> {
  const pays = modal.dialog.getByRole('textbox', { name: 'You pay' })
  await modal.button('Swap').click()
  await modal.button('ETH change token').waitFor()
  await see('Swap')
  await modal
    .button(/Choose token/)
    .first()
    .click()
  await modal.shows('Choose a token')
  await modal.button(/Test USD Coin/).waitFor()
  await see('SwapSelectToken')
  await modal.button(/Test USD Coin/).click()
  await pays.fill('0.01')
  await modal.button('Review swap').waitFor()
  await see('Swap with a price')
  await modal.button('Review swap').click()
  await modal.shows('Review swap')
  await see('SwapPreview')
  await modal.dialog.getByRole('button', { name: 'Swap', exact: true }).click()
  await wallet.window.waitFor()
  await see('wallet asks to swap')
  await wallet.reject()
  await modal.dialog.getByText('You declined in the wallet. Nothing was swapped.').waitFor()
  await see('SwapPreview declined')
  await modal.dialog.getByRole('button', { name: 'Swap', exact: true }).click()
  await wallet.approve()
  await modal.dialog.getByText('Swapped', { exact: true }).waitFor()
  await see('SwapProgress')
  await modal.close()
  await home.accountButton.click()
  await modal.shows('Account')
}

async function buying({ page, modal }: Visit, see: Look): Promise<void> {
  await modal.button('Buy').click()
  await modal.dialog.getByText(/You get about [\d.]+ /).waitFor()
  await see('OnRampProviders')
  const [popup] = await Promise.all([page.waitForEvent('popup'), modal.button(/^Local provider/).click()])
  await popup.getByRole('heading', { name: 'Pay by card' }).waitFor()
  await see("the provider's page", popup)
  await modal.dialog.getByText('Finish in the provider’s window').waitFor()
  await see('BuyInProgress')
  await popup.getByRole('button', { name: 'Pay 100 USD' }).click()
  await popup.getByLabel('Code').waitFor()
  await see("the provider's code", popup)
  await popup.getByLabel('Code').fill('123456')
  await popup.getByRole('button', { name: 'Confirm' }).click()
  await modal.dialog.getByText(/^[\d.,]+ ETH arrived$/).waitFor()
  await see('BuyInProgress arrived')
  await popup.close()
  await modal.button('Done').click()
  await modal.shows('Account')
}
