// biome-ignore-all lint/correctness/noUndeclaredDependencies: a tool of the repository, whose devDependencies it uses
// What a visitor does in AppKit's own views, and what must be true then.
import { setTimeout as pause } from 'node:timers/promises'
import { recoverMessageAddress } from 'viem'
import { approveInWindow } from './frameSteps.mjs'
import { answerOn, openPhone } from './phoneSteps.mjs'
import { askNode } from './startWorld.mjs'
import { must, waitForText } from './steps.mjs'

const text = 'Hello from an old shop'

/** Signs up by e-mail and gives the new address. */
export async function signUp({ page }, email, inbox) {
  await giveEmail(page, email)
  await typeCode(page, await inbox.next(/^\d{6} /))
  const account = page.locator('#acct', { hasText: /^0x[0-9a-fA-F]{40}$/ })
  await account.waitFor()
  return account.textContent()
}

/** Signs in with the wallet of another browser: the mail has a link first, then a code. */
export async function signInElsewhere({ page, context }, email, inbox, address) {
  await giveEmail(page, email)
  await page.locator('w3m-email-verify-device-view').waitFor()
  const { text } = await inbox.next(/browser/)
  const link = /https?:\/\/\S+\/device\?token=\S+/.exec(text)?.[0]
  must(link, `the mail has no link:\n${text}`)
  const mail = await context.newPage()
  await mail.goto(link)
  await mail.getByRole('button').click()
  await mail.getByRole('heading', { name: 'Confirmed' }).waitFor()
  await mail.close()
  // A person goes back to the page; Chromium may put another one in front.
  await page.bringToFront()
  await typeCode(page, await inbox.next(/^\d{6} /))
  await waitForText(page, '#acct', address)
}

async function giveEmail(page, email) {
  // AppKit still asks its servers what the app may do; a person is slower than that.
  await page.waitForLoadState('networkidle', { timeout: 15_000 }).catch(() => {})
  await page.locator('#open').click()
  const input = page.locator('w3m-email-login-widget input[type=email]')
  await input.fill(email)
  await input.press('Enter')
}

async function typeCode(page, { subject }) {
  await page.locator('wui-otp input').first().click()
  await page.keyboard.type(subject.slice(0, 6))
}

/** Signs a text in a window of our wallet. */
export async function signText({ page }, address) {
  await page.locator('#sign').click()
  const frame = await approvalIn(page)
  await approveInWindow(page, frame, text)
  await mustBeSignedBy(page, address)
}

async function mustBeSignedBy(page, address) {
  await page.locator('#result', { hasText: /^0x[0-9a-f]{130}$/ }).waitFor()
  const signature = await page.locator('#result').textContent()
  const signer = await recoverMessageAddress({ message: text, signature })
  must(signer === address, `the text was signed by ${signer}, not by ${address}`)
}

/** Says no in the frame. */
export async function refuse({ page }) {
  await page.locator('#sign').click()
  const frame = await approvalIn(page)
  await pressUntilAnswered(page, frame.getByRole('button', { name: 'Reject' }))
  await waitForText(page, '#result', 'error: ')
  await page.locator('#w3m-iframe').waitFor({ state: 'hidden' })
}

/** Closes AppKit's own card, which says no as well; the frame must be free for what comes next. */
export async function leave({ page }) {
  await page.locator('#sign').click()
  await approvalIn(page)
  await page.locator('[data-testid=w3m-header-close]').click()
  await waitForText(page, '#result', 'error: ')
}

/** Gives the account one coin on a chain and sends a hundredth of it. */
export async function send({ page }, address, chain) {
  await askNode(chain, 'anvil_setBalance', [address, '0xde0b6b3a7640000'])
  await page.locator('#send').click()
  const frame = await approvalIn(page)
  await approveInWindow(page, frame, 'Network fee, at most')
  await mustBeSent(page, address, chain)
}

async function mustBeSent(page, address, chain) {
  await page.locator('#result', { hasText: /^0x[0-9a-f]{64}$/ }).waitFor()
  const hash = await page.locator('#result').textContent()
  const receipt = await askNode(chain, 'eth_getTransactionReceipt', [hash])
  must(receipt?.status === '0x1' && BigInt(receipt.from) === BigInt(address), `no receipt of ${hash}`)
}

