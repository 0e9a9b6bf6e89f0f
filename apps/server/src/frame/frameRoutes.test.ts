import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { createLog } from '../platform/log/log.js'
import { type FrameSite, frameRoutes } from './frameRoutes.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-frame-'))
const script = `export const words = '${'key '.repeat(400)}'`
const place = '<script type="application/json" id="latchkey-frame"></script>'
mkdirSync(join(folder, 'f', 'a1b2'), { recursive: true })
for (const name of ['index', 'security', 'export', 'recover', 'approve', 'restore'])
  writeFileSync(
    join(folder, `${name}.html`),
    `<!doctype html><html><head>${name === 'index' ? place : ''}<title>${name}</title></head><body></body></html>`,
  )
writeFileSync(join(folder, 'f', 'a1b2', 'main.js'), script)
mkdirSync(join(folder, 'images'))
writeFileSync(join(folder, 'images', 'favicon.png'), 'png')
afterAll(() => rmSync(folder, { recursive: true }))

const chain = {
  caip2: 'eip155:31337',
  name: '</script><script>alert(1)</script>',
  rpc: ['http://127.0.0.1:9'],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [{ address: `0x${'11'.repeat(20)}` as const, name: 'Dai', symbol: 'DAI', decimals: 18, price: 1 }],
} as const
const site: FrameSite = {
  folder,
  apiUrl: () => 'https://api.example/base',
  sites: ['https://*.shop.example', 'app.example:8443', 'https://exämple.com'],
  trustedSites: ['https://a.shop.example'],
  chains: [{ ...chain, tokens: [...chain.tokens], rpc: [...chain.rpc] }],
}
const routes = (more: Partial<FrameSite> = {}, origin = 'https://wallet.example') =>
  frameRoutes({ ...site, ...more }, { origin, name: 'Test Wallet', log: createLog('silent') })

describe('frameRoutes', () => {
  it.each([['/sdk'], ['/security'], ['/export'], ['/approve'], ['/restore'], ['/recover'], ['/f/a1b2/main.js']])(
    'SEC-D-03 headers snapshot of %s',
    async (path) => {
      const { headers } = await routes().request(`${path}?projectId=1`)
      const { etag, ...rest } = Object.fromEntries(headers)
      expect(etag).toMatch(/^"[\w-]{22}"$/)
      expect(rest).toMatchSnapshot()
    },
  )

  it('SEC-D-03 a local world lets in this machine alone, and asks for no https', async () => {
    const { headers } = await routes({ sites: 'loopback' }, 'http://localhost:4402').request('/sdk')
    expect(headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:* http://127.0.0.1:*')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  it('SEC-D-03 nobody may embed it when no site is named', async () => {
    const { headers } = await routes({ sites: [] }).request('/sdk')
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'$/)
  })

  it.each(['/sdk', '/security', '/export', '/approve', '/recover', '/loading'])(
    '[SEC-R-13] %s may load no picture from elsewhere, whatever it is told',
    async (path) => {
      const policy = (await routes().request(path)).headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(/img-src ([^;]*)/.exec(policy)?.[1]).toBe("'self' data:")
    },
  )

  it.each(['/sdk', '/security'])('behavior: tells %s its surroundings, and nothing in them can run', async (path) => {
    const html = await (await routes().request(path)).text()
    expect(html.match(/<script/g)).toHaveLength(1)
    const text = /id="latchkey-frame">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(text)).toEqual({
      walletName: 'Test Wallet',
      apiUrl: 'https://api.example/base',
      sites: site.sites,
      trustedSites: ['https://a.shop.example'],
      chains: [
        {
          id: 'eip155:31337',
          name: chain.name,
          nativeCurrency: chain.nativeCurrency,
          tokens: [{ address: chain.tokens[0].address, name: 'Dai', symbol: 'DAI', decimals: 18 }],
          isTestnet: true,
        },
      ],
    })
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('behavior: packs text as %s, and sends nothing twice', async (encoding, unpack) => {
    const app = routes()
    const answer = await app.request('/f/a1b2/main.js', { headers: { 'accept-encoding': `${encoding}, x` } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(unpack(Buffer.from(await answer.arrayBuffer())).toString()).toBe(script)
    const again = { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } }
    expect((await app.request('/f/a1b2/main.js', again)).status).toBe(304)
    const plain = await app.request('/f/a1b2/main.js', { headers: { 'accept-encoding': `${encoding};q=0` } })
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script])
  })

  it('behavior: leads the addresses that clients know to the pages that exist', async () => {
    for (const path of ['/', '/dashboard']) {
      const answer = await routes().request(path)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/security'])
    }
    const loading = await routes().request('/loading')
    expect([loading.status, await loading.text()]).toEqual([200, expect.stringContaining('One moment')])
  })

  it('behavior: an image without a hash in its name is kept for a day only', async () => {
    const answer = await routes().request('/images/favicon.png')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
  })

  it('error: says how to build what was not built, under the same policy', async () => {
    const answer = await routes({ folder: undefined }).request('/sdk')
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('npx vite build apps/frame')])
    expect(answer.headers.get('content-security-policy')).toMatch(/style-src 'sha256-[^']+'.*frame-ancestors https:/)
  })

  it('error: a build that failed is asked for again once it is there', async () => {
    const late = join(folder, 'late')
    const app = routes({ folder: late })
    expect((await app.request('/sdk')).status).toBe(503)
    mkdirSync(late)
    writeFileSync(join(late, 'index.html'), '<title>late</title>')
    expect((await app.request('/sdk')).status).toBe(200)
  })

  it.each(['/f/../index.html', '/f/%2e%2e/index.html', '/f/..%2findex.html', '/f/nothing.js', '/f/', '/index.html'])(
    'error: %s is not there',
    async (path) => expect((await routes().request(path)).status).toBe(404),
  )
})
