import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { eventually } from './eventually.js'
import { keyboard } from './inputs.js'
import { openOwnWindow, openWalletWindow, takeCode } from './pages/walletWindow.js'
import { signIn, signInElsewhere } from './steps.js'

const { visit } = useBrowser('parted')

/** A wallet with a recovery code, made in one browser. */
async function makeWallet(email: string): Promise<{ address: string; code: string }> {
  const site = await visit({ foreign: true })
  const address = await signIn(site, email)
  const window = await openWalletWindow(site, /^Passkeys and recovery code/)
  const code = await takeCode(window, /^Make a recovery code/)
  await window.getByText('The recovery code opens your wallet now.').waitFor()
  return { address, code }
}
const codeBox = (window: Page): Locator => window.getByRole('textbox', { name: 'Recovery code' })
const restore = (window: Page): Locator => window.getByRole('button', { name: 'Restore with the code' })

/** Nothing can be typed into the frame, whatever the page does with it. */
async function hasNoBox({ frame }: Visit): Promise<void> {
  await frame.titled('Restore your wallet').waitFor()
  expect(await frame.inside.locator('input, textarea, [contenteditable]').count()).toBe(0)
  await frame.inside.getByText(inject('world').frameUrl).waitFor()
}

describe('the recovery code', () => {
  it('is typed in a window of the wallet, never in the frame, where no press counts that comes too soon, and the sign-in goes on', async () => {
    const email = 'window-restore@mail.example'
    const { address, code } = await makeWallet(email)
    const site = await visit({ foreign: true })
    const { page, frame, modal } = site
    const sent: string[] = []
    const bring = async () => {
      await hasNoBox(site)
      const first = await openOwnWindow(site, 'Use the recovery code')
      expect(new URL(first.url()).pathname).toBe('/restore')
      await first.close()
      await frame.inside.getByText('The window was closed too early.').waitFor()

      const window = await openOwnWindow(site, 'Open the window again')
      site.context.on('request', (request) => sent.push(request.postData() ?? ''))
      await window.getByText(new URL(inject('world').foreignUrl).host).waitFor()
      await codeBox(window).fill(code.replace(/.$/, (last) => (last === '0' ? '1' : '0')))
      // A press as the window comes, which may be meant for what was there before.
      await window.evaluate(() => dispatchEvent(new Event('resize')))
      await restore(window).click({ force: true })
      await window.getByText('To be sure that it was you: press once more.').waitFor()
      await restore(window).click()
      await window.getByText('A character of the recovery code is wrong.').waitFor()
      await codeBox(window).fill(code)
      const gone = window.waitForEvent('close')
      await restore(window).click()
      await gone
    }
    const [restored] = await Promise.all([signInElsewhere(site, email), bring()])
    expect(restored).toBe(address)
    const bare = code.replaceAll('-', '')
    expect(sent.filter((body) => body.includes(code) || body.includes(bare))).toEqual([])

    // This browser has a half of its own now.
    await page.reload()
    await eventually(() => site.home.address.textContent()).toBe(address)
    await page.getByRole('button', { name: 'Sign message' }).click()
    await frame.approve()
    await page.getByText(`Verified: signed by ${address.slice(0, 6)}…${address.slice(-4)}.`).waitFor()
    await modal.isGone()
  }, 300_000)

  it('comes by keyboard alone, after a window that the browser blocked', async () => {
    const email = 'key-restore@mail.example'
    const { address, code } = await makeWallet(email)
    const site = await visit()
    const { page, frame } = site
    const bring = async () => {
      await hasNoBox(site)
      const hand = keyboard(page)
      const inner = await frame.element.elementHandle().then((element) => element?.contentFrame())
      await inner?.evaluate(() => {
        const { open } = globalThis
        globalThis.open = () => {
          globalThis.open = open
          return null
        }
      })
      await hand.press(frame.button('Use the recovery code'))
      await frame.inside.getByText('The browser did not open the window.').waitFor()
      const [window] = await Promise.all([site.context.waitForEvent('page'), hand.press(frame.button('Try again'))])
      await keyboard(window).type(codeBox(window), code.toLowerCase())
      const gone = window.waitForEvent('close')
      await window.keyboard.press('Enter')
      await gone
    }
    const [restored] = await Promise.all([signInElsewhere(site, email), bring()])
    expect(restored).toBe(address)
  }, 300_000)

  it('is asked for in a window that no page can be around, and that tells nobody who opened it by itself', async () => {
    const { frameUrl } = inject('world')
    const site = await visit({ foreign: true, expects: [/frame-ancestors/, /Refused|blocked/i] })
    const { page, context } = site
    const [stolen] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((url) => void window.open(`${url}/restore`, 'stolen'), frameUrl),
    ])
    await stolen.getByText('This window has lost its page.').waitFor()
    expect(await codeBox(stolen).count()).toBe(0)
    await page.evaluate((url) => {
      const frame = document.createElement('iframe')
      frame.id = 'around'
      frame.src = `${url}/restore`
      document.body.append(frame)
    }, frameUrl)
    await eventually(() => page.frames().some((each) => each.url().startsWith('chrome-error:'))).toBe(true)
  })

  it('closes with the question when the person gives up, and is asked for again the next time', async () => {
    const email = 'quit-restore@mail.example'
    const { address, code } = await makeWallet(email)
    const site = await visit({ foreign: true })
    const { frame, modal } = site
    const quit = async () => {
      await hasNoBox(site)
      const window = await openOwnWindow(site, 'Use the recovery code')
      const gone = window.waitForEvent('close')
      await frame.button('Cancel').click()
      await gone
      await modal.shows('Sign in by e-mail')
      await modal.button('Continue').click()
      await hasNoBox(site)
      const again = await openOwnWindow(site, 'Use the recovery code')
      await codeBox(again).fill(code)
      await restore(again).click()
    }
    const [restored] = await Promise.all([signInElsewhere(site, email), quit()])
    expect(restored).toBe(address)
  }, 300_000)
})
