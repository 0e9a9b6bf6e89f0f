import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.js'
import { ada, embeddedModal, until } from '../../../../test/embeddedModal.js'

const fresh = 'ada@lovelace.example'
const view = () => expect.element(page.getByRole('dialog'))
const field = () => page.getByRole('textbox', { name: 'E-mail' })

async function open(options: Parameters<typeof embeddedModal>[0] = {}) {
  const app = await embeddedModal({ as: ada, ...options })
  app.modal.open({ view: 'Account' })
  await page.getByRole('button', { name: `Account settings, ${ada}` }).click()
  await page.getByRole('button', { name: 'Change E-mail' }).click()
  await view().toHaveAttribute('data-view', 'UpdateEmailWallet')
  await expect.element(field()).toBeVisible()
  return app
}

async function give(email: string) {
  await field().fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

describe('UpdateEmailWallet', () => {
  it('[S2-10] is a form with the stored e-mail', async () => {
    const { fake } = await open()
    await expect.element(field()).toHaveValue(ada)
    await expect.element(page.getByRole('button', { name: 'This is already your e-mail' })).toBeDisabled()
    await expectAccessible()
    await userEvent.keyboard('{Enter}')
    expect(fake.calls).not.toContain('updateEmail')
  })

  it('[S5-02] refuses what is no address, without asking the wallet', async () => {
    const { fake } = await open()
    await give('x@')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Enter a valid e-mail address')
    expect(fake.calls).not.toContain('updateEmail')
  })

  it('[S4-19][S4-21] first the code of the present e-mail, then of the new one, which is then shown', async () => {
    const { fake, modal } = await open()
    await give(fresh)
    await view().toHaveAttribute('data-view', 'UpdateEmailPrimaryOtp')
    await expect.element(page.getByText('Continue in the wallet’s window')).toBeVisible()
    await until(() => expect(fake.isShown()).toBe(true))
    fake.finish()
    await view().toHaveAttribute('data-view', 'UpdateEmailSecondaryOtp')
    expect(modal.getState().stack.map((route) => route.view)).not.toContain('UpdateEmailPrimaryOtp')
    await until(() => expect(fake.isShown()).toBe(true))
    fake.finish()
    await view().toHaveAttribute('data-view', 'Account')
    await expect.element(page.getByRole('button', { name: `Account settings, ${fresh}` })).toBeVisible()
    await expect.element(page.getByText(`Your e-mail is now ${fresh}`)).toBeVisible()
    expect(fake.calls.filter((call) => call.startsWith('enterCode'))).toEqual([
      'enterCode primary',
      'enterCode secondary',
    ])
  })

  it('[S4-20] where the present e-mail needs no code, the one of the new e-mail is asked for', async () => {
    const { fake } = await open({ updateAction: 'VERIFY_SECONDARY_OTP' })
    await give(fresh)
    await view().toHaveAttribute('data-view', 'UpdateEmailSecondaryOtp')
    await until(() => expect(fake.calls).toContain('enterCode secondary'))
    expect(fake.calls).not.toContain('enterCode primary')
  })

  it('behavior: who leaves in between keeps the e-mail', async () => {
    const { fake } = await open()
    await give(fresh)
    await until(() => expect(fake.isShown()).toBe(true))
    fake.leave()
    await expect.element(page.getByRole('button', { name: 'Open again' })).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await view().toHaveAttribute('data-view', 'UpdateEmailWallet')
    expect(fake.isShown()).toBe(false)
  })

  it('error: what the wallet refuses is said in the form', async () => {
    const { fake } = await open()
    fake.switches.refuseEmail = 'This address is in use'
    await give(fresh)
    await expect.element(page.getByRole('alert')).toHaveTextContent('This address is in use')
    await view().toHaveAttribute('data-view', 'UpdateEmailWallet')
  })
})
