import {
  emailChangeCodeRequest,
  emailChangeRequest,
  emailResendRequest,
  emailStartRequest,
  emailVerifyRequest,
} from '@latchkey/protocol/internal/walletApi'
import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { rows } from '../platform/db/rows.js'
import type { HonoEnv } from '../platform/http/vars.js'
import { stepUpRequest } from '../platform/social/loginRequests.js'
import { authenticate } from '../platform/wallet/authenticate.js'
import { checkSigned } from '../platform/wallet/checkSigned.js'
import { codeVerifyRequest } from '../platform/wallet/codeRequests.js'
import { readBearer } from '../platform/wallet/readBearer.js'
import { type Call, parseCall, readCall } from '../platform/wallet/readCall.js'
import { requireStepUp, requireTypedInside, stepUpLife } from '../platform/wallet/requireFresh.js'
import { takeLimit } from '../platform/wallet/takeLimit.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { Asker, AuthContext } from './authContext.js'
import { browserOf } from './browserOf.js'
import { startEmailChange, verifyPrimary, verifySecondary } from './changeEmail.js'
import { readDeviceState } from './deviceLink.js'
import { exportRecord } from './exportRecord.js'
import { openByCode } from './openByCode.js'
import { requireOwner } from './ownerFactor.js'
import { resendEmail } from './resendEmail.js'
import { listDevices, readUserEmail, revokeDevice, sendSessionCode, signOut, verifyStepUp } from './sessions.js'
import { requireMailUser } from './social/requireMailUser.js'
import { startEmail } from './startEmail.js'
import { verifyEmail } from './verifyEmail.js'

/** How long a frame is kept waiting for its device to be confirmed, in milliseconds. */
const pollTime = 25_000
const pollPause = 500

/** The calls under `/api/auth`. */
export function authRoutes(context: AuthContext): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  const askerOf = (c: Context<HonoEnv>): Asker => ({ ip: c.get('ip'), browser: browserOf(c.req.header('user-agent')) })

  /** Checks that the device of a challenge signed this call; a challenge of another device is as good as none. */
  async function challengeDevice(
    call: Call,
    challengeId: string,
  ): Promise<{ deviceId: string; deviceKey: DevicePublicKey }> {
    const [found] = await rows<{ deviceId: string; deviceKey: DevicePublicKey }>(
      context.db.query,
      sql`select device_id as "deviceId", device_key as "deviceKey" from auth.challenges
        where id = ${challengeId} and kind = 'login'`,
    )
    if (found === undefined) throw new WalletRefusal('CODE_EXPIRED', 'Start again')
    await checkSigned(context, call, found.deviceKey)
    return found
  }

  app.post('/email/start', async (c) => {
    const call = await readCall(c)
    const request = parseCall(call, emailStartRequest)
    await checkSigned(context, call, request.devicePublicKey)
    return c.json(await startEmail(context, request, askerOf(c)))
  })
  app.post('/email/resend', async (c) => {
    const call = await readCall(c)
    const { challengeId, work } = parseCall(call, emailResendRequest)
    const { deviceId } = await challengeDevice(call, challengeId)
    return c.json(await resendEmail(context, { challengeId, deviceId, work }, askerOf(c)))
  })
  app.get('/email/device/:challengeId', async (c) => {
    const call = await readCall(c)
    const challengeId = c.req.param('challengeId')
    const { deviceId } = await challengeDevice(call, challengeId)
    const end = performance.now() + pollTime
    for (;;) {
      const state = await readDeviceState(context, { challengeId, deviceId })
      if (state !== 'waiting' || performance.now() > end || c.req.raw.signal.aborted) return c.json({ state })
      await new Promise((resolve) => setTimeout(resolve, pollPause))
    }
  })
  app.post('/email/verify', async (c) => {
    const call = await readCall(c)
    const { challengeId, typedIn = 'frame' } = parseCall(call, emailVerifyRequest)
    const device = await challengeDevice(call, challengeId)
    return c.json(await verifyEmail(context, { challengeId, typedIn, ...device }))
  })
  app.post('/code/verify', async (c) => {
    const call = await readCall(c)
    const request = parseCall(call, codeVerifyRequest)
    await checkSigned(context, call, request.devicePublicKey)
    return c.json(await openByCode(context, request))
  })
  app.get('/session', async (c) => {
    const principal = await authenticate(context, await readCall(c))
    const { userId, deviceId, deviceName, expiresAt, signingUntil, frozenUntil, otpAt, openedBy, now } = principal
    const { email } = await readUserEmail(context, userId)
    const device = { id: deviceId, name: deviceName, frozenUntil: Math.round(frozenUntil) }
    return c.json({
      user: { id: userId, email: email === '' ? null : email },
      device,
      expiresAt: Math.round(expiresAt),
      signingUntil: Math.round(signingUntil),
      // How long sensitive calls need no further code. A session that the owner opened without a mailbox confirms in the same way.
      confirmedForMs: openedBy !== 'mail' ? stepUpLife : Math.max(0, Math.round(otpAt + stepUpLife - now)),
    })
  })
  app.get('/export', async (c) => {
    const principal = await authenticate(context, await readCall(c))
    requireTypedInside(principal)
    // What the recovery code or a passkey opened confirms with one of them, and needs no mailbox.
    if (principal.openedBy !== 'mail') await requireOwner(context, principal)
    else requireStepUp(principal)
    await takeLimit(context.db.query, context.now, [
      { key: `export/${principal.userId}`, max: 10, windowMs: 3_600_000 },
    ])
    return c.json(await exportRecord(context, principal.userId))
  })
  app.post('/sign-out', async (c) => {
    await signOut(context, await authenticate(context, await readCall(c)))
    return c.json({})
  })
  app.get('/devices', async (c) =>
    c.json({ devices: await listDevices(context, await authenticate(context, await readCall(c))) }),
  )
  app.delete('/devices/:id', async (c) => {
    await revokeDevice(context, await authenticate(context, await readCall(c)), c.req.param('id'))
    return c.json({})
  })
  app.post('/step-up/start', async (c) => {
    const principal = await authenticate(context, await readCall(c))
    const { index, box } = await readUserEmail(context, principal.userId)
    await requireMailUser(context, principal.userId)
    await sendSessionCode(context, principal, askerOf(c), { kind: 'step-up', index, box })
    return c.json({ retryAfterMs: 30_000 })
  })
  app.post('/step-up/verify', async (c) => {
    const call = await readCall(c)
    const principal = await authenticate(context, call)
    const { social } = parseCall(call, stepUpRequest)
    return c.json(await verifyStepUp(context, principal, readBearer(call) ?? '', social))
  })
  app.post('/email/change/start', async (c) => {
    const call = await readCall(c)
    const principal = await authenticate(context, call)
    return c.json(await startEmailChange(context, principal, askerOf(c), parseCall(call, emailChangeRequest).newEmail))
  })
  app.post('/email/change/primary', async (c) => {
    const call = await readCall(c)
    const principal = await authenticate(context, call)
    return c.json(await verifyPrimary(context, principal, askerOf(c), parseCall(call, emailChangeCodeRequest)))
  })
  app.post('/email/change/secondary', async (c) => {
    const call = await readCall(c)
    const principal = await authenticate(context, call)
    return c.json(await verifySecondary(context, principal, parseCall(call, emailChangeCodeRequest)))
  })
  return app
}
