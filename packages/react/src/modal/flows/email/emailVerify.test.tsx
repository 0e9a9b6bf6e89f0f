import { LatchkeyError } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.js'
import { base } from '../../../../test/chains.js'
import { ada, embeddedModal, until } from '../../../../test/embeddedModal.js'

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

describe('EmailVerifyDevice', () => {
  it.each([
    ['at once', 'CONNECT'],
    ['by a code', 'VERIFY_OTP'],
    ['by a link and a code', 'VERIFY_DEVICE'],
  ] as const)('behavior: signed in %s, the wallet is on the chain that was asked for', async (_, action) => {
    const { fake, modal, config } = await embeddedModal({ action })
    modal.open({ view: 'Connect', data: { chainId: base.caipNetworkId } })
    await give(ada)
    if (action === 'VERIFY_DEVICE') {
      await until(() => expect(fake.calls).toContain('connectDevice'))
      fake.confirmDevice()
    }
    if (action !== 'CONNECT') {
      await until(() => expect(fake.isShown()).toBe(true))
      fake.finish()
    }
    await view().toHaveAttribute('data-view', 'Account')
    expect(config.state.chainIds.eip155).toBe(base.caipNetworkId)
  })

  it('[S4-14][S4-17] a new device: first the link, then by itself the code, then the account', async () => {
    const { fake, config } = await open({ action: 'VERIFY_DEVICE', matchNumber: '07' })
    await give(ada)
    await view().toHaveAttribute('data-view', 'EmailVerifyDevice')
    await expect.element(page.getByText('The page behind the link shows 07 too')).toBeVisible()
    expect(document.querySelector('.lk-match')?.textContent).toBe('07')
    await expect.element(page.getByText(`We sent it to ${ada}`, { exact: false })).toBeVisible()
    expect(fake.isShown()).toBe(false)
    await expectAccessible()
    fake.confirmDevice()
    await view().toHaveAttribute('data-view', 'EmailVerifyOtp')
    await until(() => expect(fake.isShown()).toBe(true))
    expect(config.state.status).toBe('disconnected')
    fake.finish()
    await view().toHaveAttribute('data-view', 'Account')
    await expect.element(page.getByText(ada).first()).toBeVisible()
    const steps = ['connectEmail', 'connectDevice', 'enterCode login', 'connect']
    expect(fake.calls.filter((call) => steps.includes(call))).toEqual(steps)
  })

  it('behavior: the code takes the place of the link: back leads to the form', async () => {
    const { fake, modal } = await open({ action: 'VERIFY_DEVICE' })
    await give(ada)
    await view().toHaveAttribute('data-view', 'EmailVerifyDevice')
    await until(() => expect(fake.calls).toContain('connectDevice'))
    fake.confirmDevice()
    await view().toHaveAttribute('data-view', 'EmailVerifyOtp')
    expect(modal.getState().stack.map((route) => route.view)).toEqual(['Connect', 'EmailVerifyOtp'])
  })

  it('[S9-01] another mail may be sent after 30 s, and until then the button counts down', async () => {
    const { fake } = await open({ action: 'VERIFY_DEVICE' })
    await give(ada)
    const button = page.getByRole('button', { name: /Resend link/ })
    await expect.element(button).toHaveTextContent(/^Resend link in (30|2\d) s$/)
    await expect.element(button).toBeDisabled()
    fake.set({ nextEmailAt: Date.now() - 1 })
    await expect.element(button).toHaveTextContent(/^Resend link$/)
    await button.click()
    await until(() => expect(fake.calls.filter((call) => call === 'connectEmail')).toHaveLength(2))
    // The new link is waited for, not the old one.
    await until(() => expect(fake.calls.filter((call) => call === 'connectDevice')).toHaveLength(2))
    fake.confirmDevice()
    await view().toHaveAttribute('data-view', 'EmailVerifyOtp')
  })

  it('error: a link that was refused leads back, and says why', async () => {
    const { fake } = await open({ action: 'VERIFY_DEVICE' })
    await give(ada)
    await until(() => expect(fake.calls).toContain('connectDevice'))
    fake.confirmDevice('The link was refused')
    await view().toHaveAttribute('data-view', 'Connect')
    await expect.element(page.getByText('The link was refused')).toBeVisible()
    await expect.element(field()).toHaveValue(ada)
  })

  it('behavior: who needs longer to find the mail than one request lasts is waited for', async () => {
    const app = await embeddedModal({ action: 'VERIFY_DEVICE' })
    const { embedded } = app
    const real = embedded.connectDevice
    let asks = 0
    embedded.connectDevice = async (parameters) => {
      asks += 1
      if (asks > 1) return real(parameters)
      throw new LatchkeyError('WALLET_NOT_RESPONDING', 'No answer', { details: 'iframe_request_timeout' })
    }
    app.modal.open({ view: 'EmailVerifyDevice', data: { email: ada } })
    await until(() => expect(app.fake.calls).toContain('connectDevice'))
    await view().toHaveAttribute('data-view', 'EmailVerifyDevice')
    app.fake.confirmDevice()
    await view().toHaveAttribute('data-view', 'EmailVerifyOtp')
    expect(asks).toBe(2)
  })

  it('behavior: going back stops waiting', async () => {
    const { fake } = await open({ action: 'VERIFY_DEVICE' })
    await give(ada)
    await until(() => expect(fake.calls).toContain('connectDevice'))
    await page.getByRole('button', { name: 'Use another e-mail' }).click()
    await view().toHaveAttribute('data-view', 'Connect')
    await expect.element(field()).toBeVisible()
    fake.confirmDevice()
    await expectAccessible()
    await view().toHaveAttribute('data-view', 'Connect')
  })
})

