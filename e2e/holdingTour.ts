import type { Visit } from './browser.js'
import { settle } from './settle.js'
import { connect } from './steps.js'
import type { Look } from './tour.js'

const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** Leads through what is behind each thing that an account holds or did: tokens, collectibles, history, contacts, currency. */
export async function holdingTour(visit: Visit, look: Look): Promise<void> {
  const see: Look = async (state) => {
    await settle(visit.page)
    await look(state)
  }
  await connect(visit, { keepOpen: true })
  await collectibles(visit, see)
  await tokens(visit, see)
  await receiving(visit, see)
  await contacts(visit, see)
  await activity(visit, see)
  await currency(visit, see)
}

async function back({ modal, page }: Visit, title: string): Promise<void> {
  await settle(page)
  await modal.backButton.click()
  await modal.shows(title)
}

async function collectibles(visit: Visit, see: Look): Promise<void> {
  const { modal } = visit
  await modal.tab('NFTs').click()
  await modal.panel.getByRole('button', { name: /Star/ }).waitFor()
  await see('Account NFTs with pictures')
  for (const [name, title] of [
    [/Test Key/, 'of one'],
    [/Star/, 'of several'],
  ] as const) {
    await modal.panel.getByRole('button', { name }).first().click()
    await modal.shows('NFT')
    await see(`Collectible ${title}`)
    await modal.button('Send').click()
    await modal.shows('Send')
    await see(`WalletSend collectible ${title}`)
    if (title === 'of one') {
      await modal.dialog.getByRole('textbox', { name: 'To' }).fill(receiver)
      await modal.button('Review').click()
      await modal.button(/^Send 1 Test Key/).waitFor()
      await see('WalletSendPreview collectible')
      await back(visit, 'Send')
    }
    await back(visit, 'NFT')
    await back(visit, 'Account')
  }
}

async function tokens(visit: Visit, see: Look): Promise<void> {
  const { modal } = visit
  await modal.tab('Tokens').click()
  for (const [name, title] of [
    ['Test USD Coin', 'USDC'],
    ['Ether', 'ETH'],
  ] as const) {
    await modal.token(name).first().getByRole('button').click()
    await modal.shows(title)
    await see(`TokenDetails ${title}`)
    await back(visit, 'Account')
  }
}

async function receiving(visit: Visit, see: Look): Promise<void> {
  const { modal } = visit
  await modal.button('Receive').click()
  await modal.button('Ask for an amount').click()
  await modal.dialog.getByRole('textbox', { name: 'Amount to ask for' }).fill('12.5')
  await modal.button('Copy payment link').waitFor()
  await see('WalletReceive with a payment link')
  await back(visit, 'Account')
}

async function contacts(visit: Visit, see: Look): Promise<void> {
  const { modal, wallet } = visit
  await modal.button('Send').click()
  await modal.dialog.getByRole('textbox', { name: 'Amount' }).fill('1.5')
  await modal.dialog.getByRole('textbox', { name: 'To' }).fill(receiver)
  await modal.button('Review').click()
  await modal.button(/^Send 1\.5/).click()
  await wallet.approve()
  await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
  await modal.button('Save as contact').click()
  await modal.shows('Contact')
  await modal.dialog.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
  await see('EditContact')
  await modal.button('Save').click()
  await modal.button('Done').click()
  await modal.shows('Account')
  await modal.button('Send').click()
  await modal.button('Contacts').click()
  await modal.shows('Contacts')
  await see('Contacts')
  await back(visit, 'Send')
  await back(visit, 'Account')
}

async function activity(visit: Visit, see: Look): Promise<void> {
  const { modal } = visit
  await modal.tab('Activity').click()
  await modal.panel
    .getByRole('listitem')
    .filter({ hasText: /Minted/ })
    .first()
    .waitFor()
  await see('Account Activity with history')
  for (const [text, title] of [
    [/Sent/, 'sent'],
    [/Minted/, 'minted'],
  ] as const) {
    await modal.panel.getByRole('listitem').filter({ hasText: text }).first().getByRole('button').first().click()
    await modal.shows('Activity')
    await see(`ActivityDetails ${title}`)
    await back(visit, 'Account')
  }
  await modal.tab('Tokens').click()
}

async function currency({ modal }: Visit, see: Look): Promise<void> {
  await modal.button(/^Currency: /).click()
  await modal.shows('Currency')
  await see('Currencies')
  await modal.button(/Japanese Yen/).click()
  await modal.shows('Account')
  await see('Account in another currency')
}
