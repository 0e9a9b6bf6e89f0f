import type { Page } from 'playwright-core'
import { createTestClient, type Hash, http, publicActions, walletActions } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import type { AppSettings } from './app/settings.js'
import { useBrowser, type Visit } from './browser.js'
import { readChain } from './chain.js'
import { eventually } from './eventually.js'
import { approveInWindow } from './pages/approveInWindow.js'
import { createPhonePage } from './pages/phonePage.js'
import { type PhoneWorld, startPhoneWorld } from './phoneWorld.js'
import { readQrCode } from './readQrCode.js'
import { connectApp, enterEmail } from './steps.js'
import { stepTimeout } from './stepTimeout.js'

const { visit, browser } = useBrowser('parted')
const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
let phones: PhoneWorld

beforeAll(async () => {
  phones = await startPhoneWorld(inject('world'))
})
afterAll(() => phones?.stop())

const chain = () => {
  const [first] = inject('world').chains
  if (!first) throw new Error('The world has a first chain')
  return first
}
const node = () =>
  createTestClient({ mode: 'anvil', transport: http(chain().url) })
    .extend(publicActions)
    .extend(walletActions)

const open = (settings: AppSettings = {}) => visit({ app: { token: true, ...settings } })
const told = ({ page }: Visit, what: 'held' | 'hash' | 'outcome' | 'error') => page.getByTestId(what)
const pay = ({ page }: Visit) => page.getByRole('button', { name: 'Pay 1.5 USDC' }).click()
const sum = () => readChain(chain()).token('USDC', receiver)

async function hashOf(site: Visit, not = 'none'): Promise<Hash> {
  await eventually(async () => ['none', not].includes((await told(site, 'hash').textContent()) ?? '')).toBe(false)
  return (await told(site, 'hash').textContent()) as Hash
}

/** Holds what is sent back from the blocks until the journey is over. */
async function holdBlocks(): Promise<void> {
  await node().setAutomine(false)
  onTestFinished(async () => {
    await node().mine({ blocks: 1 })
    await node().setAutomine(true)
  })
}

/** What a wallet does to speed a transaction up: the same again for a higher fee. */
async function speedUp(hash: Hash): Promise<void> {
  const { from, to, input, value, nonce, gas, maxFeePerGas = 0n } = await node().getTransaction({ hash })
  await node().impersonateAccount({ address: from })
  const fees = { maxFeePerGas: maxFeePerGas * 3n, maxPriorityFeePerGas: maxFeePerGas * 2n }
  await node().sendTransaction({ account: from, chain: null, to, data: input, value, nonce, gas, ...fees })
  await node().stopImpersonatingAccount({ address: from })
  await node().mine({ blocks: 1 })
}

/** Pays, has the payment sped up, pays again, and has that one forgotten. */
async function replaceAndDrop(site: Visit, approve: () => Promise<void>): Promise<void> {
  await holdBlocks()
  const before = await sum()
  await pay(site)
  await approve()
  const first = await hashOf(site)
  const rounds = countAsks(site.page, first)
  await eventually(rounds).toBeGreaterThan(1)
  await speedUp(first)
  await eventually(() => told(site, 'outcome').textContent()).toBe('confirmed repriced')
  expect(await sum()).toBe(before + 1_500_000n)

  await pay(site)
  await approve()
  const second = await hashOf(site, first)
  const again = countAsks(site.page, second)
  await eventually(again).toBeGreaterThan(1)
  await node().dropTransaction({ hash: second })
  // Half a minute passes at once.
  await site.page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 31_000
  })
  await eventually(() => told(site, 'outcome').textContent()).toBe('TRANSACTION_DROPPED')
}

/** How often the page has asked what became of a transaction. */
function countAsks(page: Page, hash: Hash): () => number {
  let count = 0
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    if (body.includes('eth_getTransactionByHash') && body.includes(hash)) count += 1
  })
  return () => count
}

describe('a contract by its ABI', () => {
  it('is read and written with a browser wallet, and a refusal has its code', async () => {
    const site = await open()
    await connectApp(site)
    await eventually(() => told(site, 'held').textContent()).toMatch(/^[1-9]\d+$/)
    const held = BigInt((await told(site, 'held').textContent()) ?? '')
    await pay(site)
    await site.wallet.approveButton.waitFor()
    expect(await site.wallet.window.textContent()).toContain('1.5 USDC')
    await site.wallet.approve()
    await eventually(() => told(site, 'outcome').textContent()).toBe('confirmed')
    await eventually(() => told(site, 'held').textContent()).toBe(String(held - 1_500_000n))
    await pay(site)
    await site.wallet.reject()
    await eventually(() => told(site, 'error').textContent()).toBe('USER_REJECTED')
  })

  it('tells that a browser wallet sped a call up, and that the chain forgot one', async () => {
    const site = await open()
    await connectApp(site)
    await replaceAndDrop(site, () => site.wallet.approve())
  })

  it('is written with the embedded wallet, which shows the call, and tells what was sped up or forgotten', async () => {
    const site = await open({ email: true })
    const { page, modal, frame, inbox, app } = site
    const email = 'abi@mail.example'
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await enterEmail(site, email)
    await frame.shows('Enter your code')
    await frame.typeCode(await inbox.code(email))
    await modal.button('Disconnect').waitFor()
    await modal.close()
    const address = await app.address.textContent()
    const body = JSON.stringify({ chainId: chain().chainId, address })
    expect((await fetch(inject('world').faucetUrl, { method: 'POST', body })).ok).toBe(true)
    const before = await sum()
    await pay(site)
    await frame.shows('Send USDC')
    const [window] = await Promise.all([page.waitForEvent('popup'), frame.windowButton.click()])
    await window.locator('.lf-approve').waitFor()
    const words = ((await window.getByRole('main').textContent()) ?? '').replace(/\s/g, '')
    expect(words).toContain('1.5USDC')
    expect(words).toContain(receiver)
    await approveInWindow(window)
    await eventually(() => told(site, 'outcome').textContent()).toBe('confirmed')
    expect(await sum()).toBe(before + 1_500_000n)
    await replaceAndDrop(site, () => frame.approve())
  })

  it('is written with a wallet on another device, and tells what was sped up or forgotten', async () => {
    const site = await open({ relayUrl: phones.relayUrl })
    const { page, modal } = site
    const context = await browser().newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
    onTestFinished(() => context.close())
    context.setDefaultTimeout(stepTimeout)
    const tab = await context.newPage()
    await tab.goto(phones.phoneUrl)
    const phone = createPhonePage(tab)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await modal.button('WalletConnect').click()
    const code = modal.dialog.getByRole('img', { name: 'QR code that connects a wallet' })
    await code.waitFor()
    await phone.pair(await readQrCode(code))
    await phone.isAsked(/^Connect to/)
    await phone.approve()
    await modal.button('Disconnect').waitFor()
    await modal.close()
    const before = await sum()
    await pay(site)
    await phone.question
      .getByText(/1\.5 USDC/)
      .first()
      .waitFor()
    await phone.approve()
    await eventually(() => told(site, 'outcome').textContent()).toBe('confirmed')
    expect(await sum()).toBe(before + 1_500_000n)
    await replaceAndDrop(site, phone.approve)
  })
})
