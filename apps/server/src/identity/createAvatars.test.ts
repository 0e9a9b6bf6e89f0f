import { describe, expect, it } from 'vitest'
import { createMemoryCache } from '../platform/cache/createMemoryCache.js'
import { Refusal } from '../platform/http/refusal.js'
import { createGate } from '../platform/limits/gate.js'
import { createRateLimit } from '../platform/limits/rateLimit.js'
import type { Picture } from '../platform/upstream/createPictureReader.js'
import { identityRoutes } from './identityRoutes.js'

const png: Picture = { type: 'image/png', bytes: new Uint8Array(Buffer.from('89504e470d0a1a0a00ff', 'hex')) }
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const avatar = 'https://pictures.example/v.png'

/** The routes over an ENS and a world of pictures that the test decides. */
function setUp(world: { avatar?: string | null; picture?: Picture | undefined } = {}) {
  const state = { avatar, picture: png as Picture | undefined, ...world }
  const now = { time: Date.UTC(2026, 0, 1) }
  const clock = () => new Date(now.time)
  const asked: string[] = []
  const gate = createGate({
    chains: [],
    projects: undefined,
    rateLimit: createRateLimit({ rate: 100, burst: 100 }),
    exemptLoopback: true,
    clock,
    onLimited: () => {},
  })
  const app = identityRoutes({
    gate,
    cache: createMemoryCache({ clock }),
    clock,
    readEns: async () => ({ name: 'v.eth', avatar: state.avatar }),
    async readPicture(url) {
      asked.push(url)
      return state.picture
    },
  })
  app.onError((error, c) => c.json({}, error instanceof Refusal ? error.status : 500))
  return { state, now, asked, get: (of = address) => app.request(`/v1/identity/${of}/avatar`) }
}

describe('GET /v1/identity/{address}/avatar', () => {
  it('passes the picture on, as one that can do nothing, and asks its host once a day', async () => {
    const { get, asked, now } = setUp()
    const [response] = await Promise.all([get(), get(address.toLowerCase())])
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(png.bytes)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=86400, s-maxage=86400',
    })
    const again = await get()
    expect(again.headers.get('content-type')).toBe('image/png')
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(png.bytes)
    expect(asked).toEqual([avatar])
    now.time += 86_400_001
    await get()
    expect(asked).toEqual([avatar, avatar])
  })

  it('error: says that there is none, and looks again after 10 minutes', async () => {
    const { get, asked, now, state } = setUp({ picture: undefined })
    expect((await get()).status).toBe(404)
    expect((await get()).status).toBe(404)
    expect(asked).toHaveLength(1)
    now.time += 600_001
    state.picture = png
    expect((await get()).status).toBe(200)
  })

  it('asks nobody for an account without a picture, and takes no address but one of EVM', async () => {
    const { get, asked } = setUp({ avatar: null })
    expect((await get()).status).toBe(404)
    for (const other of ['https%3A%2F%2Finside.example', '0x12', 'vitalik.eth'])
      expect((await get(other)).status).toBe(400)
    expect(asked).toEqual([])
  })
})
