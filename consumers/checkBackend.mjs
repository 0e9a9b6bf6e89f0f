import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runIn } from './installApp.mjs'
import { wallet } from './openBrowser.mjs'
import { startServer } from './startServer.mjs'
import { must, mustBeQuiet, waitForText } from './steps.mjs'
import { worldFile } from './writeDapp.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A backend that knows who signed in: by its own cookie, by Auth.js, and by the tokens of a Latchkey server. */
export async function checkBackend({ folder, browser, startWorld }) {
  const world = await startWorld()
  writeFileSync(join(folder, 'world.ts'), worldFile(world))
  const esbuild = join(folder, 'node_modules', 'esbuild', 'bin', 'esbuild')
  const flags = ['--bundle', '--format=esm', '--minify', '--log-level=warning', '--outfile=dist/main.js']
  runIn(folder, process.execPath, [esbuild, 'main.ts', ...flags])
  const env = { SECRET: crypto.randomUUID(), LATCHKEY_URL: world.serverUrl }
  const server = await startServer(folder, () => ['server.mjs'], env)
  try {
    await useBackend({ browser, url: server.url, world })
    await useAuthJs({ browser, url: server.url, world })
    const loader = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href
    const visitor = join(root, 'consumers', 'backendVisitor.mjs')
    const args = ['--conditions=@latchkey/source', '--import', loader, visitor, server.url, world.serverUrl]
    const byPeople = runIn(root, process.execPath, args).trim()
    const interop = runIn(folder, process.execPath, ['interop.mjs'], { RPC_URL: world.chains[0].url }).trim()
    return ['log in on two chains and out, a page for members, two tabs', 'Auth.js on a phone', byPeople, interop]
  } finally {
    await server.stop()
  }
}

async function useBackend({ browser, url, world }) {
  const visit = await browser.visit(url, { world })
  const { page } = visit
  page.setDefaultTimeout(60_000)
  const context = page.context()
  const members = async () => {
    const response = await context.request.get(`${url}/members`)
    return `${response.status()} ${await response.text()}`
  }
  const until = (check) => waitUntil(async () => check(await members()), '/members')
  const dialog = page.getByRole('dialog')
  try {
    await waitForText(page, '#person', 'nobody')
    must((await members()) === '401 Sign in first.', 'a stranger reads the page of members')

    await signInByModal(page)
    const mine = `200 Hello eip155:${world.chains[0].chainId}:${wallet.address}`
    must((await members()) === mine, `the server says ${await members()}`)
    const [cookie] = (await context.cookies()).filter(({ name }) => name === '__Host-sign-in')
    must(cookie?.httpOnly && cookie.secure && cookie.sameSite === 'Lax', `the cookie is ${JSON.stringify(cookie)}`)
    const seen = await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage }))
    must(!seen.includes(cookie.value), 'the page holds what signs the person in')

    // Two tabs load anew at once, and neither asks again.
    const other = await context.newPage()
    await other.goto(url)
    await Promise.all([page.reload(), other.reload()])
    for (const tab of [page, other]) {
      await waitForText(tab, '#person', wallet.address)
      must((await tab.getByRole('dialog').count()) === 0, 'a tab asks who is signed in already')
    }
    must((await members()) === mine, 'the server forgot who signed in')

    await other.locator('#out').click()
    for (const tab of [page, other]) await waitForText(tab, '#person', 'nobody')
    await until((answer) => answer === '401 Sign in first.')
    const { name, value } = cookie
    const copy = await fetch(`${url}/members`, { headers: { cookie: `${name}=${value}` } })
    must(copy.status === 401, 'a copy of the cookie still opens the page of members')

    await page.locator('#in').click()
    await dialog.getByRole('button', { name: wallet.name }).click()
    // There it connects and signs in by one approval.
    await dialog.getByRole('button', { name: 'Solana' }).click()
    const onSolana = new RegExp(`^200 Hello ${world.solana.chainId}:[1-9A-HJ-NP-Za-km-z]{32,44}$`)
    await until((answer) => onSolana.test(answer))
    mustBeQuiet(visit, 'from load to the end')
  } finally {
    await visit.close()
  }
}

async function useAuthJs({ browser, url, world }) {
  const visit = await browser.visit(`${url}/?authjs`, { world, viewport: { width: 390, height: 844 } })
  const { page } = visit
  page.setDefaultTimeout(60_000)
  const accountOf = async () => {
    const response = await page.context().request.get(`${url}/login/session`)
    return (await response.json())?.account
  }
  try {
    await signInByModal(page)
    const account = await accountOf()
    must(account === `eip155:${world.chains[0].chainId}:${wallet.address}`, `Auth.js says ${account}`)
    await page.reload()
    await waitForText(page, '#person', wallet.address)
    // Who asks for the session meanwhile has its cookie renewed.
    const signedOut = page.waitForResponse((response) => response.url().endsWith('/login/signout'))
    await page.locator('#out').click()
    await waitForText(page, '#person', 'nobody')
    await signedOut
    await waitUntil(async () => (await accountOf()) === undefined, 'the session of Auth.js')
    mustBeQuiet(visit, 'with Auth.js')
  } finally {
    await visit.close()
  }
}

async function signInByModal(page) {
  const dialog = page.getByRole('dialog')
  await page.locator('#in').click()
  await dialog.getByRole('button', { name: wallet.name }).click()
  await dialog.getByRole('button', { name: 'Ethereum' }).click()
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await waitForText(page, '#person', wallet.address)
}

/** The server is told a moment after the page shows it. */
async function waitUntil(check, what) {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (await check()) return
    await pause(100)
  }
  throw new Error(`${what} did not change`)
}