/** Waits until the server has read a transaction of the account from its chain: AppKit asks once. */
export async function waitForHistory(serverUrl, address, { chainId }) {
  const url = `${serverUrl}/v1/account/${address}/history?projectId=consumers&chainId=eip155:${chainId}`
  for (let look = 0; look < 600; look++) {
    const { data = [] } = await (await fetch(url)).json()
    if (data.length > 0) return
    await pause(100)
  }
  must(false, `the history of ${address} stays empty`)
}

/** Looks at what the account holds and did, as AppKit shows it. */
export async function lookAtAccount({ page }) {
  await page.locator('#open').click()
  const token = page.locator('w3m-account-tokens-widget wui-list-token', { hasText: 'Ether' })
  await token.waitFor()
  // 1 ether less a hundredth and the fee, at 2,500 dollars each.
  const worth = await page.locator('wui-balance').evaluate(({ dollars }) => dollars)
  must(/^24\d\d$/.test(worth.replace(/\D/g, '')), `the account is worth "${worth}"`)
  await page.locator('wui-tabs button', { hasText: 'Activity' }).click()
  await page.locator('w3m-account-activity-widget wui-transaction-list-item').first().waitFor()
  await page.locator('[data-testid=w3m-header-close]').click()
}

/** Looks through the list of wallets, and finds one by its name. */
export async function searchWallets({ page }) {
  await page.locator('#open').click()
  await page.locator('[data-testid=all-wallets]').click()
  await page.locator('w3m-all-wallets-list w3m-all-wallets-list-item').nth(5).waitFor()
  await page.locator('w3m-all-wallets-view input').first().fill('rainbow')
  const found = page.locator('w3m-all-wallets-search w3m-all-wallets-list-item')
  await found.first().waitFor()
  must((await found.count()) === 1, `a search for one wallet found ${await found.count()}`)
  await found.locator('wui-image, img').first().waitFor()
  await page.locator('[data-testid=w3m-header-close]').click()
}

/** Connects a wallet on another device by the QR code; gives its page and its address. */
export async function pairPhone({ page, context }, phoneUrl) {
  await page.locator('#open').click()
  await page.locator('[data-testid=wallet-selector-walletconnect]').click()
  const code = page.locator('wui-qr-code')
  await code.waitFor()
  const uri = await code.evaluate((element) => element.uri)
  const phone = await openPhone(context, phoneUrl, uri)
  const account = page.locator('#acct', { hasText: /^0x[0-9a-fA-F]{40}$/ })
  await account.waitFor()
  return { phone, address: await account.textContent() }
}

/** Signs and sends on the phone. */
export async function usePhone({ page }, { phone, address }, chain) {
  await page.locator('#sign').click()
  await answerOn(phone)
  await mustBeSignedBy(page, address)
  await page.locator('#send').click()
  await answerOn(phone)
  await mustBeSent(page, address, chain)
}

// As a person does it: a press that comes too soon after the pointer, or while the card still moves, is made again.
async function pressUntilAnswered(page, button) {
  for (let attempt = 0; attempt < 10; attempt++) {
    await button.hover()
    await pause(500)
    // The answer may come between the look at it and the press; then there is no button any more.
    await button.click({ timeout: 5_000 }).catch(() => {})
    const isAnswered = () => document.getElementById('result').textContent !== 'waiting'
    const answered = page.waitForFunction(isAnswered, undefined, { timeout: 5_000 })
    if (await answered.then(() => true).catch(() => false)) return
    if (!(await button.isVisible())) break
  }
}

// AppKit draws a header of its own and places the frame below it; on a phone it is as wide as the page.
async function approvalIn(page) {
  const element = page.locator('#w3m-iframe')
  await element.waitFor()
  // It is shown before it has its size.
  const isPlaced = () => {
    const { clientWidth, clientHeight } = document.getElementById('w3m-iframe')
    return clientWidth === (innerWidth <= 430 ? innerWidth : 360) && clientHeight === 600
  }
  await page.waitForFunction(isPlaced).catch(async () => {
    const size = await element.evaluate(({ clientWidth, clientHeight }) => `${clientWidth} × ${clientHeight}`)
    must(false, `the frame is ${size}, and not 600 high and 360 or a phone wide`)
  })
  return page.frameLocator('#w3m-iframe')
}
