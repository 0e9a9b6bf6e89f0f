import type { Identity } from '@latchkey/protocol/accountApi'
import { type Context, Hono } from 'hono'
import type { Cache } from '../platform/cache/cache.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import type { PictureReader } from '../platform/upstream/createPictureReader.js'
import { pictureAnswer } from '../platform/upstream/pictureAnswer.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import { createAvatars } from './createAvatars.js'
import type { EnsReader } from './createEnsReader.js'

const life = 86_400_000
/** How long an account without a name of ENS may be taken to have none, or the one of ours. */
const ownLife = 60_000

/**
 * `GET /v1/identity/{address}`: name and picture of an EVM address; both null without a node of Ethereum. And
 * `GET /v1/identity/{address}/avatar`: the picture itself, so that its viewers are known to this server only.
 */
export function identityRoutes(options: {
  gate: Gate
  cache: Cache
  clock: () => Date
  /** Absent when Ethereum is none of the chains. */
  readEns: EnsReader | undefined
  readPicture: PictureReader
  /** The name that this server gave to an account, which counts where ENS has none; absent where it gives none. */
  nameOf?: (address: string) => Promise<string | null>
}): Hono<HonoEnv> {
  const { gate, cache, clock, readEns, readPicture, nameOf } = options
  const avatars = createAvatars({ cache, readPicture })
  const inFlight = new Map<string, Promise<Identity>>()

  async function read(address: `0x${string}`, ens: EnsReader): Promise<Identity> {
    const kept = await cache.get(`identity/${address}`)
    if (kept !== undefined) return JSON.parse(kept) as Identity
    const flying = inFlight.get(address)
    if (flying) return flying
    const flight = load(address, ens).finally(() => inFlight.delete(address))
    inFlight.set(address, flight)
    return flight
  }

  async function load(address: `0x${string}`, ens: EnsReader): Promise<Identity> {
    const identity = { ...(await ens(address)), resolvedAt: clock().getTime() }
    await cache.set(`identity/${address}`, JSON.stringify(identity), life)
    return identity
  }

  async function identify(address: `0x${string}`): Promise<Identity> {
    if (!readEns) return { name: null, avatar: null }
    return read(address, readEns).catch((cause: unknown) => {
      if (!(cause instanceof UpstreamFault)) throw cause
      throw new Refusal(503, 'address', cause.message, { cause, code: cause.code })
    })
  }

  function admit(c: Context<HonoEnv>): `0x${string}` {
    gate.limit(c.get('ip'))
    gate.project(c.req.query('projectId'))
    const address = c.req.param('address')?.toLowerCase() ?? ''
    if (!isEvm(address)) throw new Refusal(400, 'address', 'Only an EVM address has an identity here')
    return address
  }

  const app = new Hono<HonoEnv>()
  app.get('/v1/identity/:address', async (c) => {
    const address = admit(c)
    const sender = c.req.query('sender')
    // The sender is optional and changes no response, so it is not part of the cache key.
    if (sender !== undefined && !/^[-.%a-zA-Z0-9]{0,128}$/.test(sender))
      throw new Refusal(400, 'sender', 'sender must be a plain address')
    const found = await identify(address)
    const own = found.name === null ? await nameOf?.(address) : undefined
    const identity = own ? { ...found, name: own } : found
    const age = identity.resolvedAt === undefined ? 0 : clock().getTime() - identity.resolvedAt
    // A name of ours may be a minute old, and may be released.
    const most = found.name === null && nameOf ? ownLife : life - age
    const left = Math.max(0, Math.floor(Math.min(most, life - age) / 1000))
    return c.json(identity, 200, { 'cache-control': `public, max-age=${left}, s-maxage=${left}` })
  })
  app.get('/v1/identity/:address/avatar', async (c) => {
    const { avatar } = await identify(admit(c))
    const picture = avatar === null ? undefined : await avatars(avatar)
    if (!picture) throw new Refusal(404, 'address', 'There is no picture of this address to be had')
    return pictureAnswer(picture)
  })
  return app
}

function isEvm(text: string): text is `0x${string}` {
  return /^0x[0-9a-f]{40}$/.test(text)
}
