// biome-ignore-all lint/correctness/noUndeclaredDependencies: a tool of the repository, whose devDependencies it uses
import { setTimeout as pause } from 'node:timers/promises'
import { recoverMessageAddress } from 'viem'
import { preview } from 'vite'
import { runIn } from './installApp.mjs'
import { askNode, openInbox, startWorld } from './startWorld.mjs'
import { must, waitForText } from './steps.mjs'

const email = 'ada@example.com'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** An app that was written for AppKit 1.8.0: two variables at its build, and its e-mail wallets are ours. */
export async function checkAppKit({ folder, browser }) {
  const world = await startWorld()
  const inbox = openInbox(world.inboxUrl, email)
  let server
  try {
    runIn(folder, 'npx', ['vite', 'build', '--logLevel', 'warn'], {
      WALLET_ORIGIN: world.walletUrl,
      VITE_CHAINS: JSON.stringify(world.chains),
    })
    server = await preview({ root: folder, logLevel: 'silent', preview: { port: 0, host: '127.0.0.1' } })
    // The page is of another site than the wallet (127.0.0.1 and localhost), as an operator's customers are.
    const url = server.resolvedUrls.local[0]
    const first = await openVisitor(browser, url)
    const address = await signUp(first, inbox)
    await signText(first, address)
    await refuse(first)
    await leave(first)
    const [chain, other] = world.chains
    await waitForText(first.page, '#chain', String(chain.chainId))
    await send(first, address, chain)
    await first.page.locator('#switch').click()
    await waitForText(first.page, '#chain', String(other.chainId))
    await send(first, address, other)
    await first.page.reload()
    await waitForText(first.page, '#acct', address)
    await waitForText(first.page, '#chain', String(other.chainId))
    const second = await openVisitor(browser, url)
    await signInElsewhere(second, inbox, address)
    const third = await openVisitor(browser, url, { ...phone, isStorageDenied: true })
    await signInElsewhere(third, inbox, address)
    await signText(third, address)
    await third.page.reload()
    await third.page.locator('#open').waitFor()
    for (const visitor of [first, second, third]) {
      if (visitor !== third) await visitor.page.locator('#disconnect').click()
      await waitForText(visitor.page, '#acct', 'none')
      await visitor.page.reload()
      await visitor.page.locator('#open').waitFor()
      must((await visitor.page.locator('#acct').textContent()) === 'none', 'a reload signed in again')
      must(visitor.problems.length === 0, `the page had problems:\n  ${visitor.problems.join('\n  ')}`)
      await visitor.close()
    }
  } finally {
    await server?.close()
    await world.stop()
  }
  return [
    'signs up by e-mail',
    'signs a text in our frame',
    'takes a no, and a closed card as one',
    'sends on two networks',
    'reconnects',
    'the same wallet on a second browser',
    'on a phone whose browser keeps nothing',
    'disconnects',
  ]
}

async function signUp({ page }, inbox) {
  await giveEmail(page)
  await typeCode(page, await inbox.next(/^\d{6} /))
  const account = page.locator('#acct', { hasText: /^0x[0-9a-fA-F]{40}$/ })
  await account.waitFor()
  return account.textContent()
}

async function signInElsewhere({ page, context }, inbox, address) {
  await giveEmail(page)
  await page.locator('w3m-email-verify-device-view').waitFor()
  const { text } = await inbox.next(/browser/)
  const link = /https?:\/\/\S+\/device\?token=\S+/.exec(text)?.[0]
  must(link, `the mail has no link:\n${text}`)
  const mail = await context.newPage()
  await mail.goto(link)
  await mail.getByRole('button').click()
  await mail.getByRole('heading', { name: 'Confirmed' }).waitFor()
  await mail.close()
  await typeCode(page, await inbox.next(/^\d{6} /))
  await waitForText(page, '#acct', address)
}

async function giveEmail(page) {
  await page.locator('#open').click()
  const input = page.locator('w3m-email-login-widget input[type=email]')
  await input.fill(email)
  await input.press('Enter')
}

async function typeCode(page, { subject }) {
  await page.locator('wui-otp input').first().click()
  await page.keyboard.type(subject.slice(0, 6))
}

