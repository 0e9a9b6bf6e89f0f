import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { rows } from '../../platform/db/rows.js'
import type { HonoEnv } from '../../platform/http/vars.js'
import { farcasterStartRequest, farcasterWaitRequest } from '../../platform/social/socialRequests.js'
import { checkSigned } from '../../platform/wallet/checkSigned.js'
import { parseCall, readCall } from '../../platform/wallet/readCall.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { AuthContext } from '../authContext.js'
import { browserOf } from '../browserOf.js'
import { openFarcaster } from './openFarcaster.js'
import { prepareLogin } from './prepareLogin.js'
import { waitForFarcaster } from './waitForFarcaster.js'
import type { LoginPurpose } from './writeSocialResult.js'

/** The calls under `/api/auth/social/farcaster`. What they end with is finished as any other social login. */
export function farcasterRoutes(context: AuthContext): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  const requireFarcaster = () => {
    const farcaster = context.socials?.farcaster
    if (farcaster === undefined) throw new WalletRefusal('NOT_FOUND', 'Farcaster is not set up on this server')
    return farcaster
  }
  app.post('/start', async (c) => {
    const call = await readCall(c)
    const request = parseCall(call, farcasterStartRequest)
    await checkSigned(context, call, request.devicePublicKey)
    const farcaster = requireFarcaster()
    const asker = { ip: c.get('ip'), browser: browserOf(c.req.header('user-agent')) }
    const prepared = await prepareLogin(context, 'farcaster', request, asker)
    return c.json({ challengeId: prepared.id, url: await openFarcaster(farcaster, prepared) })
  })
  app.post('/wait', async (c) => {
    const call = await readCall(c)
    const { challengeId } = parseCall(call, farcasterWaitRequest)
    const farcaster = requireFarcaster()
    const [login] = await rows<{ deviceId: string; deviceKey: DevicePublicKey; purpose: LoginPurpose }>(
      context.db.query,
      sql`select device_id as "deviceId", device_key as "deviceKey", purpose from auth.social_logins
        where id = ${challengeId} and provider = 'farcaster'`,
    )
    if (login === undefined) throw new WalletRefusal('CODE_EXPIRED', 'This sign-in is no longer valid. Start again.')
    await checkSigned(context, call, login.deviceKey)
    const { signal } = c.req.raw
    const { deviceId, purpose } = login
    const result = await waitForFarcaster({ ...context, farcaster }, { id: challengeId, deviceId, purpose }, signal)
    return c.json(result === undefined ? {} : { result })
  })
  return app
}
