import { appEvents, frameEventType } from '@latchkey/protocol/internal/frame'
import { askRpcMethods, safeRpcMethods } from '@latchkey/protocol/internal/frameRpc'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { overhear } from './eavesdrop.js'
import { eventually } from './eventually.js'
import { embed, type HostilePage, serveBlank } from './pages/hostilePage.js'
import { createInbox } from './pages/inbox.js'
import { createWalletFrame } from './pages/walletFrame.js'
import { signIn } from './steps.js'
import { stepTimeout } from './stepTimeout.js'

const { visit, browser } = useBrowser('parted')
const names = Object.keys(appEvents) as (keyof typeof appEvents)[]
const blanks: Awaited<ReturnType<typeof serveBlank>>[] = []
beforeAll(async () => void blanks.push(await serveBlank(), await serveBlank()))
afterAll(() => Promise.all(blanks.map(({ stop }) => stop())))
const blank = (at: 0 | 1) => blanks[at]?.url ?? ''

/** A signed-in page whose policy lets others in, with a frame of somebody else beside the wallet's. */
async function visitWithSibling(email: string, expects: readonly RegExp[] = []) {
  const chains = inject('world').chains.map(({ chainId, name, url }) => ({ chainId, name, url }))
  const site = await visit({ foreign: true, settings: { chains }, before: overhear, expects })
  const address = await signIn(site, email)
  await site.modal.close()
  await site.page.evaluate((src) => {
    const sibling = Object.assign(document.createElement('iframe'), { src, id: 'sibling' })
    document.body.append(sibling)
    return new Promise((resolve) => sibling.addEventListener('load', resolve, { once: true }))
  }, blank(0))
  return { site, address, sibling: frameAt(site.page, blank(0)) }
}
function frameAt(page: Page, url: string): Frame {
  const found = page.frames().find((frame) => frame.url().startsWith(url))
  if (!found) throw new Error(`No frame is at ${url}`)
  return found
}
const heardBy = (frame: Frame) => frame.evaluate(() => (self as unknown as { overheard: string[] }).overheard)
const verified = ({ page }: Visit) => page.getByText(/^Verified: signed by 0x/)

