import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { useBrowser } from './browser.js'
import { openWalletWindow, takeCode } from './pages/walletWindow.js'
import { signIn } from './steps.js'

const { visit } = useBrowser('parted')

it('a person takes their data, has the wallet deleted by the recovery code, is told by mail, and keeps it', async () => {
  const email = 'leaving@mail.example'
  const site = await visit({ foreign: true, expects: [/status of 403 .*\/vault\/deletion/] })
  const { inbox } = site
  await signIn(site, email)
  const window = await openWalletWindow(site, /^Passkeys and recovery code/)
  const code = await takeCode(window, /^Make a recovery code/)
  await window.getByText('The recovery code opens your wallet now.').waitFor()

  const [download] = await Promise.all([
    window.waitForEvent('download'),
    window.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('wallet-data.json')
  const data = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(data)).toMatchObject({
    email,
    wallet: { state: 'active', factors: [{ kind: 'auto' }, { kind: 'code' }, { kind: 'device' }] },
    deletion: null,
  })
  expect(data).not.toContain(code.slice(0, 9))

  await window.getByRole('button', { name: 'Delete my wallet' }).click()
  await window.getByRole('checkbox', { name: /^I understand/ }).check()
  await window.getByRole('button', { name: 'Delete my wallet' }).click()
  await window.getByRole('textbox', { name: 'Recovery code' }).fill(code.toLowerCase())
  await window.getByRole('button', { name: 'Confirm with the code' }).click()
  await window.getByRole('heading', { name: 'Your wallet will be deleted' }).waitFor()
  await window.close()
  const { text } = await inbox.next(email, /Your wallet will be deleted/)
  expect(text).toMatch(/\/keep\?token=[\w-]{43}/)

  const [again] = await Promise.all([
    site.context.waitForEvent('page'),
    site.frame.button(/^Passkeys and recovery code/).click(),
  ])
  await again.getByText(/^On .* the wallet is deleted, and what is still in it is lost/).waitFor()
  await again.getByRole('button', { name: 'Keep my wallet' }).click()
  await again.getByText('Your wallet stays. Nothing was deleted.').waitFor()
  await again.getByRole('button', { name: 'Delete my wallet' }).waitFor()
  await inbox.next(email, /Your wallet stays/)
}, 300_000)
