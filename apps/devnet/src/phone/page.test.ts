import { base58 } from '@scure/base'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import nacl from 'tweetnacl'
import { type Hex, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../tools/browser.mjs'
import { createReferenceApp, offer, offerAny, offerSignIn, type ReferenceApp } from '../../test/createReferenceApp.js'
import { startRelay, type TestRelay } from '../../test/startRelay.js'
import { accounts } from '../chains/evm/accounts.js'
import type { EvmChains } from '../chains/evm/localChain.js'
import { startEvmChains } from '../chains/evm/startEvmChains.js'
import { type PhoneHost, startPhoneHost } from './startPhoneHost.js'

const first = accounts[1]?.address as Hex
const solanaId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const bitcoinId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
let world: EvmChains
let relay: TestRelay
let host: PhoneHost
let browser: Browser
const contexts: BrowserContext[] = []
const apps: ReferenceApp[] = []
const strays: string[] = []

beforeAll(async () => {
  const [found, chains] = await Promise.all([findBrowser({ install: false }), startEvmChains()])
  world = chains
  relay = await startRelay(world)
  const [{ url }] = world.chains
  const families = [
    { chainId: solanaId, name: 'Local Solana', url },
    { chainId: bitcoinId, name: 'Local Bitcoin', url },
  ] as const
  host = await startPhoneHost({ relayUrl: relay.url, chains: world.chains, families })
  browser = await chromium.launch({
    ...(found ? { executablePath: found.path } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
}, 180_000)
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
  await Promise.all(apps.splice(0).map((app) => app.close()))
})
afterAll(async () => {
  await browser?.close()
  await host?.stop()
  await relay?.stop()
  await world?.stop()
})

describe('the page of the phone', () => {
  it('behavior: a link opens it with a code; the person picks networks, signs, and is disconnected', async () => {
    const app = await makeApp()
    const { uri, approved } = await offer(app, [1, 31337, 31338])
    const page = await open(`/wc?uri=${encodeURIComponent(uri)}`)
    const sheet = page.getByTestId('phone-question')
    await sheet.getByText('Connect to Shop?').waitFor()
    expect(await sheet.getByText('eip155:1: not in this wallet').count()).toBe(1)
    expect(await accessibilityFaults(page)).toEqual([])
    await sheet.getByLabel('Local Ethereum').uncheck()
    await sheet.getByLabel('Local Base').uncheck()
    expect(await page.getByTestId('phone-approve').isDisabled()).toBe(true)
    await sheet.getByLabel('Local Base').check()
    await page.getByTestId('phone-approve').click()
    const { topic, namespaces } = await approved
    expect(namespaces.eip155?.accounts).toEqual([`eip155:31338:${first}`])
    await page.getByTestId('phone-session').getByText('Shop', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('')

    const request = { method: 'personal_sign', params: ['I was here', first] }
    const signature = app.request<Hex>({ topic, chainId: 'eip155:31338', request })
    await sheet.getByText('I was here').waitFor()
    await page.getByTestId('phone-approve').click()
    expect(await verifyMessage({ address: first, message: 'I was here', signature: await signature })).toBe(true)
    await sheet.waitFor({ state: 'detached' })
    expect(await accessibilityFaults(page)).toEqual([])
    await app.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    await page.getByText('No app is connected.').waitFor()
    expect(strays).toEqual([])
  })

  it('behavior: a code can be pasted with the keyboard alone, and Escape says no', async () => {
    const app = await makeApp()
    const { uri, approved } = await offer(app, [31337])
    const rejection = expect(approved).rejects.toMatchObject({ code: 5000, message: 'User rejected.' })
    const page = await open('/')
    await page.getByLabel('Code of an app').focus()
    await page.keyboard.insertText(uri)
    await page.keyboard.press('Enter')
    await page.getByTestId('phone-question').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Connect to Shop?')
    await page.keyboard.press('Escape')
    await rejection
    await page.getByLabel('Code of an app').fill(uri)
    await page.getByTestId('phone-pair').click()
    await page.getByLabel('Code of an app').fill('nonsense')
    await page.getByTestId('phone-pair').click()
    await page.getByText('This is not a code of an app.').waitFor()
  })

  it('behavior: a reload keeps the sessions, and asks again what was not answered', async () => {
    const { app, page, topic } = await makePair([31337, 31338])
    const request = { method: 'eth_sendTransaction', params: [{ from: first, to: first, value: '0x1bc16d674ec80000' }] }
    const hash = app.request<Hex>({ topic, chainId: 'eip155:31337', request })
    const sheet = page.getByTestId('phone-question')
    await sheet.getByText('2 ETH', { exact: true }).waitFor()
    await page.reload()
    await sheet.getByText('2 ETH', { exact: true }).waitFor()
    await page.getByTestId('phone-approve').click()
    expect(await hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await page.getByTestId('phone-session').count()).toBe(1)
  })

  it('behavior: the person switches network and account, goes offline and comes back', async () => {
    const { app, page, topic } = await makePair([31337])
    const heard: unknown[] = []
    app.events.on('session_event', ({ params }) => heard.push(params.event))
    await page.getByTestId('phone-network').selectOption('31338')
    await expect.poll(() => heard).toEqual([{ name: 'chainChanged', data: 31338 }])
    await page.getByTestId('phone-account').selectOption('1')
    await expect.poll(() => heard[1]).toEqual({ name: 'accountsChanged', data: [accounts[2]?.address] })

    await page.getByText('Misbehave').click()
    await page.getByTestId('phone-offline').check()
    await page.locator('#connection', { hasText: 'Offline' }).waitFor()
    const request = { method: 'personal_sign', params: ['later', accounts[2]?.address] }
    const signature = app.request<Hex>({ topic, chainId: 'eip155:31338', request })
    await page.getByTestId('phone-offline').uncheck()
    await page.getByTestId('phone-approve').click()
    expect(await signature).toMatch(/^0x/)
    await page.getByTestId('phone-disconnect').click()
    await page.getByText('No app is connected.').waitFor()
    await expect.poll(() => app.session.keys).toEqual([])
  })

  it('behavior: connects and signs in with one step', async () => {
    const app = await makeApp()
    const { uri, signed } = await offerSignIn(app, [31337], ['personal_sign'])
    const page = await open(`/?uri=${encodeURIComponent(uri)}`)
    await page.getByText('Sign in to Shop?').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByTestId('phone-approve').click()
    const { auths, session } = await signed
    expect(auths?.[0]?.p.iss).toBe(`did:pkh:eip155:31337:${first}`)
    expect(session?.namespaces.eip155?.accounts).toEqual([`eip155:31337:${first}`])
  })

  it('behavior: signs in other families, with the keys that its own page makes', async () => {
    const app = await makeApp()
    const { uri, approved } = await offerAny(app, {
      solana: { chains: [solanaId], methods: ['solana_signMessage'], events: [] },
      bip122: { chains: [bitcoinId], methods: ['signMessage'], events: [] },
    })
    const page = await open(`/?uri=${encodeURIComponent(uri)}`)
    const sheet = page.getByTestId('phone-question')
    await sheet.getByLabel('Local Bitcoin').waitFor()
    await page.getByTestId('phone-approve').click()
    const { topic, namespaces, sessionProperties } = await approved
    const pubkey = namespaces.solana?.accounts[0]?.split(':')[2] ?? ''
    expect(namespaces.bip122?.accounts).toHaveLength(2)
    expect(sessionProperties?.bip122_getAccountAddresses).toContain(namespaces.bip122?.accounts[0]?.split(':')[2])
    const params = { message: base58.encode(new TextEncoder().encode('I was here')), pubkey }
    const request = { method: 'solana_signMessage', params }
    const signing = app.request<{ signature: string }>({ topic, chainId: solanaId, request })
    await sheet.getByText('I was here').waitFor()
    await sheet.getByText('Local Solana').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByTestId('phone-approve').click()
    const { signature } = await signing
    const message = new TextEncoder().encode('I was here')
    expect(nacl.sign.detached.verify(message, base58.decode(signature), base58.decode(pubkey))).toBe(true)
    expect(strays).toEqual([])
  })

  it('security: the page runs its own script only, reaches the relay and the nodes only, and cannot be framed', async () => {
    const policy = (await fetch(host.url)).headers.get('content-security-policy')
    const nodes = world.chains.map(({ url }) => new URL(url).origin).join(' ')
    expect(policy).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src ${relay.url} ${nodes}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  })
})

async function accessibilityFaults(page: Page): Promise<string[]> {
  // The animation of the sheet would be read as faint text.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  // As the page's own policy lets no script in.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run())
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

async function makeApp(): Promise<ReferenceApp['client']> {
  const app = await createReferenceApp(relay.url)
  apps.push(app)
  return app.client
}

async function open(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  contexts.push(context)
  const page = await context.newPage()
  // So that the step that waits in vain is the one that fails.
  page.setDefaultTimeout(20_000)
  page.on('pageerror', (error) => strays.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && strays.push(message.text()))
  page.on('request', (request) => {
    if (!['127.0.0.1', 'localhost'].includes(new URL(request.url()).hostname)) strays.push(request.url())
  })
  await page.goto(host.url + path)
  await page.getByTestId('phone-uri').waitFor({ state: 'attached' })
  return page
}

async function makePair(chains: readonly number[]) {
  const app = await makeApp()
  const { uri, approved } = await offer(app, chains)
  const page = await open(`/?uri=${encodeURIComponent(uri)}`)
  await page.getByTestId('phone-approve').click()
  const { topic } = await approved
  await page.getByTestId('phone-session').waitFor()
  return { app, page, topic }
}