describe('EmailVerifyOtp', () => {
  it('[S4-15][S1-06] the code is typed in the wallet’s frame over the modal, and leads to the account', async () => {
    const { fake, config } = await open({ action: 'VERIFY_OTP' })
    await give(ada)
    await view().toHaveAttribute('data-view', 'EmailVerifyOtp')
    await until(() => expect(fake.isShown()).toBe(true))
    expect(document.querySelector('.lk-view input')).toBeNull()
    await expectAccessible()
    fake.finish()
    await view().toHaveAttribute('data-view', 'Account')
    expect(fake.isShown()).toBe(false)
    expect(config.state.current.eip155).toBe('ID_AUTH')
    expect(fake.calls.filter((call) => call === 'enterCode login')).toHaveLength(1)
  })

  it('[S4-18] while the frame still asks, nothing is connected and the view stays', async () => {
    const { fake, config } = await open()
    await give(ada)
    await until(() => expect(fake.isShown()).toBe(true))
    expect(config.state.status).toBe('disconnected')
    expect(fake.calls).not.toContain('connect')
    await view().toHaveAttribute('data-view', 'EmailVerifyOtp')
    fake.finish()
    await view().toHaveAttribute('data-view', 'Account')
  })

  it('behavior: who leaves the frame finds the way into it again', async () => {
    const { fake } = await open()
    await give(ada)
    await until(() => expect(fake.isShown()).toBe(true))
    fake.leave()
    const again = page.getByRole('button', { name: 'Open again' })
    await expect.element(again).toBeVisible()
    await expect.element(again).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('{Enter}')
    await until(() => expect(fake.isShown()).toBe(true))
    fake.finish()
    await view().toHaveAttribute('data-view', 'Account')
  })

  it('error: a code is not asked for twice when what follows it failed', async () => {
    const { fake } = await open()
    await give(ada)
    await until(() => expect(fake.isShown()).toBe(true))
    fake.switches.noFrame = true
    fake.finish()
    await expect.element(page.getByText('Unable to load email login dependency')).toBeVisible()
    fake.switches.noFrame = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await view().toHaveAttribute('data-view', 'Account')
    expect(fake.calls.filter((call) => call === 'enterCode login')).toHaveLength(1)
  })

  it('behavior: who leaves the way back to their wallet, after the code, begins anew', async () => {
    const app = await open()
    await give(ada)
    await until(() => expect(app.fake.isShown()).toBe(true))
    app.connector.connect = () => Promise.reject(new LatchkeyError('USER_REJECTED', 'The request was left unanswered'))
    app.fake.finish()
    await view().toHaveAttribute('data-view', 'EmailLogin')
    await expect.element(field()).toHaveValue(ada)
  })

  it('behavior: after the code the title says that it signs in, as the wallet’s window does, until that failed', async () => {
    const app = await open()
    const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 2 })
    await give(ada)
    await until(() => expect(app.fake.isShown()).toBe(true))
    let fail = (_: Error) => {}
    app.connector.connect = () => new Promise((_, reject) => (fail = reject))
    app.fake.finish()
    await expect.element(heading('Signing in…')).toBeInTheDocument()
    await expect.element(page.getByText('Opening your wallet on this page.')).toBeInTheDocument()
    await expectAccessible()
    fail(new LatchkeyError('API_UNREACHABLE', 'The wallet is not reachable.'))
    await expect.element(page.getByText('The wallet is not reachable.')).toBeVisible()
    await expect.element(heading('Enter your code')).toBeVisible()
  })

  it('behavior: going back, or closing the modal, takes the frame away', async () => {
    for (const leave of ['back', 'close'] as const) {
      const app = await open()
      await give(ada)
      await until(() => expect(app.fake.isShown()).toBe(true))
      app.modal[leave]()
      await until(() => expect(app.fake.isShown()).toBe(false))
      expect(app.config.state.status).toBe('disconnected')
      await app.screen.unmount()
    }
  })

  it('[S4-16] an answer that needs neither link nor code connects at once', async () => {
    const { fake } = await open({ action: 'CONNECT' })
    await give(ada)
    await view().toHaveAttribute('data-view', 'Account')
    expect(fake.calls).toEqual(expect.arrayContaining(['connectEmail', 'connect']))
    expect(fake.calls.filter((call) => /connectDevice|enterCode/.test(call))).toEqual([])
  })
})
