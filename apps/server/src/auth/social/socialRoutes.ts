import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { rows } from '../../platform/db/rows.js'
import type { HonoEnv } from '../../platform/http/vars.js'
import { socialFinishRequest, socialStartRequest } from '../../platform/social/socialRequests.js'
import { checkSigned } from '../../platform/wallet/checkSigned.js'
import { parseCall, readCall } from '../../platform/wallet/readCall.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { AuthContext } from '../authContext.js'
import { browserOf } from '../browserOf.js'
import { farcasterRoutes } from './farcasterRoutes.js'
import { finishSocial } from './finishSocial.js'
import { startSocial } from './startSocial.js'

/** The calls under `/api/auth/social`. */
export function socialRoutes(context: AuthContext): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  const { socials } = context
  app.get('/', (c: Context<HonoEnv>) => c.json({ providers: socials?.names ?? [] }))
  app.route('/farcaster', farcasterRoutes(context))
  app.post('/start', async (c) => {
    const call = await readCall(c)
    const request = parseCall(call, socialStartRequest)
    await checkSigned(context, call, request.devicePublicKey)
    if (socials === undefined) throw new WalletRefusal('NOT_FOUND', 'Social logins are not set up on this server')
    const asker = { ip: c.get('ip'), browser: browserOf(c.req.header('user-agent')) }
    return c.json(await startSocial({ ...context, socials }, request, asker))
  })
  app.post('/finish', async (c) => {
    const call = await readCall(c)
    const request = parseCall(call, socialFinishRequest)
    const [login] = await rows<{ deviceId: string; deviceKey: DevicePublicKey }>(
      context.db.query,
      sql`select device_id as "deviceId", device_key as "deviceKey" from auth.social_logins where id = ${request.challengeId}`,
    )
    if (login === undefined) throw new WalletRefusal('CODE_EXPIRED', 'This sign-in has expired. Start again.')
    await checkSigned(context, call, login.deviceKey)
    return c.json(await finishSocial(context, { ...request, ...login }))
  })
  return app
}
