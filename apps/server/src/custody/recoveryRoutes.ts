import { challengeRequest, releaseRequest } from '@latchkey/protocol/internal/walletApi'
import { deviceIdOf } from '@latchkey/protocol/internal/walletSigning'
import { Hono } from 'hono'
import type { HonoEnv } from '../platform/http/vars.js'
import { linkRequest } from '../platform/social/loginRequests.js'
import { authenticate } from '../platform/wallet/authenticate.js'
import { checkSigned } from '../platform/wallet/checkSigned.js'
import { mailLoginRequest, mailSessionRequest } from '../platform/wallet/mailRequests.js'
import { parseCall, readCall } from '../platform/wallet/readCall.js'
import { issueChallenge } from './challenges.js'
import { checkMailCode } from './mailbox/checkMailCode.js'
import { linkAccount, readLinkAccount } from './mailbox/linkAccount.js'
import type { MailboxContext } from './mailbox/mailboxContext.js'
import { releaseClientHalf } from './recovery.js'

/** The calls under `/api/recovery`. */
export function recoveryRoutes(context: MailboxContext): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  app.post('/challenge', async (c) => {
    const call = await readCall(c)
    return c.json(await issueChallenge(context, await authenticate(context, call), parseCall(call, challengeRequest)))
  })
  app.post('/release', async (c) => {
    const call = await readCall(c)
    const principal = await authenticate(context, call)
    return c.json(await releaseClientHalf(context, principal, parseCall(call, releaseRequest), c.get('ip')))
  })
  app.post('/mail/login', async (c) => {
    const call = await readCall(c)
    const { challengeId, devicePublicKey, sealed } = parseCall(call, mailLoginRequest)
    await checkSigned(context, call, devicePublicKey)
    await checkMailCode(context, { deviceId: deviceIdOf(devicePublicKey), challengeId, sealed })
    return c.json({})
  })
  app.post('/mail/session', async (c) => {
    const call = await readCall(c)
    const { sessionId, deviceId } = await authenticate(context, call)
    await checkMailCode(context, { sessionId, deviceId, ...parseCall(call, mailSessionRequest) })
    return c.json({})
  })
  app.get('/link/:id', async (c) => {
    const principal = await authenticate(context, await readCall(c))
    return c.json(await readLinkAccount(context, principal, c.req.param('id')))
  })
  app.post('/link', async (c) => {
    const call = await readCall(c)
    const principal = await authenticate(context, call)
    await linkAccount(context, principal, parseCall(call, linkRequest).challengeId)
    return c.json({})
  })
  return app
}
