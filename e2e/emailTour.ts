import type { Visit } from './browser.js'
import { openOwnWindow, openWalletWindow } from './pages/walletWindow.js'
import { settle } from './settle.js'
import { enterEmail } from './steps.js'
import type { Look } from './tour.js'

/** Whose wallet it is, and where the mails arrive. */
type Facts = { readonly email: string; readonly inboxUrl: string }

/** Leads through every view, screen and window of the embedded wallet, and the mails that belong to it. */
export async function emailTour(visit: Visit, look: Look, facts: Facts): Promise<void> {
  const { email, inboxUrl } = facts
  const see: Look = async (state, page = visit.page) => {
    await settle(page)
    await look(state, page)
  }
  await signingIn(visit, see, email)
  await approving(visit, see)
  await naming(visit, see, email)
  await changing(visit, see)
  await windows(visit, see, look, email)
  await mails(visit, see, inboxUrl)
}

async function signingIn(visit: Visit, see: Look, email: string): Promise<void> {
  const { home, modal, frame, inbox } = visit
  await home.connectButton.click()
  await enterEmail(visit, email)
  await frame.shows('Enter your code')
  await see('code')
  await frame.typeCode('000000')
  await frame.inside.getByText(/^Wrong code/).waitFor()
  await see('code wrong')
  await frame.typeCode(await inbox.code(email))
  await modal.button('Disconnect').waitFor()
  await see('Account of the embedded wallet')
}

async function approving({ page, modal, frame, home }: Visit, see: Look): Promise<void> {
  await modal.close()
  await page.getByRole('button', { name: 'Sign message' }).click()
  await frame.approveButton.waitFor()
  await see('approval of a message')
  await frame.reject()
  await frame.isHidden()
  await home.accountButton.click()
  await modal.shows('Account')
}

async function naming({ modal, frame }: Visit, see: Look, email: string): Promise<void> {
  await modal.button(`Account settings, ${email}`).click()
  await modal.shows('Account settings')
  await see('AccountSettings')
  await modal.button('Choose a name').click()
  const field = modal.dialog.getByRole('textbox', { name: 'Name', exact: true })
  await field.fill('abc')
  await modal.button('Register name').click()
  await modal.dialog.getByText('Use at least 4 characters.').waitFor()
  await see('RegisterAccountName invalid')
  const name = email.replace(/@.*/, '')
  await field.fill(name)
  await modal.dialog.getByText(/ is free\.$/).waitFor()
  await see('RegisterAccountName')
  await modal.button('Register name').click()
  await frame.asks()
  await see('approval of a name')
  await frame.approve()
  await modal.dialog.getByText(/ is yours$/).waitFor()
  await see('RegisterAccountNameSuccess')
  await modal.button('Done').click()
  await modal.shows('Account')
}

async function changing(visit: Visit, see: Look): Promise<void> {
  const { home, modal, frame } = visit
  await modal.button(/^Account settings/).click()
  await modal.button(/^Change/).click()
  await modal.shows('Change e-mail')
  await see('UpdateEmailWallet')
  await modal.dialog.getByRole('textbox', { name: 'E-mail' }).fill('moved@mail.example')
  await modal.button('Continue').click()
  await frame.button('Continue in a window').waitFor()
  await see('change of the e-mail')
  const window = await openOwnWindow(visit, 'Continue in a window')
  await window.getByRole('button', { name: 'Send the first code' }).waitFor()
  await see('window of the change', window)
  await window.close()
  await frame.button('Cancel').click()
  await frame.isHidden()
  await modal.close()
  await home.accountButton.click()
  await modal.shows('Account')
}

async function windows(visit: Visit, see: Look, look: Look, email: string): Promise<void> {
  const security = await openWalletWindow(visit, /^Passkeys and recovery code/)
  // What led there waits for it.
  await settle(visit.page, { mayBeBusy: true })
  await look('Security screen', visit.page)
  await security.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
  await see('window of Security', security)
  await security.getByRole('button', { name: /^Make a recovery code/ }).click()
  await security.getByRole('list', { name: 'Your recovery code' }).waitFor()
  await see('window of the recovery code', security)
  await security.getByRole('button', { name: 'I have written it down' }).click()
  await security
    .getByRole('textbox', { name: /^Group/ })
    .first()
    .waitFor()
  await see('window of the check', security)
  await security.close()
  const words = await openOwnWindow(visit, 'Export the wallet, opens a window of the wallet')
  await words.getByText(email).waitFor()
  await see('window of the export', words)
  await words.getByRole('checkbox', { name: /I understand/ }).check()
  await words.getByRole('button', { name: 'Show recovery phrase' }).click()
  const shown = words.getByRole('heading', { name: 'Your recovery phrase' })
  const asked = words.getByRole('textbox', { name: 'Digit 1 of 6' })
  await shown.or(asked).waitFor()
  if (await asked.isVisible()) {
    await see('window asks for a code', words)
    await asked.focus()
    await words.keyboard.type(await visit.inbox.code(email))
  }
  await shown.waitFor()
  await see('window of the words', words)
  await words.goto(`${new URL(words.url()).origin}/recover`)
  await words.getByRole('heading', { level: 1, name: 'Restore your wallet' }).waitFor()
  await see('window of the restore', words)
  await words.close()
}

async function mails({ context }: Visit, see: Look, inboxUrl: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(inboxUrl)
  await page.getByRole('navigation', { name: 'Mails' }).getByRole('button').first().waitFor()
  await see('inbox', page)
  await page.getByRole('navigation', { name: 'Mails' }).getByRole('button').first().click()
  await page.getByRole('region', { name: 'Mail' }).getByRole('heading').first().waitFor()
  await see('inbox with a mail open', page)
  await page.close()
}
