import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StaticServer, serveStatic, withConfig } from './static.js'

const script = `export const text = '${'a'.repeat(2000)}'\n`
let root: string
let server: StaticServer

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'static-'))
  const folder = join(root, 'site')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(root, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head><title>x</title></head><body></body></html>')
  writeFileSync(join(folder, 'assets/main-a1b2.js'), script)
  server = await serveStatic({
    folder,
    port: 0,
    config: { name: '</script><script>alert(1)</script>' },
    allow: { scripts: ['http://w.test'], images: ['http://i.test'], connections: ['http://c.test', 'ws://c.test'] },
  })
})

afterAll(async () => {
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})

describe('serveStatic', () => {
  it('behavior: tells the page its surroundings, and no part of them can run', async () => {
    const html = await (await fetch(server.url)).text()
    expect(html.match(/<script/g)).toHaveLength(1)
    const [, text = ''] = /id="latchkey-config">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(text)).toEqual({ name: '</script><script>alert(1)</script>' })
    expect(withConfig('<p>', { a: '$&' })).toContain('{"a":"$&"}')
  })

  it('behavior: the policy lets the page reach only what it is told of', async () => {
    const answer = await fetch(server.url)
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' http://w.test; style-src 'self'; img-src 'self' data: http://i.test; font-src 'self'; connect-src 'self' http://c.test ws://c.test; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('behavior: packs text as %s', async (encoding, unpack) => {
    const { headers, body } = await raw('/assets/main-a1b2.js', { 'accept-encoding': encoding })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(unpack(body).toString()).toBe(script)
  })

  it('behavior: packs nothing for who refuses it, and sends nothing twice', async () => {
    const plain = await raw('/assets/main-a1b2.js', { 'accept-encoding': 'br;q=0' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    const again = await raw('/assets/main-a1b2.js', { 'if-none-match': String(plain.headers.etag) })
    expect([again.status, again.body.length]).toEqual([304, 0])
    const head = await raw('/', {}, 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
  })

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/nothing',
    '/%',
    '//x',
  ])('error: %s is not found', async (path) => {
    expect((await raw(path)).status).toBe(404)
  })

  it('error: only reading is allowed', async () => {
    const { status, headers } = await raw('/', {}, 'POST')
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

// `fetch` mends paths and unpacks by itself, so the request is made by hand.
function raw(path: string, headers: { [name: string]: string } = {}, method = 'GET') {
  const { hostname, port } = new URL(server.url)
  return new Promise<{ status: number; headers: { [name: string]: unknown }; body: Buffer }>((resolve, reject) => {
    const call = request({ hostname, port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    })
    call.once('error', reject)
    call.end()
  })
}
