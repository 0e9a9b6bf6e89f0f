import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startProcess } from '../../test/startProcess.js'
import { runCommand } from '../runCommand.js'
import { type RunningServer, startServer } from '../startServer.js'
import { visitors } from './askAsBrowser.js'
import { type FrameRelease, readRelease, sha256 } from './readRelease.js'
import { readSeconds } from './readSeconds.js'
import { verifyFrame } from './verifyFrame.js'
import { watchFrame } from './watchFrame.js'

// One look is more than a hundred calls.
const slow = { timeout: 60_000 }
const root = fileURLToPath(new URL('../../../../', import.meta.url))

type Passing = { status: number; headers: { [name: string]: string }; body: Buffer }
type Tamper = (path: string, answer: Passing, request: IncomingMessage) => void

let folder: string
let server: RunningServer
let release: FrameRelease
let front: Server
let frontUrl: string
let tamper: Tamper = () => {}

function pack(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  return encoding === 'gzip' ? gzipSync(body) : body
}

/** A host in front of the wallet that may change what passes. It keeps the wallet's origin: only its port is another. */
async function startTamperer(target: string): Promise<Server> {
  const proxy = createServer((request, response) => {
    const headers = { ...(request.headers as { [name: string]: string }), host: new URL(target).host }
    const path = request.url ?? '/'
    get(new URL(path, target), { headers }, (upstream) => {
      const parts: Buffer[] = []
      upstream.on('data', (part: Buffer) => parts.push(part))
      upstream.on('end', () => {
        const packed = Buffer.concat(parts)
        const encoding = upstream.headers['content-encoding']
        const plain =
          encoding === 'br' ? brotliDecompressSync(packed) : encoding === 'gzip' ? gunzipSync(packed) : packed
        const own = Object.fromEntries(
          Object.entries(upstream.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
        )
        const answer: Passing = { status: upstream.statusCode ?? 0, headers: own, body: Buffer.from(plain) }
        tamper(path, answer, request)
        const body = answer.body.equals(plain) ? packed : pack(answer.body, encoding)
        const { 'transfer-encoding': _, 'content-length': __, connection: ___, ...rest } = answer.headers
        response.writeHead(answer.status, { ...rest, 'content-length': body.length })
        response.end(body)
      })
    }).on('error', () => response.writeHead(502).end())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return proxy
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-verify-'))
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', join(root, 'apps', 'frame'), '--outDir', folder])
  release = readRelease(folder) ?? expect.unreachable('the build has no release')
  server = await startServer({
    port: 0,
    dataDir: false,
    frameDir: folder,
    env: { LATCHKEY_WALLET_PORT: '0', LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:9', LATCHKEY_WALLET_NAME: 'Shop <Wallet>' },
  })
  front = await startTamperer(server.walletUrl ?? '')
  frontUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
})
afterAll(async () => {
  front?.close()
  front?.closeAllConnections()
  await server?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

async function differencesWith(change: Tamper, more: Partial<Parameters<typeof verifyFrame>[1]> = {}) {
  tamper = change
  try {
    return (await verifyFrame(frontUrl, { release, visitors, ...more })).differences
  } finally {
    tamper = () => {}
  }
}
const script = () => Object.keys(release.files).find((path) => path.endsWith('/index.js')) ?? ''

describe('verifyFrame', () => {
  it('[SEC-D-01] finds nothing to say about a server that serves the release, behind a proxy or not', async () => {
    for (const url of [server.walletUrl ?? '', frontUrl]) {
      const { compared, differences, settings } = await verifyFrame(url, { release, visitors })
      expect(differences).toEqual([])
      // Each visitor: 5 pages, every other file, 8 addresses besides; and the release once.
      expect(compared).toBe(3 * (Object.keys(release.files).length + 8) + 1)
      expect(settings).toMatchObject({
        walletName: 'Shop <Wallet>',
        sites: 'loopback',
        trustedSites: ['http://localhost:*'],
      })
    }
  })

  it('[SEC-D-01] names each file of which one byte is another, a page or not', async () => {
    for (const path of [`/${script()}`, '/images/favicon.png', '/recover', '/loading', '/frame-release.json']) {
      const differences = await differencesWith((asked, answer) => {
        const place = answer.body.length - 9
        if (asked === path) answer.body.writeUInt8(answer.body.readUInt8(place) ^ 1, place)
      })
      expect(differences.map((each) => each.path)).toEqual([path])
    }
  })

  const html =
    (change: (text: string) => string): Tamper =>
    (path, answer) => {
      if (path === '/sdk') answer.body = Buffer.from(change(answer.body.toString()))
    }
  it.each<[string, (text: string) => string, string]>([
    [
      'a script from elsewhere',
      (text) => text.replace('</head>', '<script src="https://evil.example/a.js"></script></head>'),
      'refers to https://evil.example/a.js, which the release does not have',
    ],
    [
      'a script in the page',
      (text) => text.replace('</head>', '<script>steal()</script></head>'),
      'has a script of its own',
    ],
    [
      'another file of its own origin',
      (text) => text.replace(/\/f\/[\w-]+\/index\.js/, '/f/00000000/index.js'),
      'refers to /f/00000000/index.js, which the release does not have',
    ],
    [
      'a base',
      (text) => text.replace('<head>', '<head><base href="//evil.example/">'),
      'refers to //evil.example/, which the release does not have',
    ],
    ['an attribute', (text) => text.replace('<body>', '<body hidden>'), 'is not index.html of the release'],
    [
      'a second block of settings',
      (text) => text.replace('</head>', '<script type="application/json" id="latchkey-frame">{}</script></head>'),
      'is not index.html of the release',
    ],
    [
      'settings that go on as markup',
      (text) => text.replace('"walletName":"', '"walletName":"<!--<script>'),
      'has no settings that can be read',
    ],
    [
      'a setting that nobody knows',
      (text) => text.replace('"walletName"', '"extra":1,"walletName"'),
      'has no settings that can be read',
    ],
  ])('[SEC-D-01] names %s in a page', async (_, change, what) => {
    const differences = await differencesWith(html(change))
    expect(differences.filter(({ path }) => path === '/sdk').map((each) => each.what)).toContain(what)
  })

  it.each([
    ['/sdk', 'content-security-policy'],
    ['/export', 'content-security-policy'],
    ['/recover', 'cross-origin-opener-policy'],
    ['/security', 'x-content-type-options'],
    ['/device', 'content-security-policy'],
  ])('[SEC-D-01] names the header that %s lost: %s', async (page, name) => {
    const differences = await differencesWith((path, { headers }) => {
      if (path === page) delete headers[name]
    })
    expect(differences).toEqual([{ path: page, what: `lacks ${name}`, seenBy: [] }])
  })

  it('[SEC-D-01] names a policy that lets more in, and a header that has more loaded', async () => {
    const differences = await differencesWith((path, { headers }) => {
      if (path === '/sdk') headers['content-security-policy'] += ' https://evil.example'
      if (path === `/${script()}`) headers['content-security-policy'] = "script-src 'self'"
      if (path === '/approve') headers.link = '</f/x.js>; rel=modulepreload'
    })
    expect(differences.map(({ path, what }) => [path, what.split(/[ :]/).slice(0, 2).join(' ')])).toEqual([
      ['/sdk', 'content-security-policy is'],
      ['/approve', 'has link'],
      [`/${script()}`, 'content-security-policy is'],
    ])
  })

  it('[SEC-D-01] sees settings that one page or one browser is given, and those that were not agreed', async () => {
    const apiOf =
      (path: string): Tamper =>
      (asked, answer, request) => {
        if (asked !== path || !/Firefox/.test(request.headers['user-agent'] ?? '')) return
        answer.body = Buffer.from(answer.body.toString().replace('"apiUrl":"http://', '"apiUrl":"https://'))
        answer.headers['content-security-policy'] = answer.headers['content-security-policy']!.replace(
          /connect-src 'self' http:/,
          "connect-src 'self' https:",
        )
      }
    const has = (what: string, path: string) => ({ path, what, seenBy: ['Firefox'] })
    expect(await differencesWith(apiOf('/export'))).toEqual([has('has other settings than /sdk', '/export')])
    expect(await differencesWith(apiOf('/sdk'))).toContainEqual(has('has other settings than for Chromium', '/sdk'))
    const { settings } = await verifyFrame(frontUrl, { release, visitors })
    expect(await differencesWith(() => {}, { settings: settings?.hash ?? '' })).toEqual([])
    const other = await differencesWith(() => {}, { settings: sha256('other') })
    expect(other.map(({ what }) => what)).toEqual([`has the settings ${settings?.hash}, not ${sha256('other')}`])
  })

  it('[SEC-D-01] sees what only one browser, one encoding or a browser that was named is served; not what nobody asks as', async () => {
    const only =
      (agent: RegExp): Tamper =>
      (path, answer, request) => {
        if (path === `/${script()}` && agent.test(request.headers['user-agent'] ?? ''))
          answer.body = Buffer.concat([answer.body, Buffer.from('\n')])
      }
    expect((await differencesWith(only(/iPhone/))).map(({ path, seenBy }) => [path, seenBy])).toEqual([
      [`/${script()}`, ['Safari']],
    ])
    // The limit that docs/verify-frame.md names.
    expect(await differencesWith(only(/Victim/))).toEqual([])
    const named = { name: 'the one named', userAgent: 'Victim/1', acceptEncoding: 'br' }
    const found = await differencesWith(only(/Victim/), { visitors: [...visitors, named] })
    expect(found.map(({ seenBy }) => seenBy)).toEqual([['the one named']])
  })

  it('[SEC-D-01] names what answers 500, leads elsewhere or cannot be reached', async () => {
    const differences = await differencesWith((path, answer) => {
      if (path === '/approve') answer.status = 500
      if (path === '/') answer.headers.location = 'https://evil.example/'
    })
    expect(differences).toEqual([
      { path: '/approve', what: 'answers 500', seenBy: [] },
      { path: '/', what: 'answers 302 https://evil.example/, not 302 /security', seenBy: [] },
    ])
    expect(
      await differencesWith((path, answer) => {
        if (path === '/freeze') delete answer.headers['content-security-policy']
      }),
    ).toEqual([{ path: '/freeze', what: 'lacks content-security-policy', seenBy: [] }])
    const gone = await verifyFrame('http://127.0.0.1:9', { release, visitors })
    expect(gone.differences).toContainEqual({ path: '/sdk', what: 'cannot be had: ECONNREFUSED', seenBy: [] })
  })
})

describe('a page that is made to keep the comparison busy, or to write its own verdict', () => {
  const served = async (body: string) => {
    tamper = (path, answer) => {
      if (path === '/approve') answer.body = Buffer.from(body)
    }
    const lines: string[] = []
    const isSame = await watchFrame(frontUrl, { folder, write: (text) => lines.push(text) })
    tamper = () => {}
    expect(isSame).toBe(false)
    return lines.join('')
  }

  it('[SEC-D-01] is named, though it has 200 000 beginnings of scripts without an end', async () => {
    expect(await served('<script'.repeat(200_000))).toContain('/approve  ')
  })

  it('[SEC-D-01] is named, though it refers to a million things', async () => {
    expect(await served(' src=a'.repeat(1_000_000))).toMatch(/\/approve {2}refers to a, which/)
  })

  it('[SEC-D-01] is named in words that are all seen: none of its own clears the screen or begins a line', async () => {
    const said = await served('<img src=\x1b[2J\x1b[H\u0085https://wallet.example\u0085serves\u009b2K>')
    expect(said).toContain('/approve  ')
    expect(said).not.toMatch(/[^\P{C}\n]|\p{Zl}/u)
  })
})

describe('latchkey-server verify-frame', () => {
  const run = (args: readonly string[]) => startProcess({ LATCHKEY_FRAME_DIR: folder }, ['verify-frame', ...args])

  it('ends with 0 and a line to count by, with 1 and a table of what differs', async () => {
    const same = await run([frontUrl])
    expect(await same.ended).toBe(0)
    expect(same.said()).toMatch(/serves this release: \d+ answers compared\nSettings [0-9a-f]{64}: API http/)
    expect(same.said()).toMatch(/\nlatchkey_frame_differences 0\n$/)
    tamper = (path, answer) => {
      if (path === '/sdk') delete answer.headers['content-security-policy']
      if (path === '/export') answer.status = 500
    }
    const other = await run([frontUrl])
    tamper = () => {}
    expect(await other.ended).toBe(1)
    expect(other.said()).toMatch(
      /^Frame 0\.1\.0, sha256 [0-9a-f]{64}\n\/sdk {4} lacks content-security-policy\n\/export {2}answers 500\n.*2 differences/,
    )
    expect(other.said()).toMatch(/\nlatchkey_frame_differences 2\n$/)
  })

  it('compares with the release of this package, whatever release is served', async () => {
    tamper = (path, answer) => {
      if (path !== `/${script()}` && path !== '/frame-release.json') return
      const other = Buffer.from('steal()')
      answer.body =
        path === '/frame-release.json'
          ? Buffer.from(
              readFileSync(join(folder, 'frame-release.json'), 'utf8').replace(release.files[script()]!, sha256(other)),
            )
          : other
    }
    const lines: string[] = []
    expect(await watchFrame(frontUrl, { folder, write: (text) => lines.push(text) })).toBe(false)
    tamper = () => {}
    expect(lines.join('')).toContain(`/${script()}  other bytes`)
    expect(lines.join('')).toMatch(
      /\/frame-release\.json +names the release [0-9a-f]{64}, this package has Frame 0\.1\.0/,
    )
  })

  it('[SEC-D-01] watches, and says a word only when the result changes', async () => {
    const lines: string[] = []
    const ending = new AbortController()
    let looks = 0
    tamper = (path) => {
      if (path === '/frame-release.json') looks += 1
    }
    const watching = watchFrame(frontUrl, {
      folder,
      every: 0.01,
      write: (text) => lines.push(text),
      signal: ending.signal,
    })
    await expect.poll(() => looks, slow).toBeGreaterThan(2)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z http:\S+ as released, settings [0-9a-f]{64}\n$/)
    tamper = (path, answer) => {
      if (path === '/sdk') delete answer.headers['content-security-policy']
      if (path === '/frame-release.json') looks += 1
    }
    // The look that is under way may see a part of it first.
    const changed = /1 differences, settings [0-9a-f]{64}: \/sdk lacks content-security-policy\n$/
    await expect.poll(() => lines.at(-1), slow).toMatch(changed)
    const [then, said] = [looks, lines.length]
    await expect.poll(() => looks, slow).toBeGreaterThan(then + 2)
    expect(lines).toHaveLength(said)
    ending.abort()
    expect(await watching).toBe(false)
    tamper = () => {}
  })

  it('error: refuses what is no origin, and looks that come too fast', async () => {
    await expect(watchFrame('wallet.example.com', { folder, write: () => {} })).rejects.toThrow(
      'verify-frame takes the origin of a wallet',
    )
    for (const text of ['1', '86401', '60s', '']) expect(() => readSeconds(text)).toThrow('--watch takes 10 to 86400')
    expect([readSeconds('60'), readSeconds(undefined)]).toEqual([60, undefined])
  })

  it('error: refuses to compare with a build that has no release, or with an invalid one', async () => {
    const other = await mkdtemp(join(tmpdir(), 'latchkey-verify-'))
    writeFileSync(join(other, 'index.html'), '')
    const options = { folder: other, write: () => {} }
    await expect(watchFrame(frontUrl, options)).rejects.toThrow('This package has no built frame to compare with')
    writeFileSync(join(other, 'frame-release.json'), '{"version":"1","files":{"a.js":"?"}}')
    await expect(watchFrame(frontUrl, options)).rejects.toThrow('is no release of the frame')
    rmSync(other, { recursive: true })
  })

  it('is announced by --version and at the start', async () => {
    vi.stubEnv('LATCHKEY_FRAME_DIR', folder)
    expect(await runCommand(['version'])).toBe(`Latchkey server 0.1.0\nFrame 0.1.0, sha256 ${release.hash}\n`)
    vi.unstubAllEnvs()
    const started = await startProcess({
      LATCHKEY_FRAME_DIR: folder,
      LATCHKEY_DATA_DIR: join(folder, 'db'),
      PORT: '0',
      LATCHKEY_WALLET_PORT: '0',
      LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:9',
    })
    await expect.poll(() => started.said(), slow).toContain(`\nFrame 0.1.0, sha256 ${release.hash}\n`)
    await started.stop()
  })
})
