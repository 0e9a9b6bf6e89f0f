import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../../test/startTestServer.js'
import { Refusal } from '../platform/http/refusal.js'
import { createGate } from '../platform/limits/gate.js'
import { createRateLimit } from '../platform/limits/rateLimit.js'
import type { Picture } from '../platform/upstream/createPictureReader.js'
import type { RunningServer } from '../startServer.js'
import { pictureRoutes } from './pictureRoutes.js'

const png: Picture = { type: 'image/png', bytes: new Uint8Array(Buffer.from('89504e470d0a1a0a00ff', 'hex')) }
const icon = 'https://wallet.example/icon.png'

function setUp(options: { projects?: readonly string[]; burst?: number } = {}) {
  const asked: string[] = []
  const app = pictureRoutes({
    gate: createGate({
      chains: [],
      projects: options.projects,
      rateLimit: createRateLimit({ rate: 1, burst: options.burst ?? 100 }),
      exemptLoopback: false,
      clock: () => new Date(),
      onLimited: () => {},
    }),
    async readPicture(url) {
      asked.push(url)
      await new Promise((done) => setTimeout(done, 1))
      return url === icon ? png : undefined
    },
  })
  app.onError((error, c) => c.json({}, error instanceof Refusal ? error.status : 500))
  const get = (url: string) => app.request(`/v1/picture?${new URLSearchParams({ projectId: 'p', url })}`)
  return { asked, get }
}

describe('GET /v1/picture', () => {
  it('passes a picture on as one that can do nothing but be drawn', async () => {
    const response = await setUp().get(icon)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(png.bytes)
  })

  it('reads one once for all who ask at the same time, and keeps nothing', async () => {
    const { asked, get } = setUp()
    await Promise.all([get(icon), get(icon), get(icon)])
    expect(asked).toEqual([icon])
    await get(icon)
    expect(asked).toHaveLength(2)
  })

  it.each([
    ['what is no picture', 'https://wallet.example/page', 404],
    ['nothing', '', 400],
    ['an address that is too long', `https://wallet.example/${'a'.repeat(10_000)}`, 400],
  ])('refuses %s', async (_, url, status) => {
    expect((await setUp().get(url)).status).toBe(status)
  })

  it('is for the projects of the server, and no oftener than the limit allows', async () => {
    const closed = setUp({ projects: ['other'] })
    expect((await closed.get(icon)).status).toBe(401)
    const slow = setUp({ burst: 1 })
    await slow.get(icon)
    expect((await slow.get(icon)).status).toBe(429)
    expect([...closed.asked, ...slow.asked]).toEqual([icon])
  })
})

describe('the route of a running server', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.close())

  it.each([
    'http://127.0.0.1:9/a.png',
    'https://127.0.0.1/a.png',
    'https://localhost/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AA',
  ])('does not read %s', async (url) => {
    const response = await fetch(`${server.url}/v1/picture?${new URLSearchParams({ projectId: 'p', url })}`)
    expect(response.status).toBe(404)
  })

  it('takes no other method', async () => {
    expect((await fetch(`${server.url}/v1/picture`, { method: 'POST' })).status).toBe(405)
  })
})
