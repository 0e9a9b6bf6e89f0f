import { challengeRequest, releaseRequest } from '@latchkey/protocol/walletApi'
import { Hono } from 'hono'
import type { HonoEnv } from '../platform/vars.js'
import { authenticate } from '../platform/wallet/authenticate.js'
import { parseCall, readCall } from '../platform/wallet/readCall.js'
import { issueChallenge } from './challenges.js'
import type { CustodyContext } from './custodyContext.js'
import { releaseClientHalf } from './recovery.js'

/** The calls under `/api/recovery`. */
export function recoveryRoutes(context: CustodyContext): Hono<HonoEnv> {
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
  return app
}
