// biome-ignore-all lint/correctness/noUndeclaredDependencies: a tool of the repository, whose devDependencies it uses
import { preview } from 'vite'
import { runIn } from './installApp.mjs'
import { wallet } from './openBrowser.mjs'
import { connectByModal, mustBeQuiet, waitForAccountButton, waitForText } from './steps.mjs'

/** An existing wagmi app: whoever connects, we or wagmi, both hold the same account. */
export async function checkWagmi({ folder, browser }) {
  runIn(folder, 'npx', ['vite', 'build', '--logLevel', 'warn'])
  const server = await preview({ root: folder, logLevel: 'silent', preview: { port: 0, host: '127.0.0.1' } })
  const url = server.resolvedUrls.local[0]
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
  } finally {
    await server.close()
  }
  return [
    'our modal connects wagmi',
    'both reconnect',
    "wagmi's disconnect is ours",
    "wagmi's connect is ours",
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
