import type { Page } from 'playwright-core'
import type { Visit } from './browser.js'
import { settle } from './settle.js'

/** Gets to see every state of the page and of the modal. */
export type Look = (state: string, page?: Page) => Promise<void>

const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** Leads through every view and state of the page, as a visitor comes to them. */
export async function tour(visit: Visit, look: Look): Promise<void> {
  const { page, home } = visit
  const see: Look = async (state) => {
    await settle(page)
    await look(state)
  }
  await home.connectButton.waitFor()
  await page.getByRole('heading', { name: 'Make it yours' }).waitFor()
  await see('page')
  await connecting(visit, see)
  await account(visit, see)
  await networks(visit, see)
  await sending(visit, see)
  await troubles(visit, see)
}

async function connecting({ home, modal, wallet }: Visit, see: Look): Promise<void> {
  await wallet.set({ neverAnswer: true })
  await home.connectButton.click()
  await modal.button(wallet.name).waitFor()
  await see('Connect')
  await modal.button(wallet.name).click()
  await modal.dialog.getByText(`Continue in ${wallet.name}`).waitFor()
  await see('ConnectingExternal')
  await wallet.set({ neverAnswer: false, reject: true })
  await modal.button('Cancel').click()
  await modal.button(wallet.name).click()
  await modal.dialog.getByText('Connection declined').waitFor()
  await see('ConnectingExternal declined')
  await wallet.set({ reject: false })
  await modal.button('Try again').click()
  await wallet.window.waitFor()
  await see('wallet asks to connect')
  await wallet.approve()
  await modal.token('Test USD Coin').waitFor()
}

async function account({ modal }: Visit, see: Look): Promise<void> {
  await see('Account Tokens')
  await modal.tab('NFTs').click()
  await modal.dialog.getByText('Star').waitFor()
  await see('Account NFTs')
  await modal.tab('Activity').click()
  await modal.dialog
    .getByText(/Nothing sent from here yet|Minted .*|Received .*/)
    .first()
    .waitFor()
  await see('Account Activity empty')
  await modal.tab('Tokens').click()
  await modal.button('Latchkey Test Wallet').click()
  await modal.button('Disconnect Latchkey Test Wallet').waitFor()
  await see('ProfileWallets')
  await modal.backButton.click()
  await modal.button('Receive').click()
  await modal.dialog.getByRole('img', { name: /QR code/ }).waitFor()
  await see('WalletReceive')
  await modal.backButton.click()
}

async function networks({ modal, wallet }: Visit, see: Look): Promise<void> {
  await modal.button(/^Network: /).click()
  await modal.button(/Local Base/).waitFor()
  await see('Networks')
  await wallet.set({ neverAnswer: true })
  await modal.button(/Local Base/).click()
  await modal.dialog.getByText('Switching to Local Base').waitFor()
  await see('SwitchNetwork')
  await wallet.set({ neverAnswer: false, reject: true })
  await modal.button('Cancel').click()
  await modal.button(/Local Base/).click()
  await modal.dialog.getByText('Switch declined').waitFor()
  await see('SwitchNetwork declined')
  await wallet.set({ reject: false })
  await modal.button('Try again').click()
  await wallet.approve()
  await modal.token('Test USD Coin').waitFor()
}

async function sending({ page, modal, wallet }: Visit, see: Look): Promise<void> {
  const amount = modal.dialog.getByRole('textbox', { name: 'Amount' })
  await modal.button('Send').click()
  await amount.waitFor()
  await see('WalletSend')
  await modal.button(/change token/i).click()
  await modal.button(/Test USD Coin/).waitFor()
  await see('WalletSendSelectToken')
  await modal.button(/Test USD Coin/).click()
  await amount.fill('1,000')
  await modal.dialog.getByRole('textbox', { name: 'To' }).fill('0x12')
  await modal.dialog.getByText('This is not an Ethereum address.').waitFor()
  await see('WalletSend invalid')
  await amount.fill('1.25')
  await modal.dialog.getByRole('textbox', { name: 'To' }).fill(receiver)
  await modal.button('Review').waitFor()
  await see('WalletSend ready')
  await modal.button('Review').click()
  await modal.button('Send 1.25 USDC').waitFor()
  await see('WalletSendPreview')
  await modal.button('Send 1.25 USDC').click()
  await wallet.window.waitFor()
  await see('wallet asks to send')
  await wallet.reject()
  await modal.dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
  await see('WalletSendPreview declined')
  await wallet.set({ neverAnswer: true })
  await modal.button('Send 1.25 USDC').click()
  await modal.button('Stop waiting').waitFor()
  await see('WalletSendPreview waiting')
  await wallet.set({ neverAnswer: false })
  await modal.button('Stop waiting').click()
  await modal.button('Send 1.25 USDC again').waitFor()
  await see('WalletSendPreview may be sent')
  await modal.button('Send 1.25 USDC again').click()
  await wallet.approve()
  await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
  await see('WalletSendConfirmed')
  await modal.button('Done').click()
  await modal.tab('Activity').click()
  await modal.dialog.getByText('Sent 1.25 USDC').first().waitFor()
  await see('Account Activity')
  await modal.tab('Tokens').click()
  await modal.close()
  await page.getByRole('heading', { name: 'Make it yours' }).waitFor()
  await see('page connected')
}

async function troubles({ page, home, modal }: Visit, see: Look): Promise<void> {
  await page.route('**/v1/account/**', (route) => route.fulfill({ status: 503, json: { status: 'FAILED' } }))
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.includes('portfolio')) localStorage.removeItem(key)
  })
  await page.reload()
  await home.accountButton.click()
  await modal.dialog.getByText('Balances are not available now').waitFor()
  await see('Account without balances')
  await modal.closeButton.click()
}
