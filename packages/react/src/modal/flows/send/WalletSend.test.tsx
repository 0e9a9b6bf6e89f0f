import { createSentTransactions, type SentTransaction } from '@latchkey/core'
import { createFakeEmbedded, type FakeEmbedded } from '@latchkey/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountModal, alice, bob } from '../../../../test/accountModal.js'
import { expectAccessible } from '../../../../test/axe.js'

const hash = `0x${'7'.repeat(64)}`
const amount = page.getByLabelText('Amount')
const receiver = page.getByLabelText('To', { exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)

async function form() {
  const app = await accountModal()
  await button('Send').click()
  await view('WalletSend')
  await expect.element(amount).toBeVisible()
  return app
}

async function preview() {
  const app = await form()
  await amount.fill('0.5')
  await receiver.fill(bob)
  await button('Review').click()
  await view('WalletSendPreview')
  await expect.element(button('Send 0.5 ETH')).toBeVisible()
  return app
}

describe('WalletSend', () => {
  it('[S1-20] opens the form with the account, the network and the native coin', async () => {
    await form()
    await expect.element(button('ETH change token')).toBeVisible()
    await expect.element(page.getByText('1.234 ETH available')).toBeVisible()
    await expect.element(button('Enter an amount')).toBeDisabled()
    await expectAccessible()
  })

  it('a transfer that no block holds yet lowers what is available, until it was dropped', async () => {
    const { config } = await form()
    const where = { hash, chainId: 'eip155:1', from: alice, to: bob } as const
    const pending: SentTransaction = { ...where, amount: '0.5', symbol: 'ETH', at: Date.now(), status: 'pending' }
    createSentTransactions(config).add(pending)
    await expect.element(page.getByText('0.734 ETH available')).toBeVisible()
    await expect.element(page.getByText('0.5 ETH pending')).toBeVisible()
    await amount.fill('1')
    await expect.element(page.getByText('You have 0.734 ETH.')).toBeVisible()
    await button('Max').click()
    await vi.waitFor(() => expect(Number((amount.element() as HTMLInputElement).value)).toBeLessThan(0.7346))
    await expectAccessible()
    createSentTransactions(config).add({ ...pending, status: 'dropped' })
    await expect.element(page.getByText('1.234 ETH available')).toBeVisible()
    await expect.element(page.getByText('0.5 ETH pending')).not.toBeInTheDocument()
  })

  it('[S5-25] refuses a receiver that is no address, in words and in the button', async () => {
    await form()
    await amount.fill('0.5')
    await receiver.fill('0x12')
    await expect.element(page.getByText('This is not an Ethereum address.')).toBeVisible()
    await expect.element(receiver).toHaveAttribute('aria-invalid', 'true')
    await expect.element(button('Invalid address')).toBeDisabled()
    await expectAccessible()
    await receiver.fill(bob)
    await expect.element(button('Review')).toBeEnabled()
  })

  it.each([
    ['9', 'Not enough ETH'],
    ['1.23455999', 'Not enough ETH for the network fee'],
    ['1,000', 'Check the amount'],
    ['abc', 'Check the amount'],
    ['0', 'Check the amount'],
  ])('error: the amount %s is answered with "%s"', async (text, said) => {
    await form()
    await receiver.fill(bob)
    await amount.fill(text)
    await expect.element(button(said)).toBeDisabled()
    await expect.element(amount).toHaveAttribute('aria-invalid', 'true')
    expect(document.getElementById(amount.element().getAttribute('aria-describedby') ?? '')?.textContent).not.toBe('')
  })

  it('[S5-24] warns of a wrong checksum and lets the visitor go on', async () => {
    await form()
    await amount.fill('0,5')
    await receiver.fill(`0x3c${bob.slice(4)}`)
    await expect.element(page.getByText(/do not match its checksum/)).toBeVisible()
    await expect.element(button('Review')).toBeEnabled()
  })

  it('SEC-X-07 shows a look-alike beside the address it is mistaken for, and goes on only once it is said to be meant', async () => {
    await form()
    const twin = `0x7099${'a'.repeat(32)}79C8`
    await amount.fill('0.5')
    await receiver.fill(twin)
    await expect.element(page.getByText(/looks like an address that you know, but it is another one/)).toBeVisible()
    await expect.element(button('Compare the addresses')).toBeDisabled()
    const [entered, known] = [...document.querySelectorAll('.lk-compare .lk-groups')].map((groups) => [
      groups.textContent,
      [...groups.querySelectorAll('mark')].map(({ textContent }) => textContent).join(''),
    ])
    expect(entered).toEqual([twin, 'a'.repeat(32)])
    expect(known).toEqual([alice, alice.slice(6, -4)])
    await expectAccessible()
    await page.getByRole('checkbox', { name: /want to send to the first/ }).click()
    await button('Review').click()
    await view('WalletSendPreview')
    await expect.element(page.getByText(/looks like an address that you know/)).toBeVisible()
    await expectAccessible()
  })

  it('says quietly that an address was not paid before, until it was', async () => {
    const said = page.getByText('You have not sent to this address from this browser before.')
    const { resolve, requests, modal } = await preview()
    await expect.element(said).toBeVisible()
    await button('Send 0.5 ETH').click()
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    resolve(hash)
    await view('WalletSendConfirmed')
    modal.reset({ view: 'WalletSend' })
    await receiver.fill(alice)
    await expect.element(page.getByText('This is your own address.')).toBeVisible()
    expect(said.query()).toBeNull()
    await receiver.fill(bob.toLowerCase())
    await amount.fill('0.5')
    await expect.element(button('Review')).toBeEnabled()
    expect(said.query()).toBeNull()
    await receiver.fill(`0x90F7${bob.slice(6)}`)
    await expect.element(said).toBeVisible()
  })

  it('behavior: another token is found by a part of its name, and the amount of the one before is dropped', async () => {
    await form()
    await amount.fill('0.5')
    await receiver.fill(bob)
    await button('ETH change token').click()
    await view('WalletSendSelectToken')
    await page.getByRole('searchbox').fill('usd')
    await button(/Test USD Coin/).click()
    await view('WalletSend')
    await expect.element(button('USDC change token')).toBeVisible()
    await expect.element(amount).toHaveValue('')
    await expect.element(receiver).toHaveValue(bob)
  })

  it('behavior: a transfer is sent by keyboard alone, once, and is told of until a block holds it', async () => {
    const { requests, resolve, asked } = await form()
    await amount.click()
    await userEvent.keyboard('0.5')
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.keyboard(bob)
    await expect.element(button('Review')).toBeEnabled()
    await userEvent.keyboard('{Enter}')
    await view('WalletSendPreview')
    await expect.element(button('Send 0.5 ETH')).toBeVisible()
    await expectAccessible()
    ;(button('Send 0.5 ETH').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Confirm in Fake Wallet')).toBeVisible()
    await vi.waitFor(() => expect(requests.map(({ method }) => method)).toEqual(['eth_sendTransaction']))
    const before = asked.length
    resolve(hash)
    await view('WalletSendConfirmed')
    await expect.element(page.getByText('Confirmed on Ethereum')).toBeVisible()
    await vi.waitFor(() => expect(asked.slice(before).some((url) => url.includes('forceUpdate='))).toBe(true))
    await expectAccessible()
    await button('Done').click()
    await view('Account')
    await page.getByRole('tab', { name: 'Activity' }).click()
    await expect.element(page.getByText('Sent 0.5 ETH')).toBeVisible()
    expect(requests).toHaveLength(1)
  })

  it('behavior: the review shows amount, whole receiver, network, fee and total', async () => {
    await preview()
    expect(document.querySelector('.lk-summary .lk-groups')?.textContent).toBe(bob)
    await expect.element(page.getByText('Network fee, at most')).toBeVisible()
    await expect.element(page.getByText('$1,000.05')).toBeVisible()
  })

  it('behavior: a rejection keeps the review and says so calmly', async () => {
    const { reject } = await preview()
    await button('Send 0.5 ETH').click()
    await expect.element(page.getByText('Confirm in Fake Wallet')).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 50))
    reject(Object.assign(new Error('User rejected the request.'), { code: 4001 }))
    await expect.element(page.getByText('You declined in the wallet. Nothing was sent.')).toBeVisible()
    await expect.element(button('Send 0.5 ETH')).toBeEnabled()
    await button('Back').click()
    await view('WalletSend')
    await expect.element(amount).toHaveValue('0.5')
    await expect.element(receiver).toHaveValue(bob)
  })

  it('behavior: who stops waiting is warned before a second try', async () => {
    await preview()
    await button('Send 0.5 ETH').click()
    await button('Stop waiting').click()
    await expect.element(page.getByText(/sending again may pay twice/)).toBeVisible()
    await expect.element(button('Send 0.5 ETH again')).toBeEnabled()
  })

  it('behavior: another account under the review leads back to the form with a notice', async () => {
    const { fake, requests } = await preview()
    fake.say({ accounts: ['0x90F79bf6EB2c4f870365E785982E1f101E93b906'] })
    await view('WalletSend')
    await expect.element(page.getByText(/changed to another account/)).toBeVisible()
    expect(requests).toEqual([])
  })

  it('behavior: the review without a draft is the form', async () => {
    const { modal } = await accountModal()
    modal.open({ view: 'WalletSendPreview' })
    await view('WalletSend')
  })
})

