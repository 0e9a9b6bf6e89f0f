import { Hono } from 'hono'
import type { HonoEnv } from '../../platform/http/vars.js'
import { checkSigned } from '../../platform/wallet/checkSigned.js'
import { passkeySignUpRequest, passkeyStartRequest } from '../../platform/wallet/passkeyRequests.js'
import { parseCall, readCall } from '../../platform/wallet/readCall.js'
import type { AuthContext } from '../authContext.js'
import { signUpByPasskey } from './signUpByPasskey.js'
import { startPasskey } from './startPasskey.js'

/** The calls under `/api/auth/passkey`. */
export function passkeyRoutes(context: AuthContext): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  app.post('/start', async (c) => {
    const call = await readCall(c)
    const request = parseCall(call, passkeyStartRequest)
    await checkSigned(context, call, request.devicePublicKey)
    return c.json(await startPasskey(context, request, c.get('ip')))
  })
  app.post('/sign-up', async (c) => {
    const call = await readCall(c)
    const request = parseCall(call, passkeySignUpRequest)
    await checkSigned(context, call, request.devicePublicKey)
    return c.json(await signUpByPasskey(context, request))
  })
  return app
}
