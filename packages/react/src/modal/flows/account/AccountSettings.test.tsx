import { connect } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.js'
import { ada, embeddedModal, until } from '../../../../test/embeddedModal.js'
import { dialogOf } from '../../../../test/setUp.js'

const view = () => expect.element(page.getByRole('dialog'))
const operator =
  /^This site’s operator can restore your wallet by e\u2011mail\. Anyone who controls your e\u2011mail can too\.$/
const day = 86_400_000

async function open(options: Parameters<typeof embeddedModal>[0] = {}) {
  const app = await embeddedModal({ as: ada, ...options })
  app.modal.open({ view: 'Account' })
  app.modal.push({ view: 'AccountSettings' })
  await view().toHaveAttribute('data-view', 'AccountSettings')
  return app
}

describe('Account, by e-mail', () => {
  it.each([
    ['ada.of.lovelace@an.example.com', 'ada.of.lovelace@an.example.com'],
    ['somebody.with.35.letters@example.org', 'somebody.with.35.letters@examp...'],
  ])('[S2-43] %s is shown as %s, and whole where it is pointed at', async (email, shown) => {
    const { modal } = await embeddedModal({ as: email })
    modal.open({ view: 'Account' })
    const line = page.getByRole('button', { name: `Account settings, ${email}` })
    await expect.element(line).toBeVisible()
    expect(document.querySelector('.lk-email-cut')?.textContent).toBe(shown)
    const whole = document.querySelector('.lk-email-whole')
    expect(whole?.textContent).toBe(shown === email ? undefined : email)
    if (whole) {
      expect(getComputedStyle(whole).opacity).toBe('0')
      await line.hover()
      await until(() => expect(getComputedStyle(whole).opacity).toBe('1'))
    }
    expect(dialogOf().scrollWidth).toBeLessThanOrEqual(dialogOf().clientWidth)
    await expectAccessible()
  })

  it('behavior: shows no e-mail for another wallet', async () => {
    const { modal, config } = await embeddedModal()
    await connect(config, { connector: 'dev.latchkey.fake' })
    modal.open({ view: 'Account' })
    await expect.element(page.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    expect(document.querySelector('.lk-email-line')).toBeNull()
    modal.push({ view: 'AccountSettings' })
    await until(() => expect(modal.getState().stack.at(-1)?.view).toBe('Account'))
  })
})

describe('AccountSettings', () => {
  it('e-mail, who can restore the wallet, and the devices', async () => {
    await open({
      security: {
        restorers: ['operator'],
        devices: [
          { id: 'a', name: 'Firefox on a laptop', lastSeenAt: Date.now() - day, isThis: false },
          { id: 'b', name: 'Chrome on Linux', lastSeenAt: Date.now(), isThis: true },
        ],
      },
    })
    await expect.element(page.getByText(operator)).toBeVisible()
    await expect.element(page.getByText('Add a passkey or a recovery code', { exact: false })).toBeVisible()
    await expect.element(page.getByText(ada)).toBeVisible()
    const names = [...document.querySelectorAll('.lk-device .lk-cut')].map(({ textContent }) => textContent)
    expect(names).toEqual(['Chrome on Linux', 'Firefox on a laptop'])
    expect(document.querySelectorAll('.lk-device .lk-badge')).toHaveLength(1)
    await expectAccessible()
  })

  it('behavior: where the operator has no way in, only the owner has', async () => {
    await open({ security: { restorers: ['passkey'] } })
    await expect.element(page.getByText('Only you can restore this wallet.')).toBeVisible()
    expect(page.getByText(operator).query()).toBeNull()
    expect(document.querySelector('.lk-restore-nag')).toBeNull()
  })

  it('behavior: an operator’s way in that is about to be deleted is named with its time, and still told of', async () => {
    await open({ security: { restorers: ['operator', 'code'], operatorUntil: Date.UTC(2030, 4, 6) } })
    await expect.element(page.getByText(/^A new browser needs your passkey or recovery code/)).toBeVisible()
    expect(page.getByText(operator).query()).toBeNull()
    await expect.element(page.getByText(/The operator’s way in is deleted on .*2030/)).toBeVisible()
  })

  it('behavior: a browser that keeps nothing, and more devices than fit', async () => {
    const device = (index: number) => ({ id: `${index}`, name: `Device ${index}`, lastSeenAt: index, isThis: false })
    await open({ security: { isKept: false, devices: [1, 2, 3, 4, 5].map(device) } })
    await expect
      .element(page.getByText('This browser does not let the wallet save anything', { exact: false }))
      .toBeVisible()
    await expect.element(page.getByText('and 2 more')).toBeVisible()
  })

  it('behavior: other devices are counted, for a page is told no names of them', async () => {
    await open({
      security: { devices: [{ id: 'b', name: 'Chrome on Linux', lastSeenAt: 1, isThis: true }], otherDevices: 4 },
    })
    await expect.element(page.getByText('and 4 more')).toBeVisible()
  })

  it('behavior: the wallet’s own page is shown until it is closed, and then all is read again', async () => {
    const { fake } = await open()
    await expect.element(page.getByText(operator)).toBeVisible()
    const reads = () => fake.calls.filter((call) => call === 'getSecurity').length
    const before = reads()
    await page.getByRole('button', { name: 'Security and recovery' }).click()
    await until(() => expect(fake.isShown()).toBe(true))
    await view().toHaveAttribute('data-view', 'AccountSettings')
    fake.finish()
    await until(() => expect(reads()).toBe(before + 1))
    await expect.element(page.getByRole('button', { name: 'Security and recovery' })).toBeEnabled()
  })

  it('behavior: by keyboard, the focus is where it was when the wallet’s own page has left', async () => {
    const { fake } = await open()
    const button = page.getByRole('button', { name: 'Security and recovery' })
    await expect.element(button).toBeVisible()
    button.element().focus()
    await userEvent.keyboard('{Enter}{Enter}')
    await until(() => expect(fake.isShown()).toBe(true))
    fake.finish()
    await until(() => expect(fake.isShown()).toBe(false))
    await expect.element(button).toHaveFocus()
    expect(fake.calls.filter((call) => call === 'showSecurity')).toHaveLength(1)
  })

  it('behavior: closing the modal closes the wallet’s own page', async () => {
    const { fake, modal } = await open()
    await page.getByRole('button', { name: 'Security and recovery' }).click()
    await until(() => expect(fake.isShown()).toBe(true))
    modal.close()
    await until(() => expect(fake.isShown()).toBe(false))
  })

  it('error: what cannot be read is said, and can be tried again', async () => {
    const { fake, modal } = await embeddedModal({ as: ada })
    fake.switches.noFrame = true
    modal.open({ view: 'AccountSettings' })
    await expect.element(page.getByText('could not be loaded', { exact: false })).toBeVisible()
    fake.switches.noFrame = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText(operator)).toBeVisible()
  })

  it('[S4-07] the account type is offered where the network knows both, and nowhere else', async () => {
    const { fake } = await open()
    await expect.element(page.getByText(operator)).toBeVisible()
    expect(page.getByText('Account type').query()).toBeNull()
    fake.set({ smartAccountNetworks: [1] })
    await expect.element(page.getByText('Standard account')).toBeVisible()
    await page.getByRole('button', { name: 'Use smart' }).click()
    await expect.element(page.getByText('Smart account')).toBeVisible()
    await page.getByRole('button', { name: 'Use standard' }).click()
    await expect.element(page.getByText('Standard account')).toBeVisible()
    expect(fake.calls.filter((call) => call === 'setPreferredAccount')).toHaveLength(2)
  })

  it('behavior: who signs out elsewhere meanwhile is led back to the wallets', async () => {
    const { config } = await open()
    await page.getByText(operator)
    const { disconnect } = await import('@latchkey/core')
    await disconnect(config)
    await view().toHaveAttribute('data-view', 'Connect')
  })
})
