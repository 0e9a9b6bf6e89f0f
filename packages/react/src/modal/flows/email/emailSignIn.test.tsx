import { disconnect } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.js'
import { ada, embeddedModal, until } from '../../../../test/embeddedModal.js'
import { expectSmooth, expectStill, film, heightsOf } from '../../../../test/film.js'
import { dialogOf } from '../../../../test/setUp.js'

const dialog = () => page.getByRole('dialog')
const field = () => page.getByRole('textbox', { name: 'E-mail' })
const view = () => expect.element(dialog())
const proceed = () => page.getByRole('button', { name: 'Continue' })

async function open(options: Parameters<typeof embeddedModal>[0] = {}) {
  const app = await embeddedModal(options)
  app.modal.open()
  await expect.element(dialog()).toBeVisible()
  return app
}

async function give(email: string) {
  await field().fill(email)
  await proceed().click()
}

describe('Connect, by e-mail', () => {
  it('the e-mail comes first, then the wallets', async () => {
    await open()
    await expect.element(field()).toBeVisible()
    const wallet = page.getByRole('button', { name: 'Fake Wallet' })
    await expect.element(wallet).toBeVisible()
    const order = field().element().compareDocumentPosition(wallet.element())
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await expectAccessible()
  })

  it('option features.connectMethodsOrder: the order of the app is followed', async () => {
    await open({ features: { connectMethodsOrder: ['wallet', 'email'] } })
    await expect.element(field()).toBeVisible()
    const wallet = page.getByRole('button', { name: 'Fake Wallet' })
    const order = field().element().compareDocumentPosition(wallet.element())
    expect(order & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy()
  })

  it.each([
    ['the feature is off', { features: { email: false } }],
    ['e-mail is no method of the app', { features: { connectMethodsOrder: ['wallet'] as const } }],
  ])('behavior: without e-mail where %s', async (_, options) => {
    await open(options)
    await expect.element(page.getByRole('button', { name: 'Fake Wallet' })).toBeVisible()
    expect(field().query()).toBeNull()
  })

  it('behavior: where there is no wallet but e-mail, that is one quiet line', async () => {
    await open({ others: [] })
    await expect.element(field()).toBeVisible()
    await expect.element(page.getByText('No wallet found in this browser.')).toBeVisible()
    expect(document.querySelector('.lk-notice')).toBeNull()
    const asked = vi.fn()
    window.addEventListener('eip6963:requestProvider', asked, { once: true })
    await page.getByRole('button', { name: 'Look again' }).click()
    expect(asked).toHaveBeenCalledOnce()
  })

  it('behavior: who signed out finds the form again, and no row among the wallets used recently', async () => {
    const { modal, config } = await open({ as: ada })
    expect(config.storage.get('recentWallets', (value) => Array.isArray(value))).toBeUndefined()
    config.storage.set('recentWallets', ['ID_AUTH'])
    await disconnect(config)
    modal.open({ view: 'Connect' })
    await expect.element(field()).toBeVisible()
    const rows = [...document.querySelectorAll('.lk-row-title')].map(({ textContent }) => textContent)
    expect(rows).toEqual(['Fake Wallet'])
  })

  it('behavior: only where the embedded wallet speaks for the family that is asked for', async () => {
    const { modal } = await open()
    modal.open({ view: 'Connect', data: { namespace: 'solana' } })
    await until(() => expect(field().query()).toBeNull())
  })

  it.each(['nope', 'ada@', 'ada@example', '@example.com', 'a b@example.com', 'ada@exa_mple.com', ''])(
    '[S5-01] "%s" is refused inside the form, without asking the wallet',
    async (text) => {
      const { fake } = await open()
      await give(text)
      await expect.element(page.getByRole('alert')).toHaveTextContent('Enter a valid e-mail address')
      await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
      await expect.element(field()).toHaveFocus()
      expect(fake.calls).not.toContain('connectEmail')
      await field().fill('ada')
      await until(() => expect(page.getByRole('alert').query()).toBeNull())
    },
  )

  it('behavior: spaces around the address do not count', async () => {
    const { fake } = await open()
    await field().fill(`  ${ada} `)
    await userEvent.keyboard('{Enter}')
    await view().toHaveAttribute('data-view', 'EmailVerifyOtp')
    expect(fake.calls.filter((call) => call === 'connectEmail')).toHaveLength(1)
  })

  it('[S5-06] says in the form when the next mail may be sent', async () => {
    const { fake } = await open()
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    fake.set({ nextEmailAt: Date.now() + 29_900 })
    await give(ada)
    await expect.element(page.getByRole('alert')).toHaveTextContent('Please try again after 30 seconds')
    await view().toHaveAttribute('data-view', 'Connect')
  })

  it('error: a wallet that did not load says so, and the next try works', async () => {
    const { fake } = await open()
    fake.switches.noFrame = true
    await give(ada)
    await expect.element(page.getByRole('alert')).toHaveTextContent('Unable to load email login dependency')
    fake.switches.noFrame = false
    await proceed().click()
    await view().toHaveAttribute('data-view', 'EmailVerifyOtp')
  })

  it('behavior: a wallet that is slow to load says so in one sentence, and can be tried again at once', async () => {
    const { fake } = await open()
    fake.switches.neverAnswer = true
    await give(ada)
    fake.set({ isSlow: true })
    await expect.element(page.getByText('The wallet is slow to load.', { exact: false })).toBeVisible()
    fake.switches.neverAnswer = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await view().toHaveAttribute('data-view', 'EmailVerifyOtp')
  })

  it('behavior: the next step stands there at once, as high as what follows, and no frame is empty', async () => {
    await page.viewport(1280, 800)
    const app = await open()
    const { connectEmail } = app.embedded
    let answer = () => {}
    app.embedded.connectEmail = async (parameters) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return connectEmail(parameters)
    }
    await field().fill(ada)
    await film(() => {}, [], 500)
    const sent = await film(async () => {
      await proceed().click()
      await expect.element(page.getByText('Sending you a code')).toBeVisible()
    })
    await expectAccessible()
    const taken = await film(async () => {
      answer()
      await view().toHaveAttribute('data-view', 'EmailVerifyOtp')
    })
    expectSmooth(sent)
    expectSmooth(taken)
    expectStill([...sent, ...taken], 'Close')
    expect(heightsOf([...sent, ...taken]).slice(1)).toEqual([600])
    await until(() => expect(page.getByText('Sending you a code').query()).toBeNull())
    expect(document.querySelector<HTMLElement>('.lk-height')?.inert).toBe(false)
  })

  it('behavior: a wallet that does not answer is waited for in words, then can be left', async () => {
    const { fake } = await open()
    fake.switches.neverAnswer = true
    await give(ada)
    await expect.element(page.getByText('Still waiting for the wallet', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Use another e-mail' }).click()
    await expect.element(field()).toHaveFocus()
    await expect.element(field()).toHaveValue(ada)
    fake.switches.neverAnswer = false
    await proceed().click()
    await view().toHaveAttribute('data-view', 'EmailVerifyOtp')
  })

  it('behavior: who closes while the mail is being sent is not called back', async () => {
    const answer: { give?: () => void } = {}
    const app = await open()
    const { embedded, fake } = app
    const real = embedded.connectEmail
    embedded.connectEmail = async (parameters) => {
      await new Promise<void>((resolve) => {
        answer.give = resolve
      })
      return real(parameters)
    }
    await give(ada)
    await until(() => expect(answer.give).toBeDefined())
    app.modal.close()
    answer.give?.()
    await until(() => expect(fake.calls).toContain('connectEmail'))
    await until(() => expect(document.querySelector('.lk-view')).toBeNull())
    expect(app.modal.getState().open).toBe(false)
  })

  it('[S2-01] nothing of it touches the address or the history of the page', async () => {
    const before = [location.href, history.length]
    await open()
    await give(ada)
    await view().toHaveAttribute('data-view', 'EmailVerifyOtp')
    expect([location.href, history.length]).toEqual(before)
  })
})

describe('EmailLogin', () => {
  it('[S2-06] is the form and nothing else', async () => {
    const { modal } = await embeddedModal()
    modal.open({ view: 'EmailLogin' })
    await view().toHaveAttribute('data-view', 'EmailLogin')
    await expect.element(field()).toBeVisible()
    expect(document.querySelectorAll('.lk-view button')).toHaveLength(1)
    expect(page.getByRole('button', { name: 'Fake Wallet' }).query()).toBeNull()
    await expectAccessible()
  })

  it('[S8-05] a programmatic sign-in by e-mail fails with "Modal closed" when it is closed', async () => {
    const { modal } = await embeddedModal()
    const asked = modal.connect({ view: 'EmailLogin' })
    await view().toHaveAttribute('data-view', 'EmailLogin')
    modal.close()
    await expect(asked).rejects.toThrow('Modal closed')
  })

  it('behavior: a programmatic sign-in by e-mail answers with the account', async () => {
    const { modal, fake } = await embeddedModal()
    const asked = modal.connect({ view: 'EmailLogin' })
    await give(ada)
    await until(() => expect(fake.isShown()).toBe(true))
    fake.finish()
    await expect(asked).resolves.toMatchObject({ status: 'connected', connector: { id: 'ID_AUTH' } })
  })
})

describe('sign-in by e-mail, seen', () => {
  const long = `${'very.long.name.of.somebody.'.repeat(2)}x@a-rather-long-domain-of-some-company.example.com`

  it.each([390, 1280])('behavior: with a long address nothing is cut off or pushed out, %i px', async (width) => {
    await page.viewport(width, 844)
    const { modal } = await open({ action: 'VERIFY_DEVICE', others: [createFakeConnector({ name: 'W '.repeat(60) })] })
    const fits = () => expect(dialogOf().scrollWidth).toBeLessThanOrEqual(dialogOf().clientWidth)
    await field().fill(long)
    fits()
    await proceed().click()
    await view().toHaveAttribute('data-view', 'EmailVerifyDevice')
    await expect.element(page.getByText(long, { exact: false })).toBeVisible()
    fits()
    modal.replace({ view: 'EmailVerifyOtp', data: { email: long } })
    await expect.element(page.getByText('Type the code in the wallet’s window')).toBeVisible()
    fits()
  })

  it('behavior: by keyboard alone', async () => {
    const { fake } = await open()
    while (document.activeElement !== field().element()) await userEvent.tab()
    await userEvent.keyboard(`${ada}{Enter}`)
    await until(() => expect(fake.isShown()).toBe(true))
    fake.leave()
    await expect.element(page.getByRole('button', { name: 'Open again' })).toHaveFocus()
    await userEvent.tab()
    await expect.element(page.getByRole('button', { name: 'Use another e-mail' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await view().toHaveAttribute('data-view', 'Connect')
  })

  it.each(['light', 'dark'] as const)('behavior: nobody is shut out, %s', async (themeMode) => {
    const { modal } = await open({ themeMode })
    await give('nope')
    await expectAccessible()
    modal.open({ view: 'EmailLogin' })
    await expect.element(field()).toBeVisible()
    await expectAccessible()
  })
})
