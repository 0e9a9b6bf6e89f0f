import type { Locator, Page, Request } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from '../browser.js'
import { readChain } from '../chain.js'
import { eventually } from '../eventually.js'
import { settled } from '../pages/walletFrame.js'
import { changeInWindow, openOwnWindow, openWalletWindow, takeCode } from '../pages/walletWindow.js'
import { settle } from '../settle.js'
import { enterEmail, signIn, signInElsewhere } from '../steps.js'

const { visit } = useBrowser('parted')
const receiver = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

/** Three clicks in one go, as of a nervous hand; the last ones may meet whatever is there by then. */
const triple = (what: Locator) => what.click({ clickCount: 3, delay: 5 })
const verified = ({ page }: Visit) => page.getByText(/^Verified: signed by 0x/)

/** Counts what was sent to the wallet's server under these paths. */
function countSent(requests: readonly Request[], path: RegExp): number {
  const { frameUrl } = inject('world')
  return requests.filter((each) => {
    const url = new URL(each.url())
    return each.method() !== 'GET' && url.origin === frameUrl && path.test(url.pathname)
  }).length
}

async function closeAccount({ modal }: Visit): Promise<void> {
  await modal.close()
}

describe('a hand that clicks three times', () => {
  it('[REL-19] gets one mail, one sign-in, one signature, one transfer and one sign-out', async () => {
    const email = 'nervous@mail.example'
    const site = await visit()
    const { page, home, modal, frame, inbox, requests } = site
    await home.connectButton.click()
    await modal.dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await triple(modal.button('Continue'))
    await frame.shows('Enter your code')
    await frame.typeCode(await inbox.code(email))
    await modal.button('Disconnect').waitFor()
    expect(await inbox.count(email)).toBe(1)
    expect(countSent(requests, /\/email\/start$/)).toBe(1)
    expect(countSent(requests, /\/email\/verify$/)).toBe(1)
    await closeAccount(site)

    await triple(page.getByRole('button', { name: 'Sign message' }))
    await frame.approveButton.hover()
    await settled(frame.approveButton)
    await frame.inside.locator('.lf-approve[data-state="armed"]').waitFor()
    await triple(frame.approveButton)
    await verified(site).waitFor()
    await frame.isHidden()

    await page.getByRole('button', { name: 'Get test funds' }).click()
    await eventually(() => home.fact('Balance').textContent()).toMatch(/[1-9]\d* ETH/)
    const [chain] = inject('world').chains
    if (!chain) throw new Error('The world has a first chain')
    const { client } = readChain(chain)
    const address = ((await home.address.textContent()) ?? '') as `0x${string}`
    const before = await client.getBalance({ address: receiver })
    await home.accountButton.click()
    await modal.button('Send').click()
    await modal.dialog.getByRole('textbox', { name: 'Amount' }).fill('0.5')
    await modal.dialog.getByRole('textbox', { name: 'To' }).fill(receiver)
    await triple(modal.button('Review'))
    await triple(modal.button('Send 0.5 ETH'))
    await frame.approveButton.hover()
    await settled(frame.approveButton)
    await frame.inside.locator('.lf-approve[data-state="armed"]').waitFor()
    await triple(frame.approveButton)
    await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
    await frame.isHidden()
    expect(await client.getBalance({ address: receiver })).toBe(before + 500_000_000_000_000_000n)
    expect(await client.getTransactionCount({ address, blockTag: 'pending' })).toBe(1)

    await modal.button('Done').click()
    await triple(modal.button('Disconnect'))
    await home.connectButton.waitFor()
    await eventually(() => countSent(requests, /\/sign-?out$/i)).toBe(1)
    await eventually(() => home.address.textContent()).toBe('none')
  })

  it('[REL-19] opens the wallets, whenever the further clicks come', async () => {
    const { page, home, modal, wallet } = await visit()
    const box = await home.connectButton.boundingBox()
    if (!box) throw new Error('The button has no place')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    for (const clickCount of [1, 2, 3]) {
      await page.mouse.down({ clickCount })
      await page.mouse.up({ clickCount })
      await modal.shows('Connect a wallet')
    }
    await settle(page)
    await modal.button(wallet.name).waitFor()
    // A click of its own on what is there by then, beside the card, closes.
    await page.mouse.click(x, y)
    await modal.isGone()
  })

  it('[REL-19] gets one change of the address', async () => {
    const [email, next] = ['hasty@mail.example', 'hastier@mail.example']
    const site = await visit()
    const { modal, frame } = site
    await signIn(site, email)
    await modal.button(`Account settings, ${email}`).click()
    // The card grows once this is known, and what is clicked meanwhile moves away.
    await modal.dialog.getByText('This browser').waitFor()
    await modal.button(/^Change/).click()
    await modal.dialog.getByRole('textbox', { name: 'E-mail' }).fill(next)
    await triple(modal.button('Continue'))
    await frame.shows('Change your e-mail')
    const window = await openOwnWindow(site, 'Continue in a window')
    const sent: Request[] = []
    window.on('request', (request) => sent.push(request))
    await changeInWindow(window, site, [email, next], triple)
    await modal.button(`Account settings, ${next}`).waitFor()
    for (const step of ['start', 'primary', 'secondary'])
      expect(countSent(sent, new RegExp(`/email/change/${step}$`)), step).toBe(1)
  })

  it('[REL-19] gets one recovery code and one deletion', async () => {
    const site = await visit({ foreign: true })
    await signIn(site, 'fidgety@mail.example')
    const window = await openWalletWindow(site, /^Passkeys and recovery code/)
    const sent: Request[] = []
    window.on('request', (request) => sent.push(request))
    await takeCode(window, /^Make a recovery code/, triple)
    await window.getByText('The recovery code opens your wallet now.').waitFor()
    expect(countSent(sent, /\/vault\/factors$/)).toBe(1)
    await triple(window.getByRole('button', { name: 'Delete the operator’s way in' }))
    await triple(window.getByRole('button', { name: 'Yes, delete it' }))
    await window.getByText(/^From .* only you can restore this wallet/).waitFor()
    expect(countSent(sent, /\/vault\/factors\/.+/)).toBe(1)
  })
})

