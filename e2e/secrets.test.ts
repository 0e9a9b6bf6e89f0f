import { createDecipheriv, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { learnRandomness, overhear, readHeaps, readWindow, tapWire } from './eavesdrop.js'
import { eventually } from './eventually.js'
import { openWalletWindow, readWords, takeCode } from './pages/walletWindow.js'
import { findSecrets, keysOf, type Secrets, wordsOf } from './secretForms.js'
import { signIn } from './steps.js'

const { visit } = useBrowser('parted')
const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** Visits with ears everywhere; the page is of another site than the wallet, as on the web. */
async function visitTapped(options: Parameters<typeof visit>[0] = {}) {
  let drawn: ((page: Page) => Promise<Uint8Array[]>) | undefined
  let tapped: ReturnType<typeof tapWire> | undefined
  const site = await visit({
    ...options,
    foreign: true,
    async before(context) {
      await overhear(context)
      drawn = await learnRandomness(context)
      tapped = tapWire(context)
    },
  })
  if (!drawn || !tapped) throw new Error('Nothing was tapped')
  return { site, drawn, tapped }
}

const xor = (a: Uint8Array, b: Uint8Array) => a.map((byte, at) => byte ^ (b[at] ?? 0))

/** All that a wallet hides, out of what its workers drew: its entropy is known by the address, its key comes right after it. */
function secretsOf(drawn: readonly Uint8Array[], address: string) {
  const of = (entropy: Uint8Array) => mnemonicToAccount(wordsOf(entropy)).address
  const at = drawn.findIndex((bytes) => bytes.length === 32 && of(bytes) === address)
  const [entropy, key] = drawn.slice(at)
  if (at < 0 || !entropy || !key) throw new Error('The worker drew nothing that leads to the address')
  const words = wordsOf(entropy)
  const halves = drawn.flatMap((half, index) =>
    half === key || half === entropy
      ? []
      : [
          [`drawn ${index}: a server half or a one-time key`, half] as const,
          [`drawn ${index} with the key: a client half`, xor(key, half)] as const,
        ],
  )
  const secrets: Secrets = { entropy, 'wallet key': key, ...keysOf(words), ...Object.fromEntries(halves) }
  return { entropy, key, words, secrets }
}

/** Opens AES-GCM without asking for its tag, which is made with names that are of no interest here. */
function openUnasked(key: Uint8Array, sealed: Uint8Array): Uint8Array {
  const counter = Buffer.concat([sealed.subarray(0, 12), Buffer.of(0, 0, 0, 2)])
  return Uint8Array.from(createDecipheriv('aes-256-ctr', key, counter).update(sealed.subarray(12, -16)))
}

async function signMessage({ page, frame }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Sign message' }).click()
  await frame.approve()
  await page.getByText(/^Verified: signed by 0x/).waitFor()
  await frame.isHidden()
}

async function send({ page, home, modal, frame }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Get test funds' }).click()
  await eventually(() => home.fact('Balance').textContent()).toMatch(/[1-9]\d* ETH/)
  await home.accountButton.click()
  await modal.button('Send').click()
  await modal.dialog.getByRole('textbox', { name: 'Amount' }).fill('0.25')
  await modal.dialog.getByRole('textbox', { name: 'To' }).fill(receiver)
  await modal.button('Review').click()
  await modal.button('Send 0.25 ETH').click()
  await frame.approve()
  await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
  await modal.button('Done').click()
}

/** The database with its journal, byte for byte, also what was deleted meanwhile. */
function readDatabase(folder: string): string {
  return readdirSync(folder, { recursive: true })
    .map((file) => join(folder, String(file)))
    .map((file) => {
      try {
        return statSync(file).isFile() ? readFileSync(file, 'latin1') : ''
      } catch {
        // The database lives on: it puts files away meanwhile.
        return ''
      }
    })
    .join('\n')
}

async function readMails(email: string): Promise<string> {
  return (await fetch(`${inject('world').inboxUrl}/messages?to=${encodeURIComponent(email)}`)).text()
}

describe('the secrets of an embedded wallet', () => {
  it('[SEC-C-01] stay in its worker through sign-up, signatures, a transfer, a reload, a recovery code and an export', async () => {
    const email = 'secret@mail.example'
    const { site, drawn, tapped } = await visitTapped()
    const { page, home, modal } = site
    const address = await signIn(site, email)
    const made = await drawn(page)
    await modal.close()
    await signMessage(site)
    await send(site)
    const before = await readWindow(page)
    await page.reload()
    await eventually(() => home.address.textContent()).toBe(address)
    await signMessage(site)
    const opened = await drawn(page)
    await home.accountButton.click()
    const security = await openWalletWindow(site, /^Passkeys and recovery code/)
    const code = await takeCode(security, /^Make a recovery code/)
    await security.getByText('The recovery code opens your wallet now.').waitFor()
    const added = await drawn(security)
    const after = await readWindow(page)
    const atSecurity = await readWindow(security)
    const heaps = { 'heaps of page and frame': await readHeaps(page), 'heap of /security': await readHeaps(security) }
    await security.getByRole('link', { name: 'Export the wallet' }).click()
    const shown = await readWords(security, site, email)
    const exported = await drawn(security)
    const atExport = await readWindow(security)

    const { wire, console: written } = await tapped()
    const { entropy, key, words, secrets } = secretsOf([...made, ...opened, ...added, ...exported], address)
    // What is looked for is what this wallet really hides.
    expect(shown).toBe(words)
    const blob = Buffer.from(/"blob":"([\w-]+)"/.exec(wire)?.[1] ?? '', 'base64url')
    expect(openUnasked(key, blob)).toEqual(entropy)
    expect(Math.min(made.length, added.length)).toBeGreaterThan(1)

    const places = {
      'messages of page and frame': before.messages + after.messages,
      'storage of page and frame': before.storage + after.storage,
      ...heaps,
      wire,
      console: written,
      mails: await readMails(email),
      database: readDatabase(inject('world').databaseDir),
      'messages of /security': atSecurity.messages,
      'storage of /security': atSecurity.storage,
      'storage of /export': atExport.storage,
    }
    for (const [place, text] of Object.entries(places)) {
      const isWithOwner = place.endsWith('/security')
      const hidden = { ...secrets, words, ...(isWithOwner ? {} : { 'recovery code': code }) }
      expect(findSecrets(text, hidden), place).toEqual([])
    }
    // Four words at a time are what this window is for.
    expect(findSecrets(atExport.messages, secrets)).toEqual([])
    expect(findSecrets(atExport.messages, { words })).toEqual(['words'])

    // Each place was really read: what is no secret stands there.
    for (const place of ['messages of page and frame', 'storage of page and frame', 'heaps of page and frame', 'wire'])
      expect(places[place as keyof typeof places], place).toContain(address)
    for (const place of ['heap of /security', 'messages of /security', 'database'] as const)
      expect(places[place].toLowerCase(), place).toContain(address.toLowerCase())
    expect(places.mails).toContain('is your code')
  }, 300_000)

  it('would be found, in each form, wherever they were', async () => {
    // The page's server takes no POST, and the browser says so.
    const { site, tapped } = await visitTapped({ expects: [/status of 405/] })
    const { page } = site
    const planted = Object.fromEntries(
      ['message', 'port', 'storage', 'cookie', 'database', 'heap', 'request', 'url', 'console'].map((name) => [
        name,
        Uint8Array.from(randomBytes(32)),
      ]),
    )
    const words = wordsOf(Uint8Array.from(randomBytes(32)))
    const hex = Object.fromEntries(
      Object.entries(planted).map(([name, bytes]) => [name, Buffer.from(bytes).toString('hex')]),
    )
    await page.evaluate(
      async ({ hex, words }) => {
        const of = (name: string) =>
          Uint8Array.from(hex[name]?.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
        const base64 = (name: string) => btoa(String.fromCharCode(...of(name)))
        window.postMessage({ nested: { bytes: of('message') } }, location.origin)
        const { port1, port2 } = new MessageChannel()
        port2.onmessage = () => {}
        port1.postMessage([...of('port')])
        sessionStorage.setItem('some', `prefix${base64('storage')}`)
        // biome-ignore lint/suspicious/noDocumentCookie: what is kept is read back wherever it was put
        document.cookie = `some=${(hex.cookie ?? '').toUpperCase()}`
        const database = await new Promise<IDBDatabase>((resolve) => {
          const opening = indexedDB.open('planted', 1)
          opening.onupgradeneeded = () => opening.result.createObjectStore('some')
          opening.onsuccess = () => resolve(opening.result)
        })
        await new Promise((resolve) => {
          const transaction = database.transaction('some', 'readwrite')
          transaction.objectStore('some').put(of('database'), 'key')
          transaction.oncomplete = resolve
        })
        database.close()
        Object.assign(window, { planted: `${hex.heap} and ${words}` })
        await fetch('/', { method: 'POST', body: JSON.stringify({ key: base64('request') }) })
        await fetch(`/?key=${base64('url').replaceAll('+', '-').replaceAll('/', '_')}`)
        console.log([...of('console')].join(', '))
      },
      { hex, words },
    )
    const [{ messages, storage }, heap] = [await readWindow(page), await readHeaps(page)]
    const { wire, console: written } = await tapped()
    expect(findSecrets(messages, planted).sort()).toEqual(['message', 'port'])
    expect(findSecrets(storage, planted).sort()).toEqual(['cookie', 'database', 'storage'])
    expect(findSecrets(heap, { heap: planted.heap ?? '', words })).toEqual(['heap', 'words'])
    expect(findSecrets(wire, planted)).toEqual(expect.arrayContaining(['request', 'url']))
    expect(findSecrets(written, planted)).toContain('console')
  })
})
