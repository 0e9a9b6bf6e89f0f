import { getContacts, saveContact } from '@latchkey/core'
import { createFakeEmbedded } from '@latchkey/core/testing'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accountModal, bob } from '../../../../test/accountModal.js'
import { expectAccessible } from '../../../../test/axe.js'

const stranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const receiver = page.getByLabelText('To', { exact: true })
const amount = page.getByLabelText('Amount')
const button = (name: string | RegExp) => page.getByRole('button', { name })
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
const firstTime = page.getByText('You have not sent to this address from this browser before.')

async function form() {
  const app = await accountModal({ route: { view: 'WalletSend' } })
  await expect.element(receiver).toBeVisible()
  return app
}

describe('contacts in the send form', () => {
  it('behavior: an address is saved from the form, named beside the address from then on, and not new any more', async () => {
    const { config } = await form()
    await receiver.fill(stranger)
    await expect.element(firstTime).toBeVisible()
    await button('Save as contact').click()
    await view('EditContact')
    await expect.element(button('Save')).toBeDisabled()
    await page.getByLabelText('Name').fill('Ada\u202e')
    await expectAccessible()
    await button('Save').click()
    await view('WalletSend')
    await expect.element(receiver).toHaveValue(stranger)
    await expect.element(page.getByText('Ada', { exact: true })).toBeVisible()
    expect(firstTime.query()).toBeNull()
    expect(getContacts(config)).toEqual([{ namespace: 'eip155', address: stranger, name: 'Ada' }])
    await amount.fill('0.5')
    await button('Review').click()
    await view('WalletSendPreview')
    await expect.element(button('Send 0.5 ETH')).toBeVisible()
    const to = document.querySelector('.lk-summary .lk-fact[data-tall] dd')
    expect(to?.textContent).toBe(`${stranger}Ada`)
  })

  it('behavior: one is chosen for the receiver, among those of the family', async () => {
    const { config } = await form()
    expect(button('Contacts').query()).toBeNull()
    saveContact(config, { address: bob, name: 'Bob' })
    saveContact(config, { address: stranger, name: 'Ada' })
    await button('Contacts').click()
    await view('Contacts')
    await expectAccessible()
    await button(/^Bob/).click()
    await view('WalletSend')
    await expect.element(receiver).toHaveValue(bob)
  })

  it('SEC-X-07 what looks like a contact must be compared before it can be saved or reviewed', async () => {
    const { config } = await form()
    saveContact(config, { address: bob, name: 'Bob' })
    await receiver.fill(`0x3C44${'a'.repeat(32)}93BC`)
    await expect.element(page.getByText(/looks like an address that you know/)).toBeVisible()
    expect(button('Save as contact').query()).toBeNull()
    await page.getByRole('checkbox').click()
    await expect.element(button('Save as contact')).toBeVisible()
  })

  it('behavior: the receiver of what was sent can be saved afterwards', async () => {
    const { config, requests, resolve } = await form()
    await amount.fill('0.5')
    await receiver.fill(bob)
    await button('Review').click()
    await button('Send 0.5 ETH').click()
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    resolve(`0x${'7'.repeat(64)}`)
    await view('WalletSendConfirmed')
    await button('Save as contact').click()
    await page.getByLabelText('Name').fill('Bob')
    await button('Save').click()
    await view('WalletSendConfirmed')
    await expect.element(page.getByText('Bob', { exact: true })).toBeVisible()
    expect(getContacts(config)).toHaveLength(1)
  })

  it('error: with 200 contacts nothing is saved, what was typed stays, and it says what to do', async () => {
    const { config } = await form()
    for (let at = 0; at < 200; at += 1) {
      saveContact(config, { address: `0x${String(at).padStart(40, '0')}`, name: `Number ${at}` })
    }
    await receiver.fill(bob)
    await button('Save as contact').click()
    await page.getByLabelText('Name').fill('Bob')
    await button('Save').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('There is room for 200 contacts. Remove one first.')
    await expect.element(page.getByLabelText('Name')).toHaveValue('Bob')
    expect(getContacts(config)).toHaveLength(200)
  })
})

describe('contacts in the account settings', () => {
  it('behavior: they are renamed and removed there', async () => {
    const { config, modal } = await accountModal({ embedded: createFakeEmbedded() })
    saveContact(config, { address: bob, name: 'Bob' })
    saveContact(config, { address: stranger, name: 'Ada' })
    modal.reset({ view: 'AccountSettings' })
    await button('2 saved Contacts').click()
    await view('Contacts')
    await expectAccessible()
    await button('Change Bob').click()
    await page.getByLabelText('Name').fill('Robert')
    await button('Save').click()
    await view('Contacts')
    await expect.element(button('Change Robert')).toBeVisible()
    for (const name of ['Ada', 'Robert']) {
      await button(`Change ${name}`).click()
      await button('Remove contact').click()
      await view('Contacts')
    }
    await expect.element(page.getByText('No contacts yet')).toBeVisible()
    expect(getContacts(config)).toEqual([])
  })
})
