import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openInbox } from './startWorld.mjs'
import { mustBeQuiet, waitForText } from './steps.mjs'
import { pairPhone, send, signText, signUpInForm, signUpInModal, usePhone } from './wagmiSteps.mjs'

/** How each page leads to our modal. */
const pages = {
  'email.html': { opens: (page) => page.locator('#connect').click(), name: 'wagmi' },
  'rainbowkit.html': {
    name: 'RainbowKit',
    async opens(page) {
      await page.getByRole('button', { name: 'Connect Wallet' }).click()
      await page.getByTestId('rk-wallet-option-latchkey').click()
    },
  },
  'connectkit.html': {
    name: 'ConnectKit',
    async opens(page) {
      await page.getByRole('button', { name: 'Connect Wallet' }).click()
      await page.getByRole('button', { name: 'E-mail' }).click()
    },
  },
}

/** An app of wagmi, RainbowKit or ConnectKit with our e-mail wallet as one connector, and our relay where the page has it. */
export async function checkWagmiEmail({ folder, url, browser, world }) {
  // Another address each time: a second browser of the same one is asked for more.
  const app = `${basename(folder)}-${Date.now()}`
  const proved = []
  for (const [file, { name, opens }] of Object.entries(pages)) {
    if (!existsSync(join(folder, file))) continue
    await visitPage(browser, `${url}${file}`, async (page) => {
      const email = `${name.toLowerCase()}@${app}.example`
      await opens(page)
      const address = await signUpInModal(page, email, openInbox(world.inboxUrl, email))
      await page.waitForFunction(() => !document.querySelector('dialog[open]'))
      await signText(page, address)
      if (file !== 'email.html') return
      const [chain, other] = world.chains
      await send(page, address, chain)
      await page.locator('#switch').click()
      await waitForText(page, '#chain', String(other.chainId))
      await page.reload()
      // wagmi shows who was connected before the wallet has answered, and can disconnect only then.
      await waitForText(page, '#status', 'connected')
      await waitForText(page, '#acct', address)
      await waitForText(page, '#chain', String(other.chainId))
      await page.locator('#disconnect').click()
      await waitForText(page, '#acct', 'none')
      await page.reload()
      await page.locator('#connect').waitFor()
      await waitForText(page, '#acct', 'none')
    })
    proved.push(`${name}: signs up by e-mail and signs`)
    if (!readFileSync(join(folder, 'src', file.replace('.html', '.jsx')), 'utf8').includes('walletConnect(')) continue
    await visitPage(browser, `${url}${file}`, async (page) => {
      await opens(page)
      const paired = await pairPhone(page, world.phoneUrl)
      await page.waitForFunction(() => !document.querySelector('dialog[open]'))
      await usePhone(page, paired, world.chains[0])
      await page.locator('#disconnect').click()
      await waitForText(page, '#acct', 'none')
      await paired.phone.getByText('No app is connected.').waitFor()
    })
    proved.push(`${name}: pairs a phone by the code over our relay, signs and sends on it`)
  }
  await visitPage(browser, `${url}email.html`, async (page) => {
    const email = `form@${app}.example`
    const address = await signUpInForm(page, email, openInbox(world.inboxUrl, email))
    await signText(page, address)
  })
  return [...proved, 'sends, switches, reconnects, disconnects', 'an e-mail from a form of its own']
}

async function visitPage(browser, url, act) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const problems = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text())
  })
  try {
    await page.goto(url)
    await act(page)
    mustBeQuiet({ problems }, 'during the visit')
  } catch (error) {
    error.message = `${url}: ${error.message}\n${problems.join('\n')}`
    throw error
  } finally {
    await context.close()
  }
}
