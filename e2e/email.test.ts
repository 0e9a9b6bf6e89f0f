import { describe, expect, inject, it } from 'vitest'
import { useBrowser } from './browser.js'
import { eventually } from './eventually.js'
import { isFocused, keyboard } from './inputs.js'
import { changeInWindow, openOwnWindow } from './pages/walletWindow.js'
import { enterEmail, signIn, signInElsewhere } from './steps.js'

const { visit } = useBrowser('parted')

describe('signing in by e-mail', () => {
  it('[S1-06][S4-15] takes an address, then the code of a real mail, and gives an account', async () => {
    const site = await visit()
    const address = await signIn(site, 'first@mail.example')
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    await site.frame.isHidden()
    expect(await site.inbox.count('first@mail.example')).toBe(1)
  })

  it('[S4-12][S7-70] asks for no frame before it is needed, and shows none afterwards', async () => {
    const { frameUrl } = inject('world')
    const site = await visit()
    await site.home.connectButton.click()
    await site.modal.dialog.getByRole('textbox', { name: 'E-mail' }).waitFor()
    const toFrame = () => site.requests.filter((request) => request.url().startsWith(frameUrl))
    expect(toFrame()).toEqual([])
    expect(await site.frame.element.count()).toBe(0)
    await enterEmail(site, 'late@mail.example')
    await site.frame.shows('Enter your code')
    expect(toFrame().length).toBeGreaterThan(0)
    await site.frame.typeCode(await site.inbox.code('late@mail.example'))
    await site.modal.button('Disconnect').waitFor()
    await site.frame.isHidden()
    const kept = await site.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept).not.toMatch(/"(seed|mnemonic|key|half|token)"/i)
  })

  it('[S2-06] EmailLogin is the form alone, opened by name', async () => {
    const { modal, app } = await visit({ app: { email: true } })
    await app.open('EmailLogin')
    await modal.shows('Sign in by e-mail')
    await eventually(() => app.view.textContent()).toBe('EmailLogin')
    await modal.dialog.getByRole('textbox', { name: 'E-mail' }).waitFor()
    expect(await modal.button(/Wallet/).count()).toBe(0)
  })

  it('SEC-D-04 no third-party request from the frame', async () => {
    const { apiUrl, frameUrl } = inject('world')
    const site = await visit()
    await signIn(site, 'traffic@mail.example')
    const own = site.requests.filter((request) => request.frame().url().startsWith(`${frameUrl}/`))
    expect(own.length).toBeGreaterThan(5)
    for (const request of own)
      if (!/^(data|blob):/.test(request.url())) expect([frameUrl, apiUrl]).toContain(new URL(request.url()).origin)
  })

  it('[S7-75][S7-76][S7-77][S7-78][S7-79] tells the frame its surroundings in its address', async () => {
    const site = await visit()
    await signIn(site, 'address@mail.example')
    const url = new URL((await site.frame.element.getAttribute('src')) ?? '')
    expect(url.origin + url.pathname).toBe(`${inject('world').frameUrl}/sdk`)
    const query = Object.fromEntries(url.searchParams)
    expect(Object.keys(query).sort()).toEqual(['chainId', 'enableLogger', 'projectId', 'rpcUrl', 'version'])
    expect(query).toMatchObject({
      chainId: 'eip155:31337',
      version: '4',
      enableLogger: expect.stringMatching(/^(true|false)$/),
    })
    expect(query.rpcUrl).toMatch(/^http:/)
  })

  it('[S4-18] a wrong code is told, connects nothing, and the right one works after it', async () => {
    // The browser itself writes a refused request into its console.
    const site = await visit({ expects: [/status of 403 .*\/recovery\/mail\/login/] })
    const { home, modal, frame, inbox } = site
    await home.connectButton.click()
    await enterEmail(site, 'wrong@mail.example')
    await frame.shows('Enter your code')
    const code = await inbox.code('wrong@mail.example')
    await frame.typeCode(code === '000000' ? '000001' : '000000')
    await eventually(() => frame.note.getAttribute('data-tone')).toBe('danger')
    expect(await frame.note.textContent()).toMatch(/code/i)
    expect(await home.address.textContent()).toBe('none')
    await frame.typeCode(code)
    await modal.button('Disconnect').waitFor()
  })

  it('a second code is not sent within 30 seconds', async () => {
    const site = await visit()
    const { home, frame, inbox } = site
    await home.connectButton.click()
    await enterEmail(site, 'again@mail.example')
    await frame.shows('Enter your code')
    const wait = frame.button(/^Resend code in \d:\d\d$/)
    await wait.waitFor()
    expect(await wait.isDisabled()).toBe(true)
    expect(await inbox.count('again@mail.example')).toBe(1)
  })

  it('a reload finds the visitor still signed in, and so does the next visit', async () => {
    const site = await visit()
    const address = await signIn(site, 'reload@mail.example')
    await site.page.reload()
    await site.home.accountButton.waitFor()
    await eventually(() => site.home.address.textContent()).toBe(address)
    const again = await visit({ beside: site })
    await again.home.accountButton.waitFor()
    await eventually(() => again.home.address.textContent()).toBe(address)
    expect(await site.inbox.count('reload@mail.example')).toBe(1)
  })

  it('[S4-14][S4-17] a second browser is confirmed by the link of a mail, then by a code, and has the same address', async () => {
    const email = 'second@mail.example'
    const address = await signIn(await visit(), email)
    const other = await visit()
    expect(await signInElsewhere(other, email)).toBe(address)
  })

  it('signs out, and in again with a code', async () => {
    const email = 'out@mail.example'
    const site = await visit()
    const address = await signIn(site, email)
    await site.modal.button('Disconnect').click()
    await site.home.connectButton.waitFor()
    await site.page.reload()
    await site.home.connectButton.waitFor()
    expect(await site.home.address.textContent()).toBe('none')
    expect(await signIn(site, email)).toBe(address)
  })

  it('[S2-10][S4-19][S4-20][S4-21] changes the e-mail with the codes of both addresses, typed in a window of the wallet', async () => {
    const [before, after] = ['before@mail.example', 'after@mail.example']
    const site = await visit()
    const { modal, frame } = site
    const address = await signIn(site, before)
    await modal.button(`Account settings, ${before}`).click()
    await modal.button(/^Change/).click()
    await modal.shows('Change e-mail')
    await modal.dialog.getByRole('textbox', { name: 'E-mail' }).fill(after)
    await modal.button('Continue').click()
    // The frame has no box for these codes: it leads to a window of the wallet, which closes by itself.
    await frame.shows('Change your e-mail')
    expect(await frame.inside.locator('input, textarea').count()).toBe(0)
    const window = await openOwnWindow(site, 'Continue in a window')
    expect(await window.getByRole('textbox', { name: 'New e-mail address' }).inputValue()).toBe(after)
    await changeInWindow(window, site, [before, after])
    await modal.button(`Account settings, ${after}`).waitFor()
    await site.page.reload()
    await site.home.accountButton.click()
    await modal.button(`Account settings, ${after}`).waitFor()
    await eventually(() => site.home.address.textContent()).toBe(address)
  })

  it('[S2-43] cuts an address of more than 30 characters, and shows it whole when it is pointed at', async () => {
    const site = await visit()
    const email = 'a.person.with.a.long.name@mail.example'
    await signIn(site, email)
    const line = site.modal.button(`Account settings, ${email}`)
    expect(await line.locator('.lk-email-cut').textContent()).toBe(`${email.slice(0, 30)}...`)
    await line.hover()
    await line.locator('.lk-email-whole').getByText(email).waitFor()
  })

  it('[S4-16] whom the wallet still knows is connected at once, without a mail', async () => {
    const email = 'known@mail.example'
    const site = await visit()
    const address = await signIn(site, email)
    await site.page.evaluate(() => localStorage.clear())
    await site.page.reload()
    await site.home.connectButton.click()
    await enterEmail(site, email)
    await site.modal.button('Disconnect').waitFor()
    await eventually(() => site.home.address.textContent()).toBe(address)
    expect(await site.inbox.count(email)).toBe(1)
  })

  it('a code screen that was closed is opened again, and takes the code', async () => {
    const site = await visit()
    await site.home.connectButton.click()
    await enterEmail(site, 'left@mail.example')
    await site.frame.shows('Enter your code')
    await site.page.keyboard.press('Escape')
    await site.frame.isHidden()
    await site.modal.shows('Enter your code')
    await site.modal.button('Open again').click()
    await site.frame.shows('Enter your code')
    await site.frame.typeCode(await site.inbox.code('left@mail.example'))
    await site.modal.button('Disconnect').waitFor()
  })
})