/** Puts a tab to sleep and wakes it five minutes later, as a phone does. */
async function sleep(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  await devtools.detach()
  await page.clock.fastForward('05:00')
}

describe('a tab that slept', () => {
  it('[REL-13] over the screen for the code: says how long the next mail takes now, and takes the code', async () => {
    const email = 'asleep@mail.example'
    // The clock of the page is moved and that of the server is not: the wallet is told so once, and goes by the server's.
    const expects = [/status of 401 .*\/recovery\/mail\/login/]
    const site = await visit({ expects, before: (context) => context.clock.install() })
    const { page, home, modal, frame, inbox } = site
    await home.connectButton.click()
    await enterEmail(site, email)
    await frame.shows('Enter your code')
    await frame.button(/^Resend code in \d:\d\d$/).waitFor()
    const code = await inbox.code(email)
    await sleep(page)
    await frame.button('Resend code').waitFor()
    expect(await frame.button(/^Resend code in/).count()).toBe(0)
    await frame.typeCode(code)
    await modal.button('Disconnect').waitFor()
    expect(await inbox.count(email)).toBe(1)
  })

  it('[REL-13] over a request to sign: it is still asked, once, and can be approved', async () => {
    const site = await visit({ foreign: true, before: (context) => context.clock.install() })
    const { page, frame, requests } = site
    await signIn(site, 'dozing@mail.example')
    await closeAccount(site)
    await page.getByRole('button', { name: 'Sign message' }).click()
    await frame.asks()
    await sleep(page)
    expect(await frame.windowButton.count()).toBe(1)
    await frame.approve()
    await verified(site).waitFor()
    await frame.isHidden()
    expect(countSent(requests, /\/email\/start$/)).toBe(1)
  })
})

describe('a browser that forgets', () => {
  it('[REL-31] what the wallet kept: it offers to sign in, and brings back the same address', async () => {
    const email = 'evicted@mail.example'
    const site = await visit({ foreign: true })
    const { page, home } = site
    const address = await signIn(site, email)
    const wallet = page.frames().find((frame) => frame.url().startsWith(inject('world').frameUrl))
    await wallet?.evaluate(async () => {
      for (const { name = '' } of await indexedDB.databases())
        await new Promise((resolve) => {
          Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onblocked: resolve })
        })
    })
    await page.reload()
    await home.connectButton.waitFor()
    expect(await home.address.textContent()).toBe('none')
    expect(await signInElsewhere(site, email)).toBe(address)
  })

  it('[REL-32] everything, again and again: one address, and each browser once in the list of devices', async () => {
    const email = 'forgetful@mail.example'
    const address = await signIn(await visit({ foreign: true }), email)
    // Five mails an hour go to one address; a browser that is not known takes two.
    const second = await visit({ foreign: true })
    expect(await signInElsewhere(second, email)).toBe(address)
    const third = await visit({ foreign: true })
    expect(await signInElsewhere(third, email)).toBe(address)
    await third.modal.button(/^Account settings/).click()
    await third.modal.button('Security and recovery').click()
    await third.frame.shows('Security')
    await eventually(() => third.frame.inside.getByText(/^Last used/).count()).toBe(2)
  })
})

describe('a browser that keeps nothing', () => {
  const { visit } = useBrowser('denied')

  it('[REL-31] signs in anew at each visit, to the same address', async () => {
    const email = 'denied@mail.example'
    const site = await visit({ foreign: true })
    const address = await signIn(site, email)
    await site.page.reload()
    expect(await signInElsewhere(site, email)).toBe(address)
  })
})
