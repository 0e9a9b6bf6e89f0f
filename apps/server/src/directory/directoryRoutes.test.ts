import { createHash } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refusal } from '@latchkey/protocol/api'
import { type WalletEntry, walletEntry, walletList } from '@latchkey/protocol/directory'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestServer } from '../../test/startTestServer.js'
import { createLog } from '../platform/log/log.js'
import type { RunningServer } from '../startServer.js'
import { createDirectory, type Directory } from './createDirectory.js'

const metaMask = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'
const trust = '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0'
const folder = mkdtempSync(join(tmpdir(), 'latchkey-wallets-'))
const file = join(folder, 'wallets.json')
let server: RunningServer

/** A hundred wallets of the operator's, so that there are pages to turn. */
const own = Array.from({ length: 100 }, (_, index) => ({
  id: index.toString(16).padStart(64, '0'),
  name: `Own ${String(index).padStart(3, '0')}`,
  badge_type: index < 5 ? 'certified' : 'none',
  chains: index < 50 ? ['eip155:1'] : ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ...(index === 7 ? { image_url: 'https://pictures.example/7.png', rdns: 'example.seven' } : {}),
}))

beforeAll(async () => {
  writeFileSync(file, JSON.stringify(own))
  server = await startTestServer({ env: { LATCHKEY_WALLETS_FILE: file } })
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(query: string, init: RequestInit = {}) {
  const response = await fetch(`${server.url}/getWallets?projectId=x&st=latchkey&sv=core-1&${query}`, init)
  expect(response.status).toBe(200)
  const { count, data } = walletList.parse(await response.json())
  return { count, wallets: data.map((one) => walletEntry.parse(one)) }
}

const namesOf = (wallets: readonly WalletEntry[]) => wallets.map(({ name }) => name)

describe('the list of wallets', () => {
  it('[S7-136] answers with wallets that can be opened, found and told apart, and with how many there are', async () => {
    const { count, wallets } = await ask(`include=${metaMask}`)
    expect(count).toBe(1)
    expect(wallets[0]).toMatchObject({
      id: metaMask,
      name: 'MetaMask',
      homepage: 'https://metamask.io/',
      mobile_link: 'metamask://',
      app_store: 'https://apps.apple.com/app/id1438144202',
      rdns: 'io.metamask',
    })
    expect(wallets[0]).not.toHaveProperty('namespaces')
    const all = await ask('entries=100')
    expect(all.count).toBeGreaterThan(140)
    expect(new Set(all.wallets.map(({ id }) => id)).size).toBe(100)
  })

  it('[S7-139] [S9-08] gives pages, 40 wallets long where nothing else is asked, without gap or overlap', async () => {
    const seen: string[] = []
    for (let page = 1; ; page++) {
      const { count, wallets } = await ask(`page=${page}`)
      if (wallets.length < 40) expect(seen.length + wallets.length).toBe(count)
      seen.push(...wallets.map(({ id }) => id))
      if (wallets.length < 40) break
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect((await ask('page=2&entries=3')).wallets.map(({ id }) => id)).toEqual(seen.slice(3, 6))
    expect((await ask('page=9000')).wallets).toEqual([])
  })

  it('[S7-140] searches in names, whatever their case and the space around, best first', async () => {
    expect(namesOf((await ask('search=%20mETAma%20')).wallets)).toEqual(['MetaMask'])
    const { count, wallets } = await ask('search=own%2000&entries=100')
    expect(count).toBe(10)
    expect(namesOf(wallets)).toContain('Own 009')
    expect((await ask('search=nobody has this name')).count).toBe(0)
    expect(namesOf((await ask('search=r')).wallets)[0]).toMatch(/^R/)
  })

  it('[S7-141] includes and excludes by id, and joins that with the rest', async () => {
    expect(namesOf((await ask(`include=${metaMask},${trust},nonsense`)).wallets)).toEqual(['MetaMask', 'Trust Wallet'])
    const { count } = await ask('entries=1')
    const without = await ask(`entries=100&exclude=${metaMask}`)
    expect(without.count).toBe(count - 1)
    expect((await ask(`include=${metaMask}&exclude=${metaMask}`)).count).toBe(0)
    expect((await ask(`include=${metaMask}&search=trust`)).count).toBe(0)
  })

  it('[S7-141] keeps to chains, badge and rdns', async () => {
    const solana = await ask('chains=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp&search=own&entries=100')
    expect(solana.count).toBe(50)
    // A wallet of a whole family takes a chain that nobody has heard of, and names it, as clients filter by it.
    const local = await ask('chains=eip155:31337&entries=100')
    expect(namesOf(local.wallets)).toContain('MetaMask')
    expect(namesOf(local.wallets)).not.toContain('Xverse')
    expect(local.wallets.every(({ chains }) => chains?.includes('eip155:31337'))).toBe(true)
    expect((await ask('badge_type=certified')).count).toBe(5)
    expect(namesOf((await ask('rdns=example.seven')).wallets)).toEqual(['Own 007'])
  })

  it('answers an unchanged list with nothing but that it is unchanged', async () => {
    const url = `${server.url}/getWallets?projectId=x`
    const first = await fetch(url)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toContain('max-age=300')
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    const headers = { 'if-none-match': `"other", W/${etag}` }
    expect((await fetch(url, { headers, cache: 'no-store' })).status).toBe(304)
    expect((await fetch(`${url}&page=2`, { headers, cache: 'no-store' })).status).toBe(200)
  })

  it('behavior: is through with tags that are nothing but blanks, which a pattern would go through again from each of them', async () => {
    const headers = { 'if-none-match': `"a"${' '.repeat(15_000)}"b"` }
    const url = `${server.url}/getWallets?projectId=x`
    for (let at = 0; at < 300; at++) expect((await fetch(url, { headers, cache: 'no-store' })).status).toBe(200)
  })

  it.each(['page=0', 'page=x', 'page=1.5', 'entries=0', 'entries=101', 'badge_type=gold', `search=${'x'.repeat(101)}`])(
    'refuses %s',
    async (query) => {
      const response = await fetch(`${server.url}/getWallets?projectId=x&${query}`)
      expect(response.status).toBe(422)
      expect(refusal.parse(await response.json()).reasons[0]?.field).toBe(query.slice(0, query.indexOf('=')))
    },
  )

  it('takes no other method', async () => {
    expect((await fetch(`${server.url}/getWallets`, { method: 'POST', body: '{}' })).status).toBe(405)
  })
})

describe('pictures of wallets', () => {
  it('[S7-137] serves the logo of a wallet by its hash, and it can run and load nothing', async () => {
    const { wallets } = await ask(`include=${metaMask}`)
    const id = wallets[0]?.image_id
    const response = await fetch(`${server.url}/getWalletImage/${id}?projectId=x`)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const text = await response.text()
    expect(createHash('sha256').update(text).digest('hex')).toBe(id)
    expect(text).toContain('#FF5C16')
    const byWallet = await fetch(`${server.url}/getWalletImage/${metaMask}`)
    expect(await byWallet.text()).toBe(text)
  })

  it('draws the letter of a wallet that has no logo', async () => {
    const { wallets } = await ask('search=leather')
    const response = await fetch(`${server.url}/getWalletImage/${wallets[0]?.image_id}`)
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(await response.text()).toMatch(/^<svg .*>L<\/text><\/svg>$/)
  })

  it('[S7-137] draws a letter where the operator wants no logo, under another address than before', async () => {
    const log = createLog('silent')
    const all = createDirectory({ log })
    const without = createDirectory({ letters: ['metamask', 'Coinbase Wallet'], log })
    const none = createDirectory({ letters: ['*'], log })
    const pictureOf = (directory: Directory, id: string) =>
      directory.list({ page: 1, entries: 1, include: [id] }).data[0]?.image_id ?? ''
    const logo = pictureOf(all, metaMask)
    const letter = { svg: expect.stringMatching(/>M<\/text>/) }
    expect(without.image(logo)).toBeUndefined()
    expect(without.image(pictureOf(without, metaMask))).toEqual(letter)
    expect(without.image(pictureOf(all, trust))).toEqual(all.image(pictureOf(all, trust)))
    expect(none.image(pictureOf(none, trust))).toEqual({ svg: expect.stringMatching(/>T<\/text>/) })
    expect(() => createDirectory({ letters: ['Metamsk'], log })).toThrowError(/LATCHKEY_WALLET_LETTERS names 'Metamsk'/)
  })

  it('[S7-137] leads to the picture that the operator names, and knows no others', async () => {
    const { wallets } = await ask('rdns=example.seven')
    const init = { redirect: 'manual' } as const
    const response = await fetch(`${server.url}/getWalletImage/${wallets[0]?.image_id}`, init)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('https://pictures.example/7.png')
    for (const id of ['nothing', '..%2F..%2Fpackage.json', '__proto__'])
      expect((await fetch(`${server.url}/getWalletImage/${id}`)).status).toBe(404)
  })
})

describe('the operator’s file', () => {
  let directory: Directory | undefined
  afterEach(() => directory?.close())
  const log = createLog('silent')
  const count = () => directory?.list({ page: 1, entries: 1 }).count
  const put = (text: string) => {
    writeFileSync(join(folder, 'next.json'), text)
    renameSync(join(folder, 'next.json'), join(folder, 'live.json'))
  }

  it('is read again when it changes, and a bad one changes nothing and says so', async () => {
    const error = vi.spyOn(log, 'error')
    put(JSON.stringify({ replace: true, data: own.slice(0, 3) }))
    directory = createDirectory({ file: join(folder, 'live.json'), interval: 20, log })
    expect(count()).toBe(3)
    put(JSON.stringify({ replace: true, data: own.slice(0, 7) }))
    await vi.waitFor(() => expect(count()).toBe(7), 10_000)
    put('{ broken')
    await vi.waitFor(() => expect(error).toHaveBeenCalled(), 10_000)
    expect(count()).toBe(7)
    put(JSON.stringify({ replace: true, data: own.slice(0, 8) }))
    await vi.waitFor(() => expect(count()).toBe(8), 10_000)
  })

  it.each([
    ['no JSON', '{'],
    ['another shape', '{"wallets":[]}'],
    ['an id of another form', JSON.stringify([{ ...own[0], id: 'x' }])],
    ['a wallet twice', JSON.stringify([own[0], own[0]])],
    ['a link that runs a script', JSON.stringify([{ ...own[0], mobile_link: 'javascript:alert(1)' }])],
    ['a page over an open line', JSON.stringify([{ ...own[0], homepage: 'http://example.com' }])],
    ['a family that does not exist', JSON.stringify([{ ...own[0], namespaces: ['abc'] }])],
  ])('is refused at the start with %s', (_, text) => {
    put(text)
    expect(() => createDirectory({ file: join(folder, 'live.json'), log })).toThrowError(
      expect.objectContaining({ code: 'INVALID_CONFIG' }),
    )
  })
})
