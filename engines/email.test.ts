import { type Hex, verifyMessage } from 'viem'
import { describe, expect, inject, it } from 'vitest'
import { readChain } from '../e2e/chain.js'
import { createInbox } from '../e2e/pages/inbox.js'
import type { Tab, TabOptions } from './driver/engine.js'
import { createPlace, type Place } from './driver/place.js'
import { home, modal, walletFrame } from './parts.js'
import { type Browsing, inEachEngine } from './useEngine.js'

const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

describe('a wallet by e-mail', () => {
  inEachEngine((browsing) => {
    it.for([
      { what: 'typed', where: 'the same site', colorScheme: 'light' },
      { what: 'pasted', where: 'another site', colorScheme: 'dark' },
    ] as const)(
      'with a code that is $what, in a frame of $where: signs, sends, is left unanswered, is found again after a reload and by a second sign-in',
      async ({ what, where, colorScheme }) => {
        const { webUrl, foreignUrl, chains } = inject('world')
        const [ethereum] = chains
        if (!ethereum) throw new Error('The world has two chains')
        // An address that is known already would be asked to confirm this browser.
        const email = `${browsing.engine().name}-${what}-${Date.now().toString(36)}@mail.example`
        const isTrusted = where === 'the same site'
        const visit = await visitPage(browsing, isTrusted ? webUrl : foreignUrl, isTrusted, { colorScheme })
        const { tab, page, frame, look } = visit

        const give = what === 'typed' ? (code: string) => tab.type(code) : (code: string) => paste(visit, code)
        const address = await signIn(visit, email, give)
        await look('account')
        await close(visit)

        await page.click(home.fundsButton)
        await page.click(home.signButton)
        await approve(visit, 'sign')
        await expectSigned(visit, address)

        const { client } = readChain(ethereum)
        const before = await client.getBalance({ address: receiver })
        await page.click(home.accountButton)
        await page.click(modal.button('Send'))
        await page.click(modal.field('Amount'))
        await tab.type('0.25')
        await page.click(modal.field('To'))
        await tab.type(receiver)
        await page.click(modal.button('Review'))
        await page.click(modal.button('Send 0.25 ETH'))
        await approve(visit, 'send')
        await page.shows(modal.heading('Sent'))
        expect(await client.getBalance({ address: receiver })).toBe(before + 250_000_000_000_000_000n)
        await page.click(modal.button('Done'))
        await close(visit)

        if (visit.asksInWindow) {
          await page.click(home.signButton)
          const left = await tab.opened(() => frame.click(walletFrame.continueButton))
          await createPlace(left).shows(walletFrame.approveButton)
          await left.close()
          // The frame waits for it no longer, and offers the next.
          await frame.isGone(walletFrame.waitsForWindow)
          await approve(visit)
          await expectSigned(visit, address)
        }

        await tab.reload()
        await page.until(home.address, ({ text }) => text === address, 'is the address')
        await page.click(home.signButton)
        await approve(visit)
        await expectSigned(visit, address)

        await page.click(home.accountButton)
        await page.click(modal.button('Disconnect'))
        await page.until(home.address, ({ text }) => text === 'none', 'is none')
        expect(await signIn(visit, email, give)).toBe(address)
      },
    )
  })
})

type Visit = {
  readonly browsing: Browsing
  readonly options: TabOptions
  /** Whether approvals are given in a window: the site is not trusted, or the browser cannot tell what is seen. */
  readonly asksInWindow: boolean
  readonly tab: Tab
  readonly page: Place
  /** The embedded wallet's frame. */
  readonly frame: Place
  look(name: string): Promise<void>
  readonly inbox: ReturnType<typeof createInbox>
}

async function visitPage(browsing: Browsing, url: string, isTrusted: boolean, options: TabOptions): Promise<Visit> {
  const tab = await browsing.open(options)
  await tab.goto(url)
  return {
    browsing,
    options,
    asksInWindow: !isTrusted || !browsing.engine().seesVisibility,
    tab,
    page: createPlace(tab),
    frame: createPlace(tab, walletFrame.element.css),
    look: (name) => browsing.look(tab, `${options.colorScheme}-${name}`),
    inbox: createInbox(inject('world').inboxUrl),
  }
}