describe('a frame of somebody else in the page', () => {
  it('[SEC-F-01] gets nothing from the wallet beside it, whichever event it sends, and changes nothing', async () => {
    const { site, address, sibling } = await visitWithSibling('sibling@mail.example')
    const messages = [
      { type: 'init', v: 1, nonce: '0'.repeat(32) },
      ...names.flatMap((name) => [
        { type: `@w3m-app/${appEvents[name].wire}`, id: 'abc', payload: { method: 'personal_sign', params: ['0x00'] } },
        { type: 'ask', id: '1'.repeat(32), name, payload: {} },
      ]),
    ]
    const before = await heardBy(sibling)
    await sibling.evaluate(
      ([list, origin]) => {
        const wallet = [...Array(parent.length).keys()].map((at) => parent[at]).filter((each) => each !== self)
        for (const window of wallet)
          for (const message of list) {
            window?.postMessage(message, origin)
            window?.postMessage(message, origin, [new MessageChannel().port1])
          }
      },
      [messages, inject('world').frameUrl] as const,
    )
    const { page, frame, home } = site
    const reached = () => heardBy(frameAt(site.page, inject('world').frameUrl))
    const asks = async () => (await reached()).filter((text) => text.includes('1'.repeat(32)))
    await eventually(async () => (await asks()).length).toBe(2 * names.length)
    for (const { type } of messages) expect((await reached()).join(), type).toContain(type)
    // Whatever it were to do to those would be seen by now: a signature takes the wallet a dozen messages.
    await page.getByRole('button', { name: 'Sign message' }).click()
    await frame.approve()
    await verified(site).waitFor()
    expect(await heardBy(sibling)).toEqual(before)
    await page.reload()
    await eventually(() => home.address.textContent()).toBe(address)
  })

  it('[SEC-F-02] tells the page nothing by messages that look like the wallet’s', async () => {
    const { site, address, sibling } = await visitWithSibling('lookalike@mail.example')
    const { page, frame, home } = site
    await page.getByRole('button', { name: 'Sign message' }).click()
    await frame.asks()
    const user = { address: `0x${'e'.repeat(40)}`, chainId: 31337, isConnected: false, type: 'smartAccount' }
    const messages = [
      { type: '@w3m-frame/READY', payload: {} },
      { type: 'ready', nonce: '0'.repeat(32) },
      ...names.flatMap((name) => [
        { type: frameEventType(name, 'SUCCESS'), id: 'abc', payload: user },
        { type: frameEventType(name, 'ERROR'), id: 'abc', payload: { message: 'no' } },
        { type: 'answer', id: '1'.repeat(32), payload: user },
      ]),
    ]
    await sibling.evaluate(
      ([list, origin]) => {
        for (const message of list) {
          parent.postMessage(message, origin)
          parent.postMessage(message, origin, [new MessageChannel().port1])
        }
      },
      [messages, new URL(inject('world').foreignUrl).origin] as const,
    )
    await eventually(async () => (await heardBy(page.mainFrame())).join()).toContain('eeeeeeee')
    expect(await verified(site).count()).toBe(0)
    expect(await home.address.textContent()).toBe(address)
    await frame.approve()
    await verified(site).waitFor()
    expect(await home.address.textContent()).toBe(address)
  })

  it('[SEC-F-10] hears nothing in the place of a wallet that was led away, and what was asked is refused', async () => {
    const { site, address } = await visitWithSibling('led@mail.example', [/postMessage.*target origin/, /wallet/i])
    const { page, frame, home } = site
    const src = (await frame.element.getAttribute('src')) ?? ''
    await page.getByRole('button', { name: 'Sign message' }).click()
    await frame.asks()
    await frame.element.evaluate((element, to) => {
      ;(element as HTMLIFrameElement).src = to
      return new Promise((resolve) => element.addEventListener('load', resolve, { once: true }))
    }, blank(1))
    await page.locator('.problem').waitFor()
    expect(await heardBy(frameAt(page, blank(1)))).toEqual([])
    expect(await verified(site).count()).toBe(0)
    await frame.element.evaluate((element, to) => {
      ;(element as HTMLIFrameElement).src = to
    }, src)
    await page.getByRole('button', { name: 'Sign message' }).click()
    await frame.approve()
    await verified(site).waitFor()
    expect(await home.address.textContent()).toBe(address)
  })
})

async function openContext(): Promise<BrowserContext> {
  const context = await browser().newContext({ locale: 'en-US' })
  context.setDefaultTimeout(stepTimeout)
  onTestFinished(() => context.close())
  return context
}

/** Embeds the wallet and signs in, as a page may that somebody trusts. */
async function signInAt(page: Page, at: 0 | 1, email: string): Promise<{ wallet: HostilePage; address: string }> {
  const wallet = await embed(page, blank(at))
  expect(await wallet.offer(1, stepTimeout)).toEqual([true])
  expect((await wallet.ask('connectEmail', { email })).value).toEqual({ action: 'VERIFY_OTP' })
  const entered = wallet.ask('enterCode', { purpose: 'login' })
  const frame = createWalletFrame(page)
  await frame.shows('Enter your code')
  await frame.typeCode(await createInbox(inject('world').inboxUrl).code(email))
  expect((await entered).code).toBeUndefined()
  const user = (await wallet.ask('getUser', {})).value as { address: string }
  return { wallet, address: user.address }
}

