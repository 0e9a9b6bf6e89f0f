import { bitcoinAccounts, solanaAccounts } from '@latchkey/devnet'
import type { Visit } from './browser.js'
import { settle } from './settle.js'
import type { Look } from './tour.js'

const families = [
  ['Solana', 'Local Solana', 'SOL'],
  ['Bitcoin', 'Local Bitcoin', 'BTC'],
  ['Polkadot', 'Local Polkadot', 'DOT'],
  ['Cosmos', 'Local Cosmos', 'ATOM'],
] as const

/** Whom to send to, on the families where the modal sends. */
const receivers: { readonly [symbol: string]: string | undefined } = {
  SOL: solanaAccounts[7]?.address,
  BTC: bitcoinAccounts(3)[2]?.payment.address,
}

/** Leads through every view and state of a page of several chain families, with a wallet of all of them. */
export async function familyTour(visit: Visit, look: Look): Promise<void> {
  const { page, home, modal, wallet } = visit
  const see: Look = async (state) => {
    await settle(page)
    await look(state)
  }
  await wallet.set({ autoApprove: true })
  await home.connectButton.click()
  await modal.button(wallet.name).waitFor()
  await see('Connect of all families')
  await modal.button(wallet.name).click()
  await modal.dialog.getByRole('list', { name: `Where to use ${wallet.name}` }).waitFor()
  await see('ConnectingMultiChain')
  await modal.button('Ethereum').click()
  await modal.button('Disconnect').waitFor()
  await see('Account of Ethereum')
  for (const [family, network, symbol] of families) {
    await join(visit, network, see)
    await account(visit, family, symbol, see)
  }
  await wallets(visit, see)
  await modal.close()
  await page.getByRole('heading', { name: 'Several chain families' }).waitFor()
  await see('page of several families')
}

async function join({ modal, wallet, page }: Visit, network: string, see: Look): Promise<void> {
  await settle(page)
  await modal.button(/^Network: /).click()
  await modal.shows('Choose a network')
  if (network === 'Local Solana') await see('Networks of all families')
  else await settle(page)
  await modal.button(new RegExp(`^${network}`)).click()
  await modal.shows('Switch network')
  await see(`SwitchActiveChain ${network}`)
  await modal.button('Choose a wallet').click()
  await modal.button(wallet.name).waitFor()
  await see(`Connect for ${network}`)
  await modal.button(wallet.name).click()
  await modal.shows('Account')
  await modal.button(`Network: ${network}`).waitFor()
}

async function account(visit: Visit, family: string, symbol: string, see: Look): Promise<void> {
  const { modal } = visit
  await modal.panel.getByRole('listitem').filter({ hasText: symbol }).first().waitFor()
  await see(`Account of ${family}`)
  await modal.button('Receive').click()
  await modal.dialog.getByRole('img', { name: /QR code/ }).waitFor()
  await see(`WalletReceive of ${family}`)
  const ordinals = modal.dialog.getByRole('tab', { name: 'Ordinals' })
  if (await ordinals.isVisible()) {
    await ordinals.click()
    await see(`WalletReceive of ${family} ordinals`)
  }
  await modal.backButton.click()
  await modal.shows('Account')
  await sending(visit, symbol, see)
}

async function sending({ home, modal, page }: Visit, symbol: string, see: Look): Promise<void> {
  const to = receivers[symbol]
  if (to === undefined) return
  await settle(page)
  if (symbol === 'SOL') await modal.button('Send').click()
  else {
    await modal.close()
    await page.getByRole('button', { name: 'Send on Local Bitcoin' }).click()
  }
  const amount = modal.dialog.getByRole('textbox', { name: 'Amount' })
  await amount.waitFor()
  await see(`WalletSend ${symbol}`)
  await amount.fill('0.0125')
  await modal.dialog.getByRole('textbox', { name: 'To' }).fill(to)
  await modal.button('Review').waitFor()
  await see(`WalletSend ${symbol} ready`)
  await modal.button('Review').click()
  await modal.button(`Send 0.0125 ${symbol}`).waitFor()
  await see(`WalletSendPreview ${symbol}`)
  await modal.button(`Send 0.0125 ${symbol}`).click()
  await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
  await see(`WalletSendConfirmed ${symbol}`)
  await modal.button('Done').click()
  if (!(await modal.dialog.isVisible())) await home.accountButton.click()
  await modal.shows('Account')
}

async function wallets({ modal, wallet, page }: Visit, see: Look): Promise<void> {
  await settle(page)
  await modal.button(new RegExp(`^(Connected with )?${wallet.name}`)).click()
  await modal.shows('Wallets')
  await see('ProfileWallets of all families')
  await modal
    .button(/^Name /)
    .first()
    .click()
  await modal.dialog.getByRole('textbox', { name: 'Name of the address' }).fill('My savings for the long winter')
  await see('ProfileWallets naming')
  await modal.button('Save').click()
  await see('ProfileWallets named')
  await modal.button('Disconnect all').click()
  await see('ProfileWallets disconnect all')
  await modal.backButton.click()
  await modal.shows('Account')
  await settle(page)
  await modal.button(/^Network: /).click()
  await modal.shows('Choose a network')
  await settle(page)
  await modal.button(/^Local Ethereum/).click()
  await modal.button('Network: Local Ethereum').waitFor()
  await see('Account with a long name')
}
