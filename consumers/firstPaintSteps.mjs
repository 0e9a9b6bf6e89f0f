import { wallet } from './openBrowser.mjs'
import { connectByModal, must, mustBeQuiet, waitForText } from './steps.mjs'

/**
 * Opens a page that a server renders, connects, and loads it again: the server says who is connected, and the button to connect
 * is never seen. Cookies that others wrote say nothing.
 */
export async function checkFirstPaint(browser, url) {
  const unknown = await readPage(url)
  must(unknown.includes('connecting nobody'), `${url}: a server that was given no cookie does not say connecting`)
  must(unknown.includes('lk-connect-button'), `${url}: the HTML from the server lacks the connect button`)
  for (const cookie of forgedCookies()) {
    const html = await readPage(url, cookie)
    must(html.includes('connecting nobody'), `${url}: a forged cookie changed what the server says: ${cookie}`)
    must(!html.includes('<i>pwned'), `${url}: markup of a cookie stands in the page`)
  }

  const visit = await browser.visit(url)
  const { page } = visit
  try {
    // A click before the page is hydrated is lost.
    await waitForText(page, '#acct', 'disconnected nobody')
    await connectByModal(page)
    await waitForText(page, '#acct', `connected ${wallet.address}`)
    await page.addInitScript(() => {
      window.flashes = []
      const look = () => {
        for (const button of document.querySelectorAll('.lk-connect-button')) window.flashes.push(button.textContent)
      }
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
    })
    const html = await (await page.reload()).text()
    must(html.includes(`connecting ${wallet.address}`), `${url}: the HTML from the server lacks the account`)
    must(html.includes('lk-account-button'), `${url}: the HTML from the server lacks the account button`)
    await waitForText(page, '#acct', `connected ${wallet.address}`)
    await waitForText(page, '#wallet', wallet.name)
    const flashes = await page.evaluate(() => window.flashes)
    must(flashes.length === 0, `${url}: a connected visitor saw ${flashes.join(', ')}`)
    mustBeQuiet(visit, `${url}, from load to reconnection`)
  } finally {
    await visit.close()
  }
}

/** Disconnects in one of two tabs: the other one hears of it, and the server says at the next load that nobody is connected. */
export async function checkTwoTabs(browser, url) {
  const visit = await browser.visit(url)
  const { page } = visit
  try {
    // A click before the page is hydrated is lost.
    await waitForText(page, '#acct', 'disconnected nobody')
    await connectByModal(page)
    const second = await page.context().newPage()
    const html = await (await second.goto(url)).text()
    must(html.includes(`connecting ${wallet.address}`), `${url}: the second tab's HTML lacks the account`)
    await waitForText(second, '#acct', `connected ${wallet.address}`)
    await second.locator('.lk-account-button').click()
    await second.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await second.locator('.lk-connect-button').waitFor()
    await page.bringToFront()
    await waitForText(page, '#acct', 'disconnected nobody')
    const after = await (await page.reload()).text()
    must(after.replaceAll('<!-- -->', '').includes('disconnected nobody'), `${url}: the HTML does not say disconnected`)
    must(after.includes('Connect wallet'), `${url}: the HTML from the server does not offer to connect`)
    await waitForText(page, '#acct', 'disconnected nobody')
    mustBeQuiet(visit, `${url}, in two tabs`)
  } finally {
    await visit.close()
  }
}

async function readPage(url, cookie) {
  const answer = await fetch(url, cookie ? { headers: { cookie } } : {})
  const html = await answer.text()
  must(answer.ok, `${url} answered ${answer.status}: ${html}`)
  // React puts a comment between two texts.
  return html.replaceAll('<!-- -->', '')
}

function forgedCookies() {
  const markup = '</script><i>pwned'
  const state = (connectorId, account) => ({
    format: 1,
    connections: [{ connectorId, accounts: [account], chains: {} }],
    current: { eip155: connectorId },
    network: {},
    active: 'eip155',
  })
  const texts = [
    markup,
    JSON.stringify(state(markup, `eip155:1:${wallet.address}`)),
    JSON.stringify(state('a', `eip155:1:${markup}`)),
    JSON.stringify(state('a'.repeat(5_000), `eip155:1:${wallet.address}`)),
  ]
  return texts.map((text) => `_latchkey_state=${encodeURIComponent(text)}`)
}