async function signText({ page }, address) {
  await page.locator('#sign').click()
  const frame = await approvalIn(page)
  await frame.getByText('Hello from an old shop').waitFor()
  await pressUntilAnswered(page, frame.getByRole('button', { name: 'Sign' }))
  await page.locator('#result', { hasText: /^0x[0-9a-f]{130}$/ }).waitFor()
  const signature = await page.locator('#result').textContent()
  const signer = await recoverMessageAddress({ message: 'Hello from an old shop', signature })
  must(signer === address, `the text was signed by ${signer}, not by ${address}`)
}

async function refuse({ page }) {
  await page.locator('#sign').click()
  const frame = await approvalIn(page)
  await pressUntilAnswered(page, frame.getByRole('button', { name: 'Reject' }))
  await waitForText(page, '#result', 'error: ')
  await page.locator('#w3m-iframe').waitFor({ state: 'hidden' })
}

// Who closes AppKit's own card says no as well; the frame must be free for what comes next.
async function leave({ page }) {
  await page.locator('#sign').click()
  await approvalIn(page)
  await page.locator('[data-testid=w3m-header-close]').click()
  await waitForText(page, '#result', 'error: Request was aborted')
}

async function send({ page }, address, chain) {
  await askNode(chain, 'anvil_setBalance', [address, '0xde0b6b3a7640000'])
  await page.locator('#send').click()
  const frame = await approvalIn(page)
  await pressUntilAnswered(page, frame.getByRole('button', { name: /^Send / }))
  await page.locator('#result', { hasText: /^0x[0-9a-f]{64}$/ }).waitFor()
  const hash = await page.locator('#result').textContent()
  const receipt = await askNode(chain, 'eth_getTransactionReceipt', [hash])
  must(receipt?.status === '0x1' && BigInt(receipt.from) === BigInt(address), `no receipt of ${hash}`)
}

// As a person does it: a press that comes too soon after the pointer, or while the card still moves, is made again.
async function pressUntilAnswered(page, button) {
  for (let attempt = 0; attempt < 10; attempt++) {
    await button.hover()
    await pause(500)
    // The answer may come between the look at it and the press; then there is no button any more.
    await button.click({ timeout: 5_000 }).catch(() => {})
    const answered = page.waitForFunction(
      () => document.getElementById('result').textContent !== 'waiting',
      undefined,
      {
        timeout: 5_000,
      },
    )
    if (await answered.then(() => true).catch(() => false)) return
    if (!(await button.isVisible())) break
  }
}

// AppKit draws a header of its own and places the frame below it; on a phone it is as wide as the page.
async function approvalIn(page) {
  const element = page.locator('#w3m-iframe')
  await element.waitFor()
  const [width, height] = await element.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])
  const wanted = await page.evaluate(() => (innerWidth <= 430 ? innerWidth : 360))
  must(width === wanted && height === 600, `the frame is ${width} × ${height}`)
  return page.frameLocator('#w3m-iframe')
}

/** A new profile: what AppKit asks of its own hosts gets small answers, and nothing else leaves this machine. */
async function openVisitor(browser, url, { isStorageDenied = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  if (isStorageDenied) await context.addInitScript(denyStorage)
  context.setDefaultTimeout(30_000)
  await answerFor(context, 'https://api.web3modal.org/**', (path) =>
    path.includes('/config')
      ? { features: null }
      : path.includes('/origins')
        ? { allowedOrigins: [] }
        : { data: [], count: 0 },
  )
  await answerFor(context, 'https://rpc.walletconnect.org/**', () => ({ http: [], ws: [] }))
  await answerFor(context, 'https://pulse.walletconnect.org/**', () => ({}))
  const page = await context.newPage()
  const problems = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    // AppKit writes every no of a person down as an error.
    if (message.type() === 'error' && !/rejected|aborted/.test(message.text())) problems.push(message.text())
  })
  await page.goto(url)
  return { page, context, problems, close: () => context.close() }
}

// As a browser does it that gives frames of other sites no storage.
function denyStorage() {
  if (location.pathname !== '/sdk') return
  const deny = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get: deny })
}

function answerFor(context, pattern, bodyOf) {
  return context.route(pattern, (route) =>
    route.fulfill({
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      body: JSON.stringify(bodyOf(new URL(route.request().url()).pathname)),
    }),
  )
}