describe('sending from the embedded wallet', () => {
  async function sendFrom(embedded: FakeEmbedded) {
    await accountModal({ embedded })
    await button('Send').click()
    await amount.fill('0.5')
    await receiver.fill(bob)
    await button('Review').click()
    await button('Send 0.5 ETH').click()
    await view('ApproveTransaction')
    await vi.waitFor(() => expect(embedded.isShown()).toBe(true))
  }

  it('[S2-16] the wallet asks in between, and what was approved is shown as sent', async () => {
    const embedded = createFakeEmbedded()
    await sendFrom(embedded)
    embedded.finish(hash)
    await view('WalletSendConfirmed')
    expect(embedded.isShown()).toBe(false)
    await expect.element(page.getByTitle(hash)).toBeVisible()
    expect(embedded.calls.filter((call) => call === 'request eth_sendTransaction')).toHaveLength(1)
  })

  it('behavior: what was rejected leads back to the last look, with nothing sent', async () => {
    const embedded = createFakeEmbedded()
    await sendFrom(embedded)
    embedded.leave()
    await view('WalletSendPreview')
    await expect.element(page.getByText('You declined in the wallet. Nothing was sent.')).toBeVisible()
    await expect.element(button('Send 0.5 ETH')).toBeEnabled()
  })
})

