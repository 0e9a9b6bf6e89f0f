import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { readChain } from './chain.js'
import { enterEmail, signInElsewhere } from './steps.js'

const { visit } = useBrowser('parted')
const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** Notes each view that the open modal shows, and `closed` where it was closed between two. */
async function follow({ page }: Visit): Promise<() => Promise<readonly string[]>> {
  const seen = await page.evaluateHandle(() => {
    const views: string[] = []
    const note = () => {
      const view = document.querySelector<HTMLElement>('dialog[data-view][open]')?.dataset.view ?? 'closed'
      if (views.at(-1) !== view) views.push(view)
    }
    note()
    new MutationObserver(note).observe(document.body, { attributes: true, childList: true, subtree: true })
    return views
  })
  return () => seen.jsonValue()
}

/** Waits until the modal is at a view. */
const at = ({ page }: Visit, view: string) => page.locator(`dialog[data-view="${view}"][open]`).waitFor()

/** Looks into a view that a button of the account opens, and goes back. */
async function lookInto(site: Visit, button: string | RegExp, view: string): Promise<void> {
  await site.modal.button(button).click()
  await at(site, view)
  await site.modal.backButton.click()
  await at(site, 'Account')
}

describe('the views that help from one step to the next', () => {
  it('[S2-19] are all in the one modal that was opened: connecting, networks, buying, receiving, sending, activity', async () => {
    const site = await visit({ socials: true })
    const { home, modal, page, wallet } = site
    const [ethereum] = inject('world').chains
    if (!ethereum) throw new Error('The world has a first chain')
    const { client } = readChain(ethereum)
    const before = await client.getBalance({ address: receiver })
    await home.connectButton.click()
    await at(site, 'Connect')
    const seen = await follow(site)
    await modal.button('Continue with Farcaster').click()
    await at(site, 'ConnectingFarcaster')
    await modal.backButton.click()
    await at(site, 'Connect')
    await modal.button(wallet.name).click()
    await at(site, 'ConnectingExternal')
    await wallet.approve()
    await at(site, 'Account')
    await lookInto(site, /^Network: /, 'Networks')
    await lookInto(site, 'Buy', 'OnRampProviders')
    await lookInto(site, 'Receive', 'WalletReceive')
    await modal.button('Send').click()
    await at(site, 'WalletSend')
    await modal.button(/change token/i).click()
    await at(site, 'WalletSendSelectToken')
    await modal.backButton.click()
    await at(site, 'WalletSend')
    await modal.dialog.getByRole('textbox', { name: 'Amount' }).fill('0.002')
    await modal.dialog.getByRole('textbox', { name: 'To' }).fill(receiver)
    await modal.button('Review').click()
    await at(site, 'WalletSendPreview')
    await modal.button('Send 0.002 ETH').click()
    await wallet.approve()
    await at(site, 'WalletSendConfirmed')
    expect(await client.getBalance({ address: receiver })).toBe(before + 2_000_000_000_000_000n)
    await modal.button('Done').click()
    await at(site, 'Account')
    await modal.tab('Activity').click()
    await modal.panel.getByRole('button').first().click()
    await at(site, 'ActivityDetails')
    expect(await seen()).not.toContain('closed')
    expect(page.context().pages()).toEqual([page])
  })

  it('[S2-19] are so for an e-mail address: the code, the link for another browser, the settings', async () => {
    const email = 'helped@mail.example'
    const site = await visit()
    const { home, frame, inbox } = site
    await home.connectButton.click()
    await at(site, 'Connect')
    const seen = await follow(site)
    await enterEmail(site, email)
    await at(site, 'EmailVerifyOtp')
    await frame.shows('Enter your code')
    await frame.typeCode(await inbox.code(email))
    await at(site, 'Account')
    await lookInto(site, `Account settings, ${email}`, 'AccountSettings')
    expect(await seen()).not.toContain('closed')

    const other = await visit()
    const told = other.page.waitForSelector('dialog[data-view]')
    const signedIn = signInElsewhere(other, email)
    await told
    const followed = await follow(other)
    await signedIn
    const views = await followed()
    expect(views).toEqual(expect.arrayContaining(['EmailVerifyDevice', 'EmailVerifyOtp', 'Account']))
    expect(views.slice(views.indexOf('EmailVerifyDevice'))).not.toContain('closed')
  })
})
