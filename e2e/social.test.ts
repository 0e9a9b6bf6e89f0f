import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit, type VisitOptions } from './browser.js'
import { eventually } from './eventually.js'
import { enterEmail } from './steps.js'

const { visit } = useBrowser('parted')

const providers = [
  ['S1-08', 'google', 'Google'],
  ['S1-12', 'x', 'X'],
  ['S1-13', 'discord', 'Discord'],
  ['S1-10', 'apple', 'Apple'],
  ['S1-09', 'github', 'GitHub'],
  ['S1-11', 'facebook', 'Facebook'],
] as const
type Label = (typeof providers)[number][2]

const agent = (words: string) => (context: BrowserContext) =>
  context.addInitScript(`Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (${words}' })`)
const phone = {
  size: 'phone',
  before: agent('Linux; Android 15) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'),
} as const

/** A provider that answers by a form says no on a page with this status, and none of its pages has an icon. */
const atProvider = [/400 \(Bad Request\) .*\/apple\/authorize\//, /404 \(Not Found\) .*\/favicon\.ico/]

/** The page on another site than the wallet's, as on the web, with what it opened windows with. */
async function open(options: VisitOptions = {}): Promise<Visit & { opened(): Promise<string[][]> }> {
  const site = await visit({
    socials: true,
    foreign: true,
    ...options,
    async before(context) {
      await context.addInitScript(() => {
        const opened: string[][] = []
        const given = window.open.bind(window)
        window.open = (...words) => {
          opened.push(words.map(String))
          return given(...words)
        }
        Object.assign(window, { opened })
      })
      await options.before?.(context)
    },
  })
  await site.home.connectButton.click()
  return {
    ...site,
    opened: () => site.page.evaluate(() => (globalThis as unknown as { opened: string[][] }).opened),
  }
}

const buttonOf = ({ modal }: Visit, label: Label) => modal.button(`Continue with ${label}`)
const moreButton = ({ modal }: Visit) => modal.button('More social accounts')

/** Has the button of a provider in sight. */
async function showButton(site: Visit, label: Label): Promise<void> {
  await buttonOf(site, 'Google').waitFor()
  if (!(await buttonOf(site, label).isVisible())) await moreButton(site).click()
}

/** Presses the button of a provider; its window is at the choice of an account then. */
async function begin(site: Visit, label: Label): Promise<Page> {
  await showButton(site, label)
  const [popup] = await Promise.all([site.page.waitForEvent('popup'), buttonOf(site, label).click()])
  await popup.getByRole('heading', { name: `Sign in with ${label}` }).waitFor()
  return popup
}

const choose = (popup: Page, account: string) => popup.getByRole('button', { name: account, exact: true }).click()
/** Says in the wallet's own page that it is meant. */
const agree = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click()

/** The whole journey; gives the address that the page shows. */
async function signIn(site: Visit, label: Label, account = 'Ada'): Promise<string> {
  const popup = await begin(site, label)
  await choose(popup, account)
  await agree(popup)
  await site.modal.button('Disconnect').waitFor()
  return (await site.home.address.textContent()) ?? ''
}

/** Goes on at the provider in place of the page, and comes back to it. */
async function comeBack(site: Visit, label: Label, account = 'Ada'): Promise<void> {
  await site.page.getByRole('heading', { name: `Sign in with ${label}` }).waitFor()
  await choose(site.page, account)
  if (account !== 'Cancel') await agree(site.page)
  await site.home.connectButton.or(site.home.accountButton).waitFor()
}

/** The whole journey without a window. */
async function signInHere(site: Visit, label: Label): Promise<string> {
  await showButton(site, label)
  await buttonOf(site, label).click()
  await comeBack(site, label)
  return addressOf(site)
}

async function addressOf({ home }: Visit): Promise<string> {
  return (await home.address.filter({ hasNotText: /^none$/ }).textContent()) ?? ''
}

/** Who asked for which provider. */
const askedFor = ({ requests }: Visit) =>
  requests.flatMap((request) =>
    request.url().endsWith('/api/auth/social/start') && request.method() === 'POST'
      ? [(request.postDataJSON() as { provider: string }).provider]
      : [],
  )

/** Waits until the modal says what went wrong. */
const says = ({ modal }: Visit, text: string) => modal.dialog.getByRole('alert').filter({ hasText: text }).waitFor()

/** Leaves the wallet, and is at the ways to connect again. */
async function leave({ home, modal }: Visit): Promise<void> {
  await modal.button('Disconnect').click()
  await home.connectButton.click()
}

describe('a social login', () => {
  it.each(providers)(
    '[%s] with %s opens its window, is refused, and connects the wallet',
    async (_, provider, label) => {
      const site = await open({ expects: [/403 \(Forbidden\)/] })
      await choose(await begin(site, label), 'Cancel')
      await says(site, `The sign-in was refused at ${label}.`)
      const popup = await begin(site, label)
      expect(askedFor(site)).toEqual([provider, provider])
      await choose(popup, 'Ada')
      await agree(popup)
      await site.modal.button('Disconnect').waitFor()
      expect(await site.home.address.textContent()).toMatch(/^0x[0-9a-fA-F]{40}$/)
      await eventually(() => popup.isClosed()).toBe(true)
    },
  )

  it.each(providers)(
    '[%s] with %s on a phone takes the place of the page, is refused, and connects the wallet',
    async (_, provider, label) => {
      const site = await open({ ...phone, expects: [/403 \(Forbidden\)/, ...atProvider] })
      await showButton(site, label)
      await buttonOf(site, label).click()
      await comeBack(site, label, 'Cancel')
      await site.home.connectButton.click()
      await says(site, `The sign-in was refused at ${label}.`)
      expect(await site.home.address.textContent()).toBe('none')
      expect(await signInHere(site, label)).toMatch(/^0x[0-9a-fA-F]{40}$/)
      expect(askedFor(site)).toEqual([provider, provider])
      expect(await site.opened()).toEqual([])
      expect(site.page.viewportSize()).toEqual({ width: 390, height: 844 })
    },
  )

  it('[S1-07][S2-40] is in a window of 600 × 800, and finds the same wallet in another browser', async () => {
    const site = await open()
    const first = await signIn(site, 'Google')
    const [[url, name, features] = [], ...more] = await site.opened()
    expect([url, more]).toEqual([`${inject('world').frameUrl}/loading`, []])
    expect(name).toMatch(/^[0-9a-f-]{36}$/)
    expect(features).toMatch(/\bwidth=600,height=800\b/)
    expect(await signInHere(await open({ ...phone, colorScheme: 'dark' }), 'Google')).toBe(first)
  })

  it('[S9-78] offers three, and the others after that, in the usual order', async () => {
    const site = await open()
    const shown = () =>
      site.modal.dialog
        .getByRole('group', { name: 'Social accounts' })
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
    await moreButton(site).click()
    await buttonOf(site, 'Facebook').waitFor()
    const labels: string[] = providers.map(([, , label]) => label)
    labels.splice(2, 0, 'Farcaster')
    expect(await shown()).toEqual([...labels, 'a passkey'].map((label) => `Continue with ${label}`))
  })

  it('is a wallet of its own for each account, whatever address the provider names', async () => {
    const site = await open()
    const { inbox } = site
    const addresses = [await signIn(site, 'GitHub', 'Ada')]
    await inbox.next('ada@social.example', /GitHub account opens a wallet/)
    await leave(site)
    addresses.push(await signIn(site, 'GitHub', 'Eve, with the e-mail of Ada'))
    await inbox.next('ada@social.example', /Another GitHub account has your e-mail address/)
    await leave(site)
    addresses.push(await signIn(site, 'GitHub', 'Bob, without an e-mail'))
    await leave(site)
    addresses.push(await signIn(site, 'GitHub', 'Cy, e-mail not verified'))
    await leave(site)
    await enterEmail(site, 'dee@mail.example')
    await site.frame.shows('Enter your code')
    await site.frame.typeCode(await inbox.code('dee@mail.example'))
    await site.modal.button('Disconnect').waitFor()
    addresses.push((await site.home.address.textContent()) ?? '')
    await leave(site)
    addresses.push(await signIn(site, 'GitHub', 'Dee, whose e-mail may have a wallet already'))
    await inbox.next('dee@mail.example', /GitHub account opens a wallet/)
    expect(new Set(addresses).size).toBe(6)
    expect(await inbox.count('cy@social.example')).toBe(0)
  })
})

describe('a provider that agrees by itself', () => {
  /** Where the browser has agreed before, no provider asks for anything. */
  const agreed = (context: BrowserContext) =>
    context.addCookies([{ name: 'social-agreed', value: '1001', domain: '127.0.0.1', path: '/' }])
  async function agreedOnPhone(context: BrowserContext): Promise<void> {
    await agreed(context)
    await phone.before(context)
  }

  it('SEC-O-13: gives the page nothing before a press in the wallet', async () => {
    const inWindow = await open({ before: agreed })
    await buttonOf(inWindow, 'Google').waitFor()
    await moreButton(inWindow).click()
    const [popup] = await Promise.all([inWindow.page.waitForEvent('popup'), buttonOf(inWindow, 'GitHub').click()])
    const press = popup.getByRole('button', { name: 'Continue', exact: true })
    await press.waitFor()
    await popup.getByText(new URL(inWindow.page.url()).host).first().waitFor()
    expect(await inWindow.home.address.textContent()).toBe('none')
    await press.click()
    expect(await addressOf(inWindow)).toMatch(/^0x/)
  })

  it('SEC-O-13: takes a no, in its window and on the way back to the page', async () => {
    const site = await open({ before: agreed, expects: [/40\d/] })
    await buttonOf(site, 'Google').waitFor()
    const [popup] = await Promise.all([site.page.waitForEvent('popup'), buttonOf(site, 'Google').click()])
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await site.modal.dialog.getByRole('alert').filter({ hasText: 'Popup closed' }).waitFor()
    expect(await site.home.address.textContent()).toBe('none')

    const back = await open({
      ...phone,
      before: agreedOnPhone,
      expects: [/40\d/],
    })
    await buttonOf(back, 'Google').click()
    await back.page.getByRole('button', { name: 'Cancel' }).click()
    await back.home.connectButton.waitFor()
    expect(await back.home.address.textContent()).toBe('none')
  })
})

describe('a social login that fails', () => {
  const isOutside = async (site: Visit) => {
    expect(await site.home.address.textContent()).toBe('none')
    expect(await site.modal.dialog.getAttribute('data-view')).toBe('Connect')
    await eventually(() => buttonOf(site, 'Google').isEnabled()).toBe(true)
  }

  it('[S4-27] ends when its window is closed, when it is refused and while the provider is away; the next try works', async () => {
    const site = await open({ expects: [/403 \(Forbidden\)/] })
    await (await begin(site, 'Discord')).close()
    await says(site, 'Popup closed')
    await isOutside(site)
    await choose(await begin(site, 'Discord'), 'Cancel')
    await says(site, 'The sign-in was refused at Discord.')
    await isOutside(site)
    await choose(await begin(site, 'Discord'), 'Ada, and then the provider stops answering')
    await says(site, 'Discord does not answer. Try again, or sign in another way.')
    await isOutside(site)
    expect(await signIn(site, 'Discord')).toMatch(/^0x/)
  })

  it('SEC-O-12: says so where the browser blocks its window, and goes on in this tab', async () => {
    const before = (context: BrowserContext) => context.addInitScript('window.open = () => null')
    const site = await open({ before })
    const { href } = new URL(site.page.url())
    await buttonOf(site, 'Google').click()
    await says(site, 'Failed to initiate social connection')
    await isOutside(site)
    await site.modal.button('Continue in this tab').click()
    await comeBack(site, 'Google')
    expect(await addressOf(site)).toMatch(/^0x/)
    expect(site.page.url()).toBe(href)
  })

  it('SEC-O-11: goes on in this tab where the page cuts its windows off', async () => {
    const site = await visit({ app: { socials: true, isolated: true } })
    await site.page.getByRole('button', { name: 'Connect wallet' }).click()
    await buttonOf(site, 'Google').click()
    await says(site, 'Popup closed')
    await site.modal.button('Continue in this tab').click()
    await site.page.getByRole('heading', { name: 'Sign in with Google' }).waitFor()
    await choose(site.page, 'Ada')
    await agree(site.page)
    await site.app.address.filter({ hasText: /^0x/ }).waitFor()
  })

  it('is not offered in a browser within an app, whose person is told of e-mail', async () => {
    const before = agent('Linux; Android 15; wv) Instagram 350.0')
    const site = await open({ size: 'phone', before })
    await site.modal.dialog.getByText('Social accounts cannot be opened inside this app.').waitFor()
    expect(await buttonOf(site, 'Google').count()).toBe(0)
    await site.modal.dialog.getByRole('textbox', { name: 'E-mail' }).waitFor()
  })
})