describe('a name for a receiver', () => {
  const time = '2026-01-01T00:00:00.000Z'
  const recordOf = (name: string, coins: readonly number[], address: string = bob) => ({
    name,
    registered_at: time,
    attributes: {},
    addresses: Object.fromEntries(coins.map((coin) => [coin, { address, created_at: time }])),
  })
  /** A service of names, in front of what the account reads. */
  function serveNames(records: Record<string, object | number>) {
    const before = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      const { pathname } = new URL(String(input instanceof Request ? input.url : input), location.href)
      if (!pathname.startsWith('/v1/profile/account/')) return before(input, init)
      const record = records[decodeURIComponent(pathname.slice('/v1/profile/account/'.length))] ?? 404
      return typeof record === 'number' ? new Response('{}', { status: record }) : Response.json(record)
    }
    onTestFinished(() => {
      globalThis.fetch = before
    })
  }

  it('becomes the whole address that it leads to, and is named below it', async () => {
    await form()
    serveNames({ 'bob.names.example': recordOf('bob.names.example', [60]) })
    await amount.fill('0.5')
    await receiver.fill('Bob.names.example')
    await expect.element(receiver).toHaveValue(bob)
    await expect.element(page.getByText('bob.names.example')).toBeVisible()
    await expectAccessible()
    await button('Review').click()
    await view('WalletSendPreview')
    await expect.element(button('Send 0.5 ETH')).toBeVisible()
    expect(document.querySelector('.lk-summary')?.textContent?.replace(/\s/g, '')).toContain(bob)
  })

  it('is asked again each time that it is typed: what it led to before is not sent to', async () => {
    await form()
    const records: Record<string, object | number> = { 'bob.names.example': recordOf('bob.names.example', [60]) }
    serveNames(records)
    const moved = `0x${'4'.repeat(40)}`
    await receiver.fill('bob.names.example')
    await expect.element(receiver).toHaveValue(bob)
    records['bob.names.example'] = recordOf('bob.names.example', [60], moved)
    await receiver.fill('bob.names.example')
    await expect.element(receiver).not.toHaveValue('bob.names.example')
    expect(receiver.element()).toHaveValue(moved)
    records['bob.names.example'] = 500
    await receiver.fill('bob.names.example')
    await expect.element(page.getByText('The name could not be looked up. Nothing was sent.')).toBeVisible()
    await expect.element(receiver).toHaveValue('bob.names.example')
  })

  it.each([
    ['leads nowhere', 404, 'This name has no address on this network.'],
    [
      'leads to another network only',
      recordOf('bob.names.example', [2147483658]),
      'This name has no address on this network.',
    ],
    ['cannot be looked up', 500, 'The name could not be looked up. Nothing was sent.'],
  ])('that %s is refused in words', async (_, record, words) => {
    await form()
    serveNames({ 'bob.names.example': record })
    await amount.fill('0.5')
    await receiver.fill('bob.names.example')
    await expect.element(page.getByText(words)).toBeVisible()
    await expect.element(button('Invalid address')).toBeDisabled()
    await receiver.fill(bob)
    await expect.element(button('Review')).toBeEnabled()
  })
})
