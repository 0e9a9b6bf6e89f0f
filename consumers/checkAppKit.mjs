// biome-ignore-all lint/correctness/noUndeclaredDependencies: a tool of the repository, whose devDependencies it uses
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { browserArgs, findBrowser, partedArgs } from '../tools/browser.mjs'
import { appKitMissing } from './appKitMissing.mjs'
import { leaveWindow, scanFarcaster, signInAt } from './appKitSocialSteps.mjs'
import {
  leave,
  lookAtAccount,
  pairPhone,
  refuse,
  searchWallets,
  send,
  signInElsewhere,
  signText,
  signUp,
  usePhone,
  waitForHistory,
} from './appKitSteps.mjs'
import { runIn } from './installApp.mjs'
import { mapHosts } from './mapHosts.mjs'
import { openInbox, startWorld } from './startWorld.mjs'
import { must, waitForText } from './steps.mjs'

/** The first is what package.json of the app names; all are Apache-2.0. */
const versions = ['1.8.0', '1.7.13']
const phoneSize = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const apiHosts = [
  'api.web3modal.org',
  'rpc.walletconnect.org',
  'pulse.walletconnect.org',
  'relay.walletconnect.org',
  'verify.walletconnect.org',
  'verify.walletconnect.com',
]

/**
 * An app that was written for AppKit, in two of its versions: two variables at its build make its e-mail wallets ours, and what
 * it asks of its own hosts is asked of our servers.
 */
export async function checkAppKit({ folder }) {
  const world = await startWorld()
  const hosts = await mapHosts({
    ...Object.fromEntries(apiHosts.map((host) => [host, world.serverUrl])),
    'secure.walletconnect.org': world.walletUrl,
  })
  const browser = await openMappedBrowser(hosts.rules)
  const failures = new Map()
  try {
    for (const version of versions) {
      const app = version === versions[0] ? folder : otherVersion(folder, version)
      const check = (email) => checkVersion({ version, folder: app, world, browser, hosts, email })
      // AppKit's own timers race on a busy machine: a version that fails is tried once more, by a person who is new.
      const failed = await check(`ada-${version}@example.com`).catch((error) => {
        console.error(`AppKit ${version} failed, once more\n${error.message}`)
        return check(`grace-${version}@example.com`)
      })
      for (const line of failed) failures.set(line, [...(failures.get(line) ?? []), version])
    }
  } finally {
    await browser.close()
    await hosts.stop()
    await world.stop()
  }
  mustBeListed([...failures])
  return [
    ...versions.map((version) => `AppKit ${version}`),
    'signs up by e-mail',
    'signs a text in our frame',
    'takes a no, and a closed card as one',
    'sends on two networks',
    'balances and activity',
    'reconnects',
    'the list of wallets',
    'a wallet on another device by QR code',
    'the same wallet on a second browser',
    'on a phone whose browser keeps nothing',
    'signs in with Google, and with Farcaster by QR code',
    'disconnects',
    `${appKitMissing.length} known requests without an answer`,
  ]
}

/** Takes one version through all journeys and gives what failed of what it asked. */
async function checkVersion({ version, folder, world, browser, hosts, email }) {
  const { chains, walletUrl, phoneUrl } = world
  const inbox = openInbox(world.inboxUrl, email)
  const from = hosts.answers.length
  const unreached = []
  const visitors = []
  runIn(folder, 'npx', ['vite', 'build', '--logLevel', 'error'], {
    WALLET_ORIGIN: walletUrl,
    VITE_CHAINS: JSON.stringify(chains),
  })
  const server = await preview({ root: folder, logLevel: 'silent', preview: { port: 0, host: '127.0.0.1' } })
  try {
    // The page is of another site than the wallet (127.0.0.1 and localhost), as an operator's customers are.
    const open = async (options) => {
      const visitor = await openVisitor(browser, server.resolvedUrls.local[0], unreached, options)
      visitors.push(visitor)
      return visitor
    }
    const first = await open()
    const address = await signUp(first, email, inbox)
    await signText(first, address)
    await refuse(first)
    await leave(first)
    const [chain, other] = chains
    await waitForText(first.page, '#chain', String(chain.chainId))
    await send(first, address, chain)
    await waitForHistory(world.serverUrl, address, chain)
    await lookAtAccount(first)
    await first.page.locator('#switch').click()
    await waitForText(first.page, '#chain', String(other.chainId))
    await send(first, address, other)
    await first.page.reload()
    await waitForText(first.page, '#acct', address)
    await waitForText(first.page, '#chain', String(other.chainId))
    mustBeQuiet(first)

    const second = await open()
    await signInElsewhere(second, email, inbox, address)
    await end(second, { isKept: true })

    const third = await open({ ...phoneSize, isStorageDenied: true })
    await signInElsewhere(third, email, inbox, address)
    await signText(third, address)
    await third.page.reload()
    await third.page.locator('#open').waitFor()
    await end(third, { isKept: false })

    const fourth = await open()
    await searchWallets(fourth)
    const paired = await pairPhone(fourth, phoneUrl)
    await usePhone(fourth, paired, chain)
    await end(fourth, { isKept: true })
    await paired.phone.getByText('No app is connected.').waitFor()

    const fifth = await open()
    await leaveWindow(fifth, 'google')
    const social = await signInAt(fifth, 'google', 'Ada')
    await signText(fifth, social)
    await end(fifth, { isKept: true })
    const farcaster = await scanFarcaster(fifth, 'Ada (2001)')
    await signText(fifth, farcaster)
    must(new Set([address, social, farcaster]).size === 3, 'two accounts have one wallet')
    await end(fifth, { isKept: true })
    must((await signInAt(fifth, 'google', 'Ada')) === social, 'the same Google account has another wallet')
    await fifth.page.reload()
    await waitForText(fifth.page, '#acct', social)
    mustBeQuiet(fifth)
  } catch (error) {
    const seen = await visitors.at(-1)?.page.locator('body').ariaSnapshot().catch(String)
    const problems = visitors.flatMap((visitor) => visitor.problems)
    error.message = [`AppKit ${version}, browser ${visitors.length}: ${error.message}`, ...problems, seen].join('\n')
    throw error
  } finally {
    for (const visitor of visitors) await visitor.close()
    await server.close()
  }
  const refused = hosts.answers.slice(from).filter(({ status }) => !(status < 400))
  return new Set([...refused.map(({ method, url, status }) => `${status} ${method} ${url}`), ...unreached])
}

