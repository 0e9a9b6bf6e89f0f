import { startFaultyNode } from '@latchkey/devnet'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { readChain } from './chain.js'
import { eventually } from './eventually.js'
import { connect } from './steps.js'

const { visit } = useBrowser()
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const world = () => {
  const [ethereum] = inject('world').chains
  if (!ethereum) throw new Error('The world has a first chain')
  return { ethereum, chain: readChain(ethereum) }
}

async function openForm(site: Visit): Promise<void> {
  await connect(site, { keepOpen: true })
  await site.modal.token('Test USD Coin').waitFor()
  await site.modal.button('Send').click()
  await site.modal.button(/change token/i).waitFor()
}

const amount = ({ modal }: Visit) => modal.dialog.getByRole('textbox', { name: 'Amount' })
const to = ({ modal }: Visit) => modal.dialog.getByRole('textbox', { name: 'To' })

/** A form that says what is wrong on its main button cannot be sent, by Enter neither. */
async function refuses(site: Visit, label: string | RegExp): Promise<void> {
  const button = site.modal.button(label)
  await button.waitFor()
  expect(await button.isDisabled()).toBe(true)
  await amount(site).press('Enter')
  await site.modal.shows('Send')
}

describe('the send form', () => {
  it('[S5-25] refuses a receiver that is no address', async () => {
    const site = await visit()
    await openForm(site)
    await amount(site).fill('1')
    for (const text of ['0x12', 'hello', `${receiver}00`, `0x${'z'.repeat(40)}`]) {
      await to(site).fill(text)
      await refuses(site, 'Invalid address')
      expect(await to(site).getAttribute('aria-invalid')).toBe('true')
      await site.modal.dialog.getByText('This is not an Ethereum address.').waitFor()
    }
    await to(site).fill(receiver)
    await site.modal.button('Review').waitFor()
  })

  it.each([
    ['0', 'Check the amount', 'The amount must be more than zero.'],
    ['1,000', 'Check the amount', 'Use digits only'],
    ['1e3', 'Check the amount', 'This is not a number.'],
    ['0.0000000000000000001', 'Check the amount', 'at most 18 decimals'],
    ['99999999', 'Not enough ETH', ''],
  ])('refuses the amount %s', async (text, label, help) => {
    const site = await visit()
    await openForm(site)
    await to(site).fill(receiver)
    await amount(site).fill(text)
    await refuses(site, label)
    if (help) await site.modal.dialog.getByText(help).waitFor()
  })

  it('warns of the own address and of one with a wrong checksum, and lets the visitor decide', async () => {
    const site = await visit()
    await openForm(site)
    await amount(site).fill('1')
    await to(site).fill(owner)
    await site.modal.dialog.getByText('This is your own address.').waitFor()
    await site.modal.button('Review').waitFor()
    await to(site).fill(receiver.replace('F79b', 'f79B'))
    await site.modal.dialog.getByText(/do not match its checksum/).waitFor()
  })

  it('keeps what was typed on the way to the tokens and back, and drops an amount of another token', async () => {
    const site = await visit()
    await openForm(site)
    await amount(site).fill('1.5')
    await to(site).fill(receiver)
    await site.modal.button(/change token/i).click()
    await site.modal.button(/Test USD Coin/).waitFor()
    await site.modal.backButton.click()
    expect(await amount(site).inputValue()).toBe('1.5')
    await site.modal.button(/change token/i).click()
    await site.modal.dialog.getByRole('searchbox').fill('usdc')
    // The row moves up when the others go.
    await eventually(() => site.modal.dialog.getByRole('listitem').count()).toBe(1)
    await site.modal.button(/Test USD Coin/).click()
    expect(await amount(site).inputValue()).toBe('')
    expect(await to(site).inputValue()).toBe(receiver)
  })

  it('all of the native coin leaves its fee', async () => {
    const site = await visit()
    await openForm(site)
    await to(site).fill(receiver)
    await site.modal.button('Max').click()
    await eventually(() => amount(site).inputValue()).not.toBe('')
    expect(Number(await amount(site).inputValue())).toBeLessThan(Number(await world().chain.native(owner)))
    await site.modal.button('Review').waitFor()
  })
})

