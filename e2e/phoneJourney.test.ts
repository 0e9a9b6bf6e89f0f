import type { Page } from 'playwright-core'
import { type Hex, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { readChain } from './chain.js'
import { eventually } from './eventually.js'
import { createPhonePage, type PhonePage } from './pages/phonePage.js'
import { type PhoneWorld, startPhoneWorld } from './phoneWorld.js'
import { readQrCode } from './readQrCode.js'
import { stepTimeout } from './stepTimeout.js'

const { visit, browser } = useBrowser()
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
// A line that is gone is said by the browser itself, whatever the page does about it.
const expects = [/WebSocket connection to/, /ERR_CONNECTION_REFUSED/, /\[latchkey\] Relay Not Reachable/]
let world: PhoneWorld

beforeAll(async () => {
  world = await startPhoneWorld(inject('world'))
})
afterAll(() => world?.stop())

/** The page of visitors on the relay of this file. */
function visitPage(options: { size?: 'phone' } = {}): Promise<Visit> {
  return visit({ ...options, settings: { relayUrl: world.relayUrl, chains: inject('world').chains }, expects })
}

/** A phone in somebody's hand: a browser profile of its own. */
async function openPhone(): Promise<{ phone: PhonePage; phoneTab: Page }> {
  const context = await browser().newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(stepTimeout)
  const phoneTab = await context.newPage()
  await phoneTab.goto(world.phoneUrl)
  return { phone: createPhonePage(phoneTab), phoneTab }
}

async function connectByCode({ home, modal }: Visit, phone: PhonePage): Promise<void> {
  await home.connectButton.click()
  await modal.button('WalletConnect').click()
  const code = modal.dialog.getByRole('img', { name: 'QR code that connects a wallet' })
  await code.waitFor()
  await phone.pair(await readQrCode(code))
  await phone.isAsked('Connect to Latchkey?')
  await phone.approve()
  await modal.shows('Account')
  await eventually(() => home.address.textContent()).toBe(owner)
}

async function leaveModal({ modal }: Visit): Promise<void> {
  await modal.close()
}

const askToSign = async ({ page }: Visit, text: string) => {
  await page.getByRole('textbox', { name: 'Message' }).first().fill(text)
  await page.getByRole('button', { name: 'Sign message' }).click()
}

async function expectSigned({ page }: Visit, message: string): Promise<void> {
  const signature = await page.locator('.signature code').first().textContent()
  expect(await verifyMessage({ address: owner, message, signature: signature as Hex })).toBe(true)
}

describe('a whole visit with a wallet on another device', () => {
  it('[S1-03] connect by code, sign, send, switch from both ends, a restart of the relay, a reload, leave from both ends', {
    timeout: 300_000,
  }, async () => {
    const site = await visitPage()
    const { page, home, modal } = site
    const { phone, phoneTab } = await openPhone()
    const base = inject('world').chains[1]
    if (!base) throw new Error('The world has two chains')
    const onBase = readChain(base)
    await connectByCode(site, phone)

    // The page picks the other network; the wallet is asked there from now on.
    await modal.button('Network: Local Ethereum').click()
    await modal.button(/Local Base/).click()
    await modal.button('Network: Local Base').waitFor()
    const before = [await onBase.token('USDC', owner), await onBase.token('USDC', receiver)] as const
    await modal.button('Send').click()
    await modal.button(/change token/i).click()
    await modal.button(/Test USD Coin/).click()
    await modal.dialog.getByRole('textbox', { name: 'Amount' }).fill('3.25')
    await modal.dialog.getByRole('textbox', { name: 'To' }).fill(receiver)
    await modal.button('Review').click()
    await modal.button('Send 3.25 USDC').click()
    await phone.question.getByText('Local Base').waitFor()
    await phone.approve()
    await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
    expect(await onBase.token('USDC', owner)).toBe(before[0] - 3_250_000n)
    expect(await onBase.token('USDC', receiver)).toBe(before[1] + 3_250_000n)
    await modal.button('Done').click()
    await leaveModal(site)

    // The wallet picks the first again.
    await phone.network.selectOption('31337')
    await eventually(() => home.fact('Chain id').textContent()).toBe('eip155:31337')

    await askToSign(site, 'Before the restart')
    await phone.question.getByText('Before the restart').waitFor()
    await world.stopRelay()
    await world.startRelay()
    await phone.approve()
    await expectSigned(site, 'Before the restart')

    // What is asked while there is no relay arrives when there is one again.
    await world.stopRelay()
    await askToSign(site, 'Without a relay')
    await page.getByRole('button', { name: 'Waiting for the wallet…' }).waitFor()
    await world.startRelay()
    await phone.question.getByText('Without a relay').waitFor()
    await phone.approve()
    await expectSigned(site, 'Without a relay')

    // Both are reloaded in the middle of a question; its late answer harms nobody.
    await askToSign(site, 'Before the reload')
    await phone.question.getByText('Before the reload').waitFor()
    await Promise.all([page.reload(), phoneTab.reload()])
    await home.accountButton.waitFor()
    await eventually(() => home.address.textContent()).toBe(owner)
    await eventually(() => home.fact('Chain id').textContent()).toBe('eip155:31337')
    await phone.question.getByText('Before the reload').waitFor()
    await phone.approve()
    await askToSign(site, 'After the reload')
    await phone.question.getByText('After the reload').waitFor()
    await phone.approve()
    await expectSigned(site, 'After the reload')

    await home.accountButton.click()
    await modal.button('Disconnect').click()
    await eventually(() => home.address.textContent()).toBe('none')
    await phone.isAlone()
    await connectByCode(site, phone)
    await phone.disconnectButton.click()
    await eventually(() => home.address.textContent()).toBe('none')
    await phone.isAlone()
  })
})
