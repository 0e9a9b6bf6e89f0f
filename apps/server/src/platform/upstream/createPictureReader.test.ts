import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type RequestOptions,
} from 'node:http'
import type { request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPictureReader } from './createPictureReader.js'
import { isPublicAddress } from './isPublicAddress.js'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(40, 7)])
const url = 'https://pictures.example/v.png'

type Listener = RequestListener
type Options = NonNullable<Parameters<typeof createPictureReader>[0]>

/** A host of this machine in the place of all hosts of the world; it speaks plainly, since nobody has its name certified. */
async function host(listener: Listener, options: Options = {}) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.headers.host?.replace(/:\d+$/, '')}${request.url}`)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const asked: RequestOptions[] = []
  const request = ((given: RequestOptions, done: (response: IncomingMessage) => void) => {
    asked.push(given)
    return httpRequest({ ...given, port }, done)
  }) as unknown as typeof httpsRequest
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  return { read: createPictureReader({ resolve, isAllowed: () => true, request, ...options }), seen, asked }
}

const give =
  (body: string | Buffer, headers: { [name: string]: string } = { 'content-type': 'image/png' }): Listener =>
  (_, response) =>
    response.writeHead(200, headers).end(body)

describe('createPictureReader', () => {
  it('reads a picture by https at the port of https, without a word about who asks', async () => {
    const { read, seen, asked } = await host((request, response) => {
      expect(request.headers).not.toHaveProperty('cookie')
      expect(request.headers).not.toHaveProperty('user-agent')
      give(png)(request, response)
    })
    expect(await read(url)).toEqual({ type: 'image/png', bytes: new Uint8Array(png) })
    expect(asked).toMatchObject([{ host: 'pictures.example', port: 443, path: '/v.png' }])
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['jpeg', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
    ['gif', Buffer.from('GIF89a......'), 'image/gif'],
    ['webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
    ['avif', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0', 'latin1'), 'image/avif'],
  ])('tells %s by its bytes', async (_, bytes, type) => {
    const { read } = await host(give(bytes, { 'content-type': 'image/png; x=y' }))
    expect((await read(url))?.type).toBe(type)
  })

  it.each([
    ['a drawing that can hold a script', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['a drawing that says it is of pixels', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
    ['a page', '<!doctype html>', 'text/html'],
    ['a picture that says it is a page', png, 'text/html'],
    [
      'a drawing behind a mark and a comment',
      '\ufeff<?xml version="1.0"?><!-- GIF89a --><svg xmlns="http://www.w3.org/2000/svg"><script>steal()</script></svg>',
      'image/png',
    ],
    [
      'a drawing with a page inside',
      '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><body onload="steal()"/></foreignObject></svg>',
      'image/gif',
    ],
    [
      'a drawing that loads',
      '<svg xmlns:x="http://www.w3.org/1999/xlink"><image x:href="https://evil.example/x"/></svg>',
      'image/webp',
    ],
    ['nothing', '', 'image/png'],
    ['half a beginning', png.subarray(0, 5), 'image/png'],
  ])('[SEC-R-03] hostile: %s is no picture', async (_, body, type) => {
    const { read } = await host(give(body, { 'content-type': type }))
    expect(await read(url)).toBeUndefined()
  })

  it.each([
    'http://pictures.example/v.png',
    'https://pictures.example:8443/v.png',
    'https://me:secret@pictures.example/v.png',
    'https://127.0.0.1/v.png',
    'https://[::1]/v.png',
    'https://2130706433/v.png',
    'https://0x7f.1/v.png',
    'https://0177.0.0.1/v.png',
    'https://[::ffff:169.254.169.254]/v.png',
    'https://pictures.example@127.0.0.1/v.png',
    'https://127.0.0.1\r\nhost: pictures.example/v.png',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'unix:/var/run/docker.sock',
    'https://localhost/v.png',
    'file:///etc/passwd',
    'ftp://pictures.example/v.png',
    'data:image/png;base64,iVBORw0KGgo=',
    'not an address',
    '',
  ])('[SEC-R-01] hostile: asks nobody for %j', async (address) => {
    const { read, seen, asked } = await host(give(png))
    expect(await read(address)).toBeUndefined()
    expect([seen, asked]).toEqual([[], []])
  })

  it.each([
    ['this machine', ['127.0.0.1']],
    ['this machine by IPv6', ['::1']],
    ['this machine, as IPv6 writes IPv4', ['::ffff:127.0.0.1']],
    ['the data of the cloud', ['169.254.169.254']],
    ['a private network', ['10.1.2.3']],
    ['a public and a private address', ['93.184.215.14', '192.168.0.1']],
    ['no address', []],
    ['what is no address', ['somewhere']],
  ])('[SEC-R-01] hostile: a host that leads to %s is not asked', async (_, addresses) => {
    const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const { read, seen, asked } = await host(give(png), { resolve, isAllowed: isPublicAddress })
    expect(await read(url)).toBeUndefined()
    expect([seen, asked]).toEqual([[], []])
  })

  it('[SEC-R-01] hostile: the connection goes to the address that was looked at, whatever the name means a moment later', async () => {
    let lookups = 0
    const resolve = async () => [{ address: lookups++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
    const { read, seen, asked } = await host(give(png), { resolve, isAllowed: (address) => address === '127.0.0.1' })
    expect(await read(url)).toBeDefined()
    expect([lookups, seen.length]).toEqual([1, 1])
    const { lookup } = asked[0] ?? {}
    const all = await new Promise((done) => lookup?.('x', { all: true }, (_, found) => done(found)))
    const one = await new Promise((done) => lookup?.('x', {}, (_, found) => done(found)))
    expect([all, one]).toEqual([[{ address: '127.0.0.1', family: 4 }], '127.0.0.1'])
  })

  it('follows a redirect to another picture, and three at most', async () => {
    const { read, seen } = await host((request, response) => {
      const step = Number(new URL(request.url ?? '', 'https://x').searchParams.get('step'))
      if (step === 0) return give(png)(request, response)
      response.writeHead(302, { location: `https://next.example/v.png?step=${step - 1}` }).end()
    })
    expect(await read(`${url}?step=3`)).toBeDefined()
    expect(seen.at(-1)).toBe('next.example/v.png?step=0')
    expect(await read(`${url}?step=4`)).toBeUndefined()
  })

  it.each([
    'http://pictures.example/v.png',
    'https://127.0.0.1/v.png',
    'https://inside.example/v.png',
    '//localhost/v.png',
    'https://',
  ])('[SEC-R-01] hostile: a redirect to %s leads nowhere', async (location) => {
    const resolve = async (name: string) => [
      { address: name === 'inside.example' ? '10.0.0.1' : '127.0.0.1', family: 4 },
    ]
    const isAllowed = (address: string) => address === '127.0.0.1'
    const { read, seen, asked } = await host((_, response) => response.writeHead(302, { location }).end(), {
      resolve,
      isAllowed,
    })
    expect(await read(url)).toBeUndefined()
    expect([seen, asked.length]).toEqual([['pictures.example/v.png'], 1])
  })

  it('[SEC-R-04] hostile: what is too large is let go, whether it says so or not, and what is packed too', async () => {
    const large = Buffer.concat([png, Buffer.alloc(600_000)])
    const said = await host(give(png, { 'content-type': 'image/png', 'content-length': '600000' }))
    expect(await said.read(url)).toBeUndefined()
    const unsaid = await host((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      response.write(large.subarray(0, 300_000))
      response.end(large.subarray(300_000))
    })
    expect(await unsaid.read(url)).toBeUndefined()
    const packed = await host(give(png, { 'content-type': 'image/png', 'content-encoding': 'gzip' }))
    expect(await packed.read(url)).toBeUndefined()
  })

  it.each([
    ['never answers', () => {}],
    [
      'says its first byte and no more',
      (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).write(png),
    ],
    ['hangs up', (request) => void request.socket.destroy()],
    ['has none', (_, response) => void response.writeHead(404).end()],
  ] as [string, Listener][])('error: a host that %s gives no picture', async (_, listener) => {
    const { read, seen } = await host(listener, { timeout: 1_500 })
    expect(await read(url)).toBeUndefined()
    expect(seen).toHaveLength(1)
  })

  it('error: a name that nobody knows, or that is looked up for ever, gives no picture', async () => {
    const unknown = await host(give(png), { resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    expect(await unknown.read(url)).toBeUndefined()
    const slow = await host(give(png), { resolve: () => new Promise(() => {}), timeout: 100 })
    expect(await slow.read(url)).toBeUndefined()
  })

  it('reads 16 at once and no more', async () => {
    const waiting: (() => void)[] = []
    const { read } = await host((request, response) => waiting.push(() => give(png)(request, response)))
    const first = Array.from({ length: 16 }, () => read(url))
    expect(await read(url)).toBeUndefined()
    await expect.poll(() => waiting.length).toBe(16)
    for (const answer of waiting) answer()
    expect((await Promise.all(first)).every((picture) => picture !== undefined)).toBe(true)
    waiting.length = 0
    const next = read(url)
    await expect.poll(() => waiting.length).toBe(1)
    waiting[0]?.()
    expect(await next).toBeDefined()
  })
})

describe('isPublicAddress', () => {
  it.each(['93.184.215.14', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00::1'])(
    'lets %s through',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.255.255.255',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::',
    'localhost',
    '127.1',
    '',
  ])('hostile: stops %s', (address) => expect(isPublicAddress(address)).toBe(false))

  // The blocks of both registries that are not reachable from everywhere, and what is for groups.
  it.each([
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.0.2.0', '192.0.2.255'],
    ['192.88.99.0', '192.88.99.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['198.51.100.0', '198.51.100.255'],
    ['203.0.113.0', '203.0.113.255'],
    ['224.0.0.0', '239.255.255.255'],
    ['240.0.0.0', '255.255.255.255'],
    ['::', '::1'],
    ['::ffff:0:0', '::ffff:ffff:ffff'],
    ['64:ff9b::', '64:ff9b::ffff:ffff'],
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['100::', '100::ffff:ffff:ffff:ffff'],
    ['100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('[SEC-R-02] hostile: stops the special block from %s to %s', (first, last) => {
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false])
  })
})
