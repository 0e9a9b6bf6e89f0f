import { saveContact } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { accountModal, alice, bob } from '../../../../test/accountModal.js'
import { expectAccessible } from '../../../../test/axe.js'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const unknown = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const receiver = page.getByLabelText('To', { exact: true })
const amount = page.getByLabelText('Amount')
const button = (name: string | RegExp) => page.getByRole('button', { name })
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
const says = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible()

async function form() {
  const app = await accountModal({ route: { view: 'WalletSend' } })
  await expect.element(button(/^ETH/)).toBeVisible()
  return app
}

describe('a payment link in the place of the receiver', () => {
  it('behavior: of the native coin fills in receiver and amount, says so, and leads to the review', async () => {
    await form()
    await receiver.fill(`ethereum:${bob}@1?value=1.5e17`)
    await expect.element(receiver).toHaveValue(bob)
    await expect.element(amount).toHaveValue('0.15')
    await says('Filled in from the payment link: the address and 0.15 ETH on Ethereum.')
    await expectAccessible()
    await button('Review').click()
    await view('WalletSendPreview')
    await expect.element(button('Send 0.15 ETH')).toBeVisible()
  })

  it('behavior: of a token chooses it among what the account holds', async () => {
    await form()
    await receiver.fill(`ethereum:${usdc.toLowerCase()}@1/transfer?address=${bob}&uint256=2500000`)
    await expect.element(receiver).toHaveValue(bob)
    await expect.element(amount).toHaveValue('2.5')
    await expect.element(button(/^USDC/)).toBeVisible()
    await says('Filled in from the payment link: the address and 2.5 USDC on Ethereum.')
  })

  it('behavior: without an amount leaves the one that was entered', async () => {
    await form()
    await amount.fill('0.3')
    await receiver.fill(`ethereum:${bob}`)
    await expect.element(receiver).toHaveValue(bob)
    await expect.element(amount).toHaveValue('0.3')
    await says('Filled in from the payment link: the address on Ethereum.')
  })

  it('behavior: what it says is gone once another receiver is entered', async () => {
    await form()
    await receiver.fill(`ethereum:${bob}?value=1`)
    await says(/^Filled in from the payment link/)
    await receiver.fill(unknown)
    await expect.poll(() => page.getByText(/^Filled in/).query()).toBeNull()
  })

  it('error: for another network names it, leads there, and stays in the field', async () => {
    const link = `ethereum:${bob}@8453?value=1`
    await form()
    await receiver.fill(link)
    await says('This link asks for a payment on Base.')
    await expect.element(receiver).toHaveValue(link)
    await expect.element(amount).toHaveValue('')
    await button('Switch network').click()
    await view('SwitchNetwork')
  })

  it.each([
    ['a network that is not offered', `ethereum:${bob}@424242?value=1`, /on a network that is not offered here/],
    [
      'a token that is not held',
      `ethereum:${unknown}@1/transfer?address=${bob}&uint256=1`,
      /a token that this account does not hold/,
    ],
    ['a wrong checksum', `ethereum:${bob.replace('C', 'c')}@1?value=1`, /The checksum of an address/],
    [
      'another family',
      'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      /not a payment link of a network of this app/,
    ],
  ])('error: for %s says so and loses nothing', async (_, link, words) => {
    await form()
    await amount.fill('0.3')
    await receiver.fill(link)
    await says(words)
    await expect.element(receiver).toHaveValue(link)
    await expect.element(amount).toHaveValue('0.3')
    await expect.element(receiver).toHaveAttribute('aria-invalid', 'true')
    await expect.element(button('Check the payment link')).toBeDisabled()
  })

  it('SEC-X-07 with what looks like a contact must be compared as if it was typed', async () => {
    const { config } = await form()
    saveContact(config, { address: bob, name: 'Bob' })
    const other = `0x${bob.slice(2, 6)}${'a'.repeat(32)}${bob.slice(-4)}`.toLowerCase()
    await receiver.fill(`ethereum:${other}?value=1e15`)
    await expect.element(receiver).toHaveValue(other)
    await expect.element(button('Compare the addresses')).toBeDisabled()
  })

  it('behavior: to a contact names it', async () => {
    const { config } = await form()
    saveContact(config, { address: bob, name: 'Bob' })
    await receiver.fill(`ethereum:${bob}?value=1e15`)
    await expect.element(page.getByText('Bob', { exact: true })).toBeVisible()
  })

  it('behavior: to oneself is warned of', async () => {
    await form()
    await receiver.fill(`ethereum:${alice}?value=1e15`)
    await says('This is your own address.')
  })
})
