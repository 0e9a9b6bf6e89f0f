import { inject, it } from 'vitest'
import { useBrowser } from './browser.js'
import { openWalletWindow, takeCode } from './pages/walletWindow.js'
import { signIn } from './steps.js'

const { visit } = useBrowser('parted')

it('a link in a mail freezes the wallet, a page that asks it to sign is told so, and the recovery code ends it', async () => {
  const email = 'frozen@mail.example'
  const site = await visit({ foreign: true, expects: [/status of 403 .*\/release/, /status of 401 /] })
  const { page, frame, inbox, context } = site
  const address = await signIn(site, email)
  const security = await openWalletWindow(site, /^Passkeys and recovery code/)
  const code = await takeCode(security, /^Make a recovery code/)
  await security.getByText('The recovery code opens your wallet now.').waitFor()
  await security.close()

  const { text } = await inbox.next(email, /Something new opens your wallet/)
  const link = await context.newPage()
  await link.goto(/https?:\/\/\S+\/freeze\?token=[\w-]{43}/.exec(text)?.[0] ?? '')
  await link.getByRole('heading', { name: 'Freeze your wallet?' }).waitFor()
  await link.getByRole('button', { name: 'Freeze the wallet' }).click()
  await link.getByText('If this link belongs to a wallet, that wallet is frozen now').waitFor()
  await link.close()
  await inbox.next(email, /Your wallet is frozen/)

  await page.reload()
  await site.home.accountButton.waitFor()
  await page.getByRole('button', { name: 'Sign message' }).click()
  await frame.approve()
  await frame.shows('Your wallet is frozen')
  const [recover] = await Promise.all([
    context.waitForEvent('page'),
    frame.screen.getByRole('link', { name: 'End the freeze' }).click(),
  ])
  await frame.isHidden()
  await page
    .locator('.problem')
    .getByText(/frozen/)
    .waitFor()
  await recover.waitForURL(`${inject('world').frameUrl}/recover`)
  await recover.getByRole('button', { name: 'I only have the recovery code' }).click()
  await recover.getByRole('textbox', { name: 'Recovery code' }).fill(code.toLowerCase())
  await recover.getByRole('button', { name: 'Continue', exact: true }).click()
  await recover.getByText('You used your recovery code').waitFor()
  await recover.getByText(address).waitFor()
  await inbox.next(email, /Your wallet is no longer frozen/)
}, 300_000)