describe('a page that speaks to the wallet in its own words', () => {
  it('[SEC-F-03] opens one channel: a second offer at the same moment or later is not taken, nor is another language', async () => {
    const page = await (await openContext()).newPage()
    const wallet = await embed(page, blank(0))
    expect(await wallet.offer(2, stepTimeout)).toEqual([true, false])
    expect(await wallet.offer(1, 1_000)).toEqual([false])
    await page.evaluate(
      ([types, origin]) => {
        for (const type of types) frames[0]?.postMessage({ type, id: 'abc', payload: {} }, origin)
      },
      [names.map((name) => `@w3m-app/${appEvents[name].wire}`), inject('world').frameUrl] as const,
    )
    expect((await wallet.ask('isConnected')).value).toEqual({ isConnected: false })
    // It says to pages that may embed it that it is there, in AppKit's words, before they speak.
    expect(await wallet.heard()).toEqual([{ type: '@w3m-frame/READY', payload: {} }])
  })

  it('[SEC-C-02] is answered listed methods alone, in no other spelling, and reaches nothing of the worker', async () => {
    const page = await (await openContext()).newPage()
    const { wallet } = await signInAt(page, 0, 'fuzz@mail.example')
    const listed = [...safeRpcMethods, ...askRpcMethods]
    const inner = ['create', 'startRelease', 'prove', 'unlock', 'addFactor', 'rotate', 'settleRotation', 'sign', 'lock']
    const wanted = ['reveal', 'kit', 'export', 'exportWallet', 'getMnemonic', 'listFactors', 'releaseFactor', 'recover']
    const others = [
      ...['eth_sign', 'eth_signTransaction', 'eth_signTypedData', 'eth_signTypedData_v1', 'eth_signTypedData_v3'],
      ...[
        'eth_getEncryptionPublicKey',
        'eth_decrypt',
        'personal_ecRecover',
        'personal_importRawKey',
        'debug_storageRangeAt',
      ],
      ...['wallet_exportKeys', 'wallet_getSeedPhrase', 'wallet_addEthereumChain', 'wallet_watchAsset', 'web3_sha3'],
      ...[
        'evm_setBalance',
        'hardhat_impersonateAccount',
        'anvil_setCode',
        'solana_signIn',
        'admin_peers',
        'rpc_modules',
      ],
      ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '0'],
    ]
    const spellings = listed.flatMap((method) => [
      method.toUpperCase(),
      `${method} `,
      ` ${method}`,
      `${method}\0`,
      `${method}\u200b`,
      method.replace('_', '__'),
    ])
    const methods = [...inner, ...wanted, ...others, ...spellings]
    // Not all at a time: what is open beyond the channel's limit is refused for that, and says nothing of the method.
    for (let at = 0; at < methods.length; at += 50) {
      const asked = methods.slice(at, at + 50).map(async (method) => {
        const answer = await wallet.ask('rpcRequest', { method, params: [{}, '0x00'], chainId: 'eip155:31337' })
        expect(answer, method).toMatchObject({ type: 'refusal', code: 'UNSUPPORTED_METHOD' })
      })
      await Promise.all(asked)
    }
    for (const name of [...inner, ...wanted, '__proto__', 'constructor', 'toString'])
      expect(await wallet.ask(name, { group: 0, purpose: 'export' }), name).toMatchObject({ type: 'refusal' })
    // The same door lets through what is listed, so the refusals above say something.
    const read = { method: 'eth_blockNumber', chainId: 'eip155:31337' }
    expect((await wallet.ask('rpcRequest', read)).value).toMatch(/^0x/)
    const frame = createWalletFrame(page)
    await expect.poll(() => frame.screen.count()).toBe(0)
  })

  it('[SEC-C-03] learns nothing of who is signed in on another page, in the same browser and on the same site', async () => {
    const email = 'elsewhere@mail.example'
    const context = await openContext()
    const first = await signInAt(await context.newPage(), 0, email)
    const page = await context.newPage()
    const wallet = await embed(page, blank(1))
    expect(await wallet.offer(1, stepTimeout)).toEqual([true])
    const answers = [
      await wallet.ask('isConnected'),
      await wallet.ask('getUser', {}),
      await wallet.ask('getSecurity'),
      await wallet.ask('setPreferredAccount', { type: 'eoa' }),
      await wallet.ask('rpcRequest', { method: 'eth_accounts' }),
      await wallet.ask('rpcRequest', { method: 'personal_sign', params: ['0x00', first.address] }),
      await wallet.ask('rpcRequest', { method: 'wallet_getCapabilities', params: [first.address] }),
    ]
    expect(answers[0]?.value).toEqual({ isConnected: false })
    expect(answers[1]?.code).toBe('UNAUTHORIZED')
    expect(answers[4]?.value).toEqual([])
    expect(answers[5]?.code).toBe('UNAUTHORIZED')
    const text = JSON.stringify(answers).toLowerCase()
    expect(text).not.toContain(first.address.toLowerCase())
    expect(text).not.toContain(email)
    // What is refused leaves softly.
    await expect.poll(() => createWalletFrame(page).screen.count()).toBe(0)
    // Only where the owner says so by a code does this page get the same wallet.
    expect((await wallet.ask('connectEmail', { email })).value).not.toEqual({ action: 'CONNECT' })
    expect((await first.wallet.ask('isConnected')).value).toEqual({ isConnected: true })
  })
})
