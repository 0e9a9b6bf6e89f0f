import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { useBrowser } from './browser.js'
import { eventually } from './eventually.js'
import type { Inbox } from './pages/inbox.js'
import { openWalletWindow, takeCode } from './pages/walletWindow.js'
import { plugInAuthenticator } from './plugInAuthenticator.js'
import { signIn } from './steps.js'
import { stepTimeout } from './stepTimeout.js'

const { visit, browser } = useBrowser('parted')

/** A browser that has never seen the wallet. */
async function openNewBrowser(): Promise<Page> {
  const context = await browser().newContext({ locale: 'en-US' })
  context.setDefaultTimeout(stepTimeout)
  onTestFinished(() => context.close())
  return context.newPage()
}

/** Begins to restore where nothing is known of the wallet: e-mail, link, code. */
async function startRestore(page: Page, email: string, inbox: Inbox): Promise<void> {
  await page.goto(`${inject('world').frameUrl}/recover`)
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  // A mail to one address leaves every 30 seconds.
  const asked = page.getByRole('heading', { name: 'Check your e-mail' })
  const goOn = page.getByRole('button', { name: 'Continue', exact: true })
  await expect
    .poll(
      async () => {
        if (!(await asked.isVisible())) await goOn.click({ timeout: 1_000 }).catch(() => {})
        return asked.isVisible()
      },
      { timeout: 2 * stepTimeout, interval: 1_000 },
    )
    .toBe(true)
  const link = await page.context().newPage()
  await link.goto(await inbox.link(email))
  await link.getByRole('button', { name: 'Yes, this is my browser' }).click()
  await link.getByRole('heading', { name: 'Confirmed' }).waitFor()
  await link.close()
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).focus()
  await page.keyboard.type(await inbox.code(email))
}

describe('a wallet of its owner alone', () => {
  it('SEC-C-16 gets a passkey and a recovery code, comes back by either after everything was lost, and leaves as words', async () => {
    const email = 'owner@mail.example'
    const site = await visit({ foreign: true })
    const address = await signIn(site, email)
    const window = await openWalletWindow(site, /^Passkeys and recovery code/)
    await plugInAuthenticator(window)
    await window.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
    await window.getByRole('button', { name: 'Add a passkey' }).click()
    await window.getByText('The passkey opens your wallet now.').waitFor()
    const code = await takeCode(window, /^Make a recovery code/)
    await window.getByText('The recovery code opens your wallet now.').waitFor()
    await window.getByRole('button', { name: 'Delete the operator’s way in' }).click()
    await window.getByRole('button', { name: 'Yes, delete it' }).click()
    await window.getByText(/^From .* only you can restore this wallet/).waitFor()

    const words = await readWords(window, email)
    expect(mnemonicToAccount(words).address).toBe(address)
    await openKit(window, code, words)

    // The window kept nothing, so for the wallet's own page this is a browser like any other; only the authenticator is the same.
    await startRestore(window, email, site.inbox)
    await window.getByRole('button', { name: 'Use your passkey' }).click()
    await window.getByRole('heading', { name: 'Your wallet is back' }).waitFor()
    await window.getByText(address).waitFor()

    const byCode = await openNewBrowser()
    await startRestore(byCode, email, site.inbox)
    await byCode.getByRole('textbox', { name: 'Recovery code' }).fill(code.toLowerCase())
    await byCode.getByRole('button', { name: 'Restore with the code' }).click()
    await byCode.getByText('You used your recovery code').waitFor()
    await byCode.getByText(address).waitFor()
    const next = await takeCode(byCode, /^Make the new code/)
    await byCode.getByText('The recovery code opens your wallet now.').waitFor()
    expect(next).not.toBe(code)
  }, 300_000)

  it('gets a new key after something was lost: the site goes on, the old code opens nothing, the new one does', async () => {
    const email = 'loser@mail.example'
    const site = await visit({ foreign: true })
    const address = await signIn(site, email)
    const window = await openWalletWindow(site, /^Passkeys and recovery code/)
    const old = await takeCode(window, /^Make a recovery code/)
    await window.getByText('The recovery code opens your wallet now.').waitFor()
    await window.getByRole('button', { name: 'Replace the wallet key' }).click()
    const code = await takeCode(window, /^Replace it/)
    await window.getByText('The wallet key was replaced.').waitFor()
    await window.close()

    // The frame has the new half: it asks for nothing.
    await site.page.reload()
    await eventually(() => site.home.address.textContent()).toBe(address)
    await site.frame.isHidden()

    const elsewhere = await openNewBrowser()
    await startRestore(elsewhere, email, site.inbox)
    const field = elsewhere.getByRole('textbox', { name: 'Recovery code' })
    await field.fill(old)
    await elsewhere.getByRole('button', { name: 'Restore with the code' }).click()
    await elsewhere.getByText('This recovery code is not right').waitFor()
    await field.fill(code)
    await elsewhere.getByRole('button', { name: 'Restore with the code' }).click()
    await elsewhere.getByText(address).waitFor()

    // The recovery code finds its wallet without a mailbox.
    const alone = await openNewBrowser()
    await alone.goto(`${inject('world').frameUrl}/recover`)
    await alone.getByRole('button', { name: 'I only have the recovery code' }).click()
    await alone.getByRole('textbox', { name: 'Recovery code' }).fill(code.toLowerCase())
    await alone.getByRole('button', { name: 'Continue', exact: true }).click()
    await alone.getByText('You used your recovery code').waitFor()
    await alone.getByText(address).waitFor()
  }, 300_000)
})

async function readWords(window: Page, email: string): Promise<string> {
  await window.getByRole('link', { name: 'Export the wallet' }).click()
  await window.getByText(email).waitFor()
  await window.getByRole('checkbox', { name: /I understand/ }).check()
  await window.getByRole('button', { name: 'Show recovery phrase' }).click()
  await window.getByRole('button', { name: 'Use your passkey' }).click()
  await window.getByRole('heading', { name: 'Your recovery phrase' }).waitFor()
  const words: string[] = []
  const groups = window.locator('.lp-hold')
  expect(await groups.count()).toBe(6)
  for (const group of await groups.all()) {
    expect(await group.locator('.lp-word').count()).toBe(0)
    await group.hover()
    await window.mouse.down()
    await group.locator('.lp-word').first().waitFor()
    words.push(...(await group.locator('.lp-word').allTextContents()).map((text) => text.replace(/[\d\s]/g, '')))
    await window.mouse.up()
    await group.locator('.lp-word').first().waitFor({ state: 'detached' })
  }
  return words.join(' ')
}

async function openKit(window: Page, code: string, words: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-kit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await window.getByRole('textbox', { name: 'Recovery code' }).fill(code)
  const [download] = await Promise.all([
    window.waitForEvent('download'),
    window.getByRole('button', { name: 'Save the kit' }).click(),
  ])
  const file = join(folder, download.suggestedFilename())
  await download.saveAs(file)
  expect(readFileSync(file, 'utf8')).not.toContain(words.split(' ').slice(0, 3).join(' '))
  const opened = execFileSync(process.execPath, ['apps/frame/kit/open-kit.mjs', file], {
    input: `${code}\n`,
    stdio: 'pipe',
  })
  expect(opened.toString().split('\n')[0]).toBe(words)
}