/** Signs in with the code of a mail, given where the focus is; the account is left open. */
async function signIn(visit: Visit, email: string, give: (code: string) => Promise<void>): Promise<string> {
  const { tab, page, frame, inbox, look } = visit
  await page.click(home.connectButton)
  await page.click(modal.field('E-mail'))
  // The field may hold the last address.
  await tab.press('Control+a')
  await tab.type(email)
  await page.until(modal.field('E-mail'), ({ value }) => value === email, 'is the address')
  await page.click(modal.button('Continue'))
  await frame.shows(walletFrame.titled('Enter your code'))
  await frame.shows(walletFrame.digit(6))
  await page.until(walletFrame.element, ({ isFocused }) => isFocused, 'has the focus')
  const code = await inbox.code(email)
  await look('code')
  await give(code)
  await page.shows(modal.button('Disconnect'))
  const { text } = await page.until(home.address, ({ text }) => text !== 'none' && text !== '', 'is an address')
  return text
}

/** Pastes a text that was copied elsewhere. */
async function paste({ browsing, tab, options }: Visit, text: string): Promise<void> {
  const { copy } = browsing.engine()
  if (copy) {
    await copy(text)
    await tab.press('Control+v')
    return
  }
  // In the same browser: without a screen, Firefox shares its clipboard with nobody.
  const other = await browsing.open(options)
  await other.goto(inject('world').inboxUrl)
  await other.run((given) => {
    const area = document.createElement('textarea')
    area.id = 'copied'
    area.value = given
    area.style.cssText = 'position: fixed; inset: 0; z-index: 9'
    document.body.append(area)
  }, text)
  const elsewhere = createPlace(other)
  await elsewhere.click({ css: '#copied' })
  await other.press('Control+a')
  await other.press('Control+c')
  // Pasted behind itself, it is known to have been copied.
  await other.press('ArrowRight')
  await other.press('Control+v')
  await elsewhere.until({ css: '#copied' }, ({ value }) => value === text + text, 'is there twice')
  await tab.toFront()
  await tab.press('Control+v')
}

async function close({ page }: Visit): Promise<void> {
  await page.click(modal.button('Close'))
  await page.isGone(modal.dialog)
}

/** Approves where the wallet asks to be: in its frame, or in a window that a click in the frame opens. */
async function approve({ browsing, asksInWindow, tab, frame, look }: Visit, name?: string): Promise<void> {
  const press = async (place: Place, end: (work: () => void) => Promise<void>) => {
    // What does not fit has to be read to its end.
    await end(() => document.querySelector('.lf-end')?.scrollIntoView())
    // A pointer that has just come in is not believed for a moment.
    await place.point(walletFrame.screen)
    await place.until(walletFrame.approveButton, ({ attributes }) => attributes['data-state'] === 'armed', 'is armed')
    await place.click(walletFrame.approveButton)
  }
  if (!asksInWindow) {
    await frame.shows(walletFrame.approveButton)
    if (name) await look(name)
    return press(frame, (work) => tab.run(work, undefined, walletFrame.element.css))
  }
  await frame.shows(walletFrame.continueButton)
  if (name) await look(name)
  const window = await tab.opened(() => frame.click(walletFrame.continueButton))
  const place = createPlace(window)
  await place.shows(walletFrame.approveButton)
  if (name) await browsing.look(window, `${name}-window`)
  await press(place, (work) => window.run(work, undefined))
  while (!(await window.isClosed())) await new Promise((resolve) => setTimeout(resolve, 30))
}

async function expectSigned({ page }: Visit, address: string): Promise<void> {
  await page.shows(home.verified)
  const { text } = await page.read(home.signature)
  expect(await verifyMessage({ address: address as Hex, message: 'Hello from Latchkey', signature: text as Hex })).toBe(
    true,
  )
}
