import type { BrowserContext } from 'playwright-core'
import type { Visit, VisitOptions } from './browser.js'
import { settle } from './settle.js'
import type { Look } from './tour.js'

const androidAgent =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

/** What belongs to the tour: the directory fails, and the relay says no. */
export const phoneTourExpects = [/status of 503/, /\[latchkey\] (Invalid App Configuration|Data API Not Reachable)/]

/** Has the page take this browser for one on a phone, where wallets are opened by links. */
export function asPhone(): Pick<VisitOptions, 'before' | 'size'> {
  const before = (context: BrowserContext) =>
    context.addInitScript((agent) => Object.defineProperty(navigator, 'userAgent', { value: agent }), androidAgent)
  return { before, size: 'phone' }
}

/** Leads through every view and state that has to do with wallets elsewhere: the directory, the code, the links. */
export async function phoneTour(visit: Visit, look: Look): Promise<void> {
  const { page, home, modal } = visit
  const see: Look = async (state) => {
    await settle(page)
    await look(state)
  }
  await home.connectButton.click()
  await modal.button('MetaMask').waitFor()
  await see('Connect with the directory')
  await modal.button('WalletConnect').click()
  await modal.dialog.getByRole('img', { name: 'QR code that connects a wallet' }).waitFor()
  await see('ConnectingWalletConnect')
  await modal.backButton.click()
  await directory(visit, see)
  await troubles(visit, see)
}

async function directory({ page, modal }: Visit, see: Look): Promise<void> {
  const search = modal.dialog.getByRole('searchbox')
  // A browser that knows no such app asks in a window of its own, which would stand in front of the page permanently.
  await page.evaluate(() =>
    addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('dialog a')) event.preventDefault()
    }),
  )
  await modal.button('All wallets').click()
  await modal.button('Uniswap Wallet').waitFor()
  await see('AllWallets')
  await search.fill('no such wallet')
  await modal.dialog.getByText('No wallet found').first().waitFor()
  await see('AllWallets nothing found')
  await search.fill('safe')
  await modal.button('Safe').click()
  await modal.dialog.getByRole('tab', { name: 'Phone' }).waitFor()
  await page.waitForFunction(() => !document.querySelector('dialog[open] .lk-qr-empty, dialog[open] button:disabled'))
  await see('ConnectingWalletConnect phone tab')
  await modal.dialog.getByRole('tab', { name: 'Web' }).click()
  await modal.dialog.getByRole('link', { name: 'Open Safe' }).waitFor()
  await see('ConnectingWalletConnect web tab')
  await modal.backButton.click()
  await search.fill('ledger')
  await modal.button('Ledger Live').click()
  // An app of a computer is none of a phone's; there the one way to this wallet needs no tabs.
  const desktop = modal.dialog.getByRole('tab', { name: 'Desktop' })
  await desktop
    .or(modal.dialog.getByRole('link', { name: 'Open Ledger Live' }))
    .first()
    .waitFor()
  if (await desktop.isVisible()) await desktop.click()
  await modal.dialog.getByRole('link', { name: 'Open Ledger Live' }).waitFor()
  await see('ConnectingWalletConnect desktop tab')
  await modal.dialog.getByRole('link', { name: 'Open Ledger Live' }).click()
  await modal.dialog.getByText('Nothing opened.').waitFor()
  await see('ConnectingWalletConnect nothing opened')
  await modal.button('Don’t have Ledger Live?').click()
  await modal.dialog.getByRole('link', { name: 'App Store' }).waitFor()
  await see('WalletDetails')
}

async function troubles({ page, home, modal }: Visit, see: Look): Promise<void> {
  await page.route('**/getWallets?**', (route) => route.fulfill({ status: 503, json: { status: 'FAILED' } }))
  await page.reload()
  await home.connectButton.click()
  await modal.button('All wallets').click()
  await modal.dialog.getByText('The list of wallets did not load').waitFor()
  await see('AllWallets failed')
  await page.routeWebSocket('**', (line) => line.close({ code: 3000, reason: 'Unauthorized: origin not allowed' }))
  await page.reload()
  await home.connectButton.click()
  // The list that does not load leaves, and the rows above it move.
  await settle(page)
  await modal.button('WalletConnect').click()
  await modal.button('Try again').waitFor()
  await see('ConnectingWalletConnect failed')
  // The newest rule comes first: this one takes the line and never says a word.
  await page.routeWebSocket('**', () => {})
  const prepare = async () => {
    await page.reload()
    await home.connectButton.click()
    await modal.button('All wallets').waitFor()
    const start = Date.now()
    await modal.button('WalletConnect').click()
    await modal.dialog.getByText('Preparing the code…').waitFor()
    return Date.now() - start
  }
  await prepare()
  await see('ConnectingWalletConnect preparing')
  // It says more after 10 s and is given up after 15, and nobody knows how long the look at it took: so it is begun anew.
  await page.clock.install()
  await page.clock.fastForward(Math.max(0, 11_000 - (await prepare())))
  await modal.dialog.getByText('has not answered yet').waitFor()
  await see('ConnectingWalletConnect preparing long')
}
