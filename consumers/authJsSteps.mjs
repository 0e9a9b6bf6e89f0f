import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { wallet } from './openBrowser.mjs'
import { readAuthJsApp } from './readme.mjs'
import { must, mustBeQuiet, waitForText } from './steps.mjs'

/** Writes the files of docs/sign-in.md for Auth.js into a Next.js app, and says what their environment holds. */
export function writeAuthJsApp(folder) {
  for (const [path, text] of Object.entries(readAuthJsApp())) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return (url) => ({ AUTH_SECRET: crypto.randomUUID() + crypto.randomUUID(), AUTH_URL: url })
}

/** Has somebody use the app that `writeAuthJsApp` wrote, at its page `/login`. */
export async function useAuthJs({ browser, url, world }) {
  const login = `${url}/login`
  const visit = await browser.visit(login, { world })
  const { page } = visit
  page.setDefaultTimeout(60_000)
  const { request } = page.context()
  const account = `eip155:${world.chains[0].chainId}:${wallet.address}`
  const dialog = page.getByRole('dialog')
  const members = async () => {
    const response = await request.get(`${url}/members`, { maxRedirects: 0 })
    return `${response.status()} ${(await response.text()).includes(account) ? account : 'nobody'}`
  }
  const accountOf = async () => (await (await request.get(`${url}/api/auth/session`)).json())?.account
  const post = async (path, fields) => {
    const { csrfToken } = await (await request.get(`${url}/api/auth/csrf`)).json()
    return request.post(`${url}/api/auth/${path}`, { form: { csrfToken, ...fields }, headers: { origin: url } })
  }
  const offers = []
  page.on('request', (asked) => {
    if (asked.url().endsWith('/callback/credentials')) offers.push(new URLSearchParams(asked.postData() ?? ''))
  })
  const logIn = async () => {
    await page.getByRole('button', { name: 'Log in' }).click()
    await dialog.getByRole('button', { name: wallet.name }).click()
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await waitForText(page, '#person', wallet.address)
  }
  try {
    await waitForText(page, '#person', 'nobody')
    must((await members()) === '307 nobody', `a stranger at the page for members: ${await members()}`)
    await page.getByRole('link', { name: 'For members' }).click()
    await page.waitForURL(login)

    await logIn()
    must((await members()) === `200 ${account}`, `a member at the page for members: ${await members()}`)
    must((await accountOf()) === account, `Auth.js says ${await accountOf()}`)
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'authjs.session-token')
    must(cookie?.httpOnly && cookie.sameSite === 'Lax', `the cookie of Auth.js is ${JSON.stringify(cookie)}`)
    await page.getByRole('link', { name: 'For members' }).click()
    await page.getByText(`Hello ${account}`).waitFor()
    await page.goto(login)
    await waitForText(page, '#person', wallet.address)
    must((await dialog.count()) === 0, 'a reload asks who is signed in already')

    await page.getByRole('button', { name: 'Log out' }).click()
    await waitForText(page, '#person', 'nobody')
    await waitUntil(async () => (await members()) === '307 nobody', 'the page for members')
    const [offer] = offers
    await post('callback/credentials', { message: offer.get('message'), signature: offer.get('signature') })
    must((await accountOf()) === undefined, 'Auth.js takes a sign-in that was used')

    await logIn()
    await post('signout', {})
    must((await accountOf()) === undefined, 'signOut leaves the session of Auth.js')
    await page.reload()
    await waitForText(page, '#person', 'nobody')
    await dialog.getByRole('button', { name: 'Sign', exact: true }).waitFor()
    mustBeQuiet(visit, 'with Auth.js')
    return [
      'with Auth.js, log in, a page for members, a reload, log out; a sign-in that was used opens nothing',
      'after signOut of Auth.js alone the page asks again',
    ]
  } finally {
    await visit.close()
  }
}

/** The server is told a moment after the page shows it. */
async function waitUntil(check, what) {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (await check()) return
    await pause(100)
  }
  throw new Error(`${what} did not change`)
}