describe('sending', () => {
  it('[S7-42] a native coin: what leaves is what was shown, and balances are read past the cache', async () => {
    const site = await visit()
    const { page, modal, wallet } = site
    const { chain } = world()
    const before = await chain.client.getBalance({ address: receiver })
    await openForm(site)
    await amount(site).fill('0.25')
    await to(site).fill(receiver)
    await modal.button('Review').click()
    const forced = page.waitForRequest((request) => new URL(request.url()).searchParams.has('forceUpdate'))
    await modal.button('Send 0.25 ETH').click()
    await wallet.approve()
    await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
    expect(await chain.client.getBalance({ address: receiver })).toBe(before + 250_000_000_000_000_000n)
    const { searchParams } = new URL((await forced).url())
    expect(searchParams.get('forceUpdate')).toContain('eip155:31337:0x')
  })

  it('declined in the wallet: nothing leaves, nothing is lost, and it can be sent after all', async () => {
    const site = await visit()
    const { modal, wallet } = site
    const { chain } = world()
    const before = await chain.token('USDC', receiver)
    await openForm(site)
    await modal.button(/change token/i).click()
    await modal.button(/Test USD Coin/).click()
    await amount(site).fill('2')
    await to(site).fill(receiver)
    await modal.button('Review').click()
    await modal.button('Send 2 USDC').click()
    await wallet.reject()
    await modal.dialog.getByText('You declined in the wallet. Nothing was sent.').waitFor()
    expect(await chain.token('USDC', receiver)).toBe(before)
    await modal.button('Send 2 USDC').click()
    await wallet.approve()
    await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
    expect(await chain.token('USDC', receiver)).toBe(before + 2_000_000n)
  })

  it('a double click asks the wallet once', async () => {
    const site = await visit()
    const { modal, wallet } = site
    await openForm(site)
    await amount(site).fill('0.001')
    await to(site).fill(receiver)
    await modal.button('Review').click()
    await modal.button('Send 0.001 ETH').dblclick()
    await wallet.approve()
    await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
    expect((await wallet.asked()).filter((method) => method === 'eth_sendTransaction').length).toBe(1)
  })

  it.each([
    ['account', 'Your wallet changed to another account.', (site: Visit) => site.wallet.selectAccount(1)],
    ['network', 'Your wallet changed to another network.', (site: Visit) => site.wallet.selectChain(31338)],
  ])('the wallet changes its %s before the last look ends: back to the form, nothing sent', async (_, said, change) => {
    const site = await visit()
    const { modal, wallet } = site
    await openForm(site)
    await amount(site).fill('1')
    await to(site).fill(receiver)
    await modal.button('Review').click()
    await modal.button('Send 1 ETH').waitFor()
    await change(site)
    await modal.dialog.getByText(said).waitFor()
    await modal.shows('Send')
    expect(await wallet.asked()).not.toContain('eth_sendTransaction')
  })

  it('the node goes down in the middle: the visitor is told, nothing leaves, and it works when it is back', async () => {
    const { ethereum, chain } = world()
    const node = await startFaultyNode({ target: ethereum.url })
    onTestFinished(() => node.stop())
    const told = { chainId: ethereum.chainId, name: ethereum.name, url: node.url }
    const config = Buffer.from(JSON.stringify({ chains: [told] })).toString('base64url')
    const site = await visit({
      settings: { chains: [told], testWalletUrl: `${inject('world').walletUrl}?config=${config}` },
      expects: [/ERR_CONNECTION_REFUSED|Failed to load resource/],
    })
    const { modal, wallet } = site
    const before = await chain.client.getBalance({ address: receiver })
    await openForm(site)
    await amount(site).fill('0.5')
    await to(site).fill(receiver)
    await modal.button('Review').click()
    await modal.button('Send 0.5 ETH').waitFor()
    await node.set('down')
    await modal.button('Send 0.5 ETH').click()
    await modal.dialog.getByRole('alert').or(modal.dialog.getByText(/sent/i)).first().waitFor()
    const again = modal.button(/^Send 0\.5 ETH/)
    await eventually(async () => {
      if (await wallet.window.isVisible()) await wallet.approveButton.click({ timeout: 1000 }).catch(() => {})
      return again.isVisible()
    }).toBe(true)
    expect(await chain.client.getBalance({ address: receiver })).toBe(before)
    await node.set('ok')
    await again.click()
    await wallet.approve()
    await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
    expect(await chain.client.getBalance({ address: receiver })).toBe(before + 500_000_000_000_000_000n)
  })
})
