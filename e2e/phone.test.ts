import { createPhoneWallet, type PhoneWallet } from '@latchkey/devnet'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { eventually } from './eventually.js'
import { readQrCode } from './readQrCode.js'
import { settle } from './settle.js'

const { visit } = useBrowser()
const [first, second] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC']
let phone: PhoneWallet

beforeEach(async () => {
  const { apiUrl, chains } = inject('world')
  phone = await createPhoneWallet({ relayUrl: apiUrl.replace('http', 'ws'), chains })
})
afterEach(() => phone.close())

/** Opens the code, and gives its text as a person does who copies it. */
async function offer({ context, home, modal, page }: Visit): Promise<string> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await home.connectButton.click()
  await modal.button('WalletConnect').click()
  await modal.dialog.getByRole('img', { name: 'QR code that connects a wallet' }).waitFor()
  await Promise.all([modal.glimpses('Copied'), modal.button('Copy link').click()])
  return page.evaluate(() => navigator.clipboard.readText())
}

describe('a wallet on another device', () => {
  it('[S1-03] scans the code, and the page has its address; it outlives a reload, and each side can end it', async () => {
    const site = await visit()
    const { home, page } = site
    await phone.pair(await offer(site))
    await eventually(() => home.address.textContent()).toBe(first)
    await page.reload()
    await home.accountButton.waitFor()
    await eventually(() => home.address.textContent()).toBe(first)
    // It is named by what it says of itself, not by the way it came.
    await home.accountButton.click()
    await site.modal.button('Latchkey Phone Wallet').waitFor()
    await page.keyboard.press('Escape')
    await phone.selectAccount(1)
    await eventually(() => home.address.textContent()).toBe(second)
    const [session] = phone.getState().sessions
    await phone.disconnect(session?.topic ?? '')
    await eventually(() => home.address.textContent()).toBe('none')
  })

  it('[S1-03] is left from the page, and the wallet knows', async () => {
    const site = await visit()
    const { home, modal } = site
    await phone.pair(await offer(site))
    await modal.button('Disconnect').click()
    await eventually(() => home.address.textContent()).toBe('none')
    await eventually(async () => phone.getState().sessions.length).toBe(0)
  })

  it('that says no leaves the page as it was, with a way to try again', async () => {
    const site = await visit()
    await phone.set({ reject: true })
    await phone.pair(await offer(site))
    await site.modal.button('Try again').waitFor()
    expect(await site.home.address.textContent()).toBe('none')
  })
})

describe('the code of a wallet on another device', () => {
  const code = ({ modal }: Visit) => modal.dialog.getByRole('img', { name: 'QR code that connects a wallet' })

  it.each([
    ['desktop', 'dark'],
    ['phone', 'light'],
  ] as const)(
    'can be read off the screen of a %s, %s, also with the picture of a wallet on it',
    async (size, colorScheme) => {
      const site = await visit({ size, colorScheme, reducedMotion: true })
      const { modal, page } = site
      const uri = await offer(site)
      await settle(page)
      expect(await readQrCode(code(site))).toBe(uri)
      await modal.backButton.click()
      await modal.button('MetaMask').click()
      await modal.dialog.locator('.lk-qr-mark .lk-picture[data-loaded="true"]').waitFor()
      await settle(page)
      expect(await readQrCode(code(site))).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    },
  )

  it('[S4-35] gives way to a fresh one 10 s before its 4 minutes are over, which connects', async () => {
    const site = await visit({ before: (context) => context.clock.install() })
    const { context, home } = site
    const now = () => site.page.evaluate(() => Date.now())
    const before = await now()
    const early = await offer(site)
    const after = await now()
    // However long all this took, the code is less than 3:50 old here, and not less there.
    await context.clock.pauseAt(before + 229_000)
    expect(await readQrCode(code(site))).toBe(early)
    await context.clock.fastForward(after - before + 1_000)
    await context.clock.resume()
    await eventually(() => readQrCode(code(site))).not.toBe(early)
    await phone.pair(await readQrCode(code(site)))
    await eventually(() => home.address.textContent()).toBe(first)
  })

  it('[S8-46] is not made where the clock of the device is wrong, and the bar for the developer says so', async () => {
    const detail = 'The relay takes this session for one of another time. Check the time settings of this device'
    const said: string[] = []
    const site = await visit({
      before: (context) => context.clock.install({ time: Date.now() + 2 * 3_600_000 }),
      expects: [/\[latchkey\] Session Expired/],
    })
    const { home, modal, page } = site
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
    await home.connectButton.click()
    await modal.button('WalletConnect').click()
    await modal.button('Try again').waitFor()
    const bar = modal.dialog.locator('.lk-alert')
    await bar.waitFor()
    const text = await bar.textContent()
    expect(text).toContain('Session Expired')
    expect(text).toContain(detail)
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(detail)
    await modal.button('Dismiss').click()
    await bar.waitFor({ state: 'detached' })
  })
})