describe('with a finger', () => {
  it('signs in at 390 × 844', async () => {
    const site = await visit({ size: 'phone' })
    const address = await signIn(site, 'phone@mail.example')
    expect(address).toMatch(/^0x/)
  })
})

describe('with the keyboard alone', () => {
  it.each([
    ['before', 0],
    ['after', 1_500],
  ])(
    'signs in, and has the focus in the account, where the frame is shown %s its screen is drawn',
    async (when, wait) => {
      const email = `keys-${when}@mail.example`
      const { page, home, modal, frame, inbox } = await visit({
        before: (context) =>
          context.addInitScript((later) => {
            const { showModal } = HTMLDialogElement.prototype
            HTMLDialogElement.prototype.showModal = function () {
              if (later && this.dataset.latchkeyFrame === '') setTimeout(() => showModal.call(this), later)
              else showModal.call(this)
            }
          }, wait),
      })
      const hand = keyboard(page)
      await hand.press(home.connectButton)
      await hand.type(modal.dialog.getByRole('textbox', { name: 'E-mail' }), email)
      await page.keyboard.press('Enter')
      await frame.shows('Enter your code')
      const code = await inbox.code(email)
      await eventually(() => isFocused(frame.inside.getByRole('textbox', { name: 'Digit 1 of 6' }))).toBe(true)
      await page.keyboard.type(code)
      await modal.button('Disconnect').waitFor()
      await frame.isHidden()
      await eventually(() => modal.dialog.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    },
  )
})