/** Disconnects, unless the browser forgot who was connected, and sees that a reload stays so. */
async function end({ page, problems }, { isKept }) {
  if (isKept) await page.locator('#disconnect').click()
  await waitForText(page, '#acct', 'none')
  await page.reload()
  await page.locator('#open').waitFor()
  must((await page.locator('#acct').textContent()) === 'none', 'a reload signed in again')
  mustBeQuiet({ problems })
}

function mustBeQuiet({ problems }) {
  must(problems.length === 0, `the page had problems:\n  ${problems.join('\n  ')}`)
}

/** The same app beside it, with all packages of AppKit in another version. */
function otherVersion(folder, version) {
  const other = `${folder}-${version}`
  cpSync(folder, other, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|dist|package-lock\.json)$/.test(path),
  })
  const path = join(other, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  for (const name of Object.keys(manifest.dependencies))
    if (name.startsWith('@reown/')) manifest.dependencies[name] = version
  writeFileSync(path, JSON.stringify(manifest))
  runIn(other, 'npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'])
  return other
}

function mustBeListed(failures) {
  const isMeant = ({ request, status }, line) =>
    line.startsWith(`${status} `) && request.test(line.slice(`${status} `.length))
  const unlisted = failures.filter(([line]) => !appKitMissing.some((entry) => isMeant(entry, line)))
  const lines = unlisted.map(([line, seen]) => `${line.slice(0, 300)} (${seen.join(', ')})`)
  must(lines.length === 0, `these requests failed, and no line of appKitMissing.mjs says why:\n  ${lines.join('\n  ')}`)
  const stale = appKitMissing.filter((entry) => !failures.some(([line]) => isMeant(entry, line)))
  must(
    stale.length === 0,
    `these lines of appKitMissing.mjs are over:\n  ${stale.map(({ reason }) => reason).join('\n  ')}`,
  )
}

async function openMappedBrowser(rules) {
  const found = await findBrowser({ windows: true })
  if (!found) throw new Error('No Chromium found: `node tools/browser.mjs` says what to do.')
  const reach = `--host-resolver-rules=${rules} , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost`
  return chromium.launch({
    executablePath: found.path,
    args: [...browserArgs, ...partedArgs, reach, '--ignore-certificate-errors'],
  })
}

/** A new profile. What it asks of a host that is not mapped leads nowhere, and is kept as a failure. */
async function openVisitor(browser, url, unreached, { isStorageDenied = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  if (isStorageDenied) await context.addInitScript(denyStorage)
  context.setDefaultTimeout(120_000)
  context.on('requestfailed', (request) => {
    const { errorText } = request.failure() ?? {}
    // A page that is left breaks off what it asked; that is nobody's fault.
    if (errorText !== 'net::ERR_ABORTED') unreached.push(`${errorText} ${request.method()} ${request.url()}`)
  })
  const page = await context.newPage()
  const problems = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    // AppKit writes every no of a person down as an error, and draws a picture without a size. Failed requests are kept with
    // their addresses elsewhere.
    const isKnown = /rejected|aborted|Failed to load resource|<svg> attribute (width|height)/i.test(message.text())
    if (message.type() === 'error' && !isKnown) problems.push(message.text())
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
