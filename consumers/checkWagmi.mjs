// biome-ignore-all lint/correctness/noUndeclaredDependencies: a tool of the repository, whose devDependencies it uses
import { preview } from 'vite'
import { checkMigrated, writeMigrated } from './checkMigrated.mjs'
import { checkWagmiEmail } from './checkWagmiEmail.mjs'
import { runIn } from './installApp.mjs'
import { wallet } from './openBrowser.mjs'
import { connectByModal, mustBeQuiet, waitForAccountButton, waitForText } from './steps.mjs'

/**
 * Existing wagmi apps: where we or wagmi connect, both hold the same account; and where wagmi owns the connection, our e-mail
 * wallet is one of its connectors. The pages for users of other kits are apps of wagmi too.
 */
export async function checkWagmi({ folder, browser, startWorld }) {
  const world = await startWorld()
  const migrated = writeMigrated(folder)
  runIn(folder, 'npx', ['vite', 'build', '--logLevel', 'error'], {
    VITE_WALLET_URL: world.walletUrl,
    VITE_RELAY_URL: world.serverUrl.replace(/^http/, 'ws'),
    VITE_CHAINS: JSON.stringify(world.chains),
  })
  const server = await preview({ root: folder, logLevel: 'silent', preview: { port: 0, host: '127.0.0.1' } })
  const url = server.resolvedUrls.local[0]
  let byEmail
  let byPages
  try {
    await asVisitor(browser, url, async (page) => {
      await connectByModal(page)
      await bothHold(page, wallet.address)
      await page.reload()
      await bothHold(page, wallet.address)
      await page.locator('#wagmi-disconnect').click()
      await bothHold(page, 'none')
      await page.locator('.lk-connect-button').waitFor()
    })
    await asVisitor(browser, url, async (page) => {
      await page.locator('.wagmi-connect', { hasText: wallet.name }).click()
      await bothHold(page, wallet.address)
      await waitForAccountButton(page)
    })
    byPages = await checkMigrated({ url, browser, migrated })
    byEmail = await checkWagmiEmail({ folder, url, browser, world })
  } finally {
    await server.close()
  }
  return [
    'our modal connects wagmi',
    'both reconnect',
    "wagmi's disconnect is ours",
    "wagmi's connect is ours",
    ...byPages,
    ...byEmail,
    'console quiet',
  ]
}

async function asVisitor(browser, url, act) {
  const visit = await browser.visit(url)
  try {
    await act(visit.page)
    mustBeQuiet(visit, 'during the visit')
  } finally {
    await visit.close()
  }
}

async function bothHold(page, text) {
  await waitForText(page, '#acct', text)
  await waitForText(page, '#wagmi-acct', text)
}
