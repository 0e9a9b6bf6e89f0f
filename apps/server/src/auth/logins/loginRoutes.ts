import { Hono } from 'hono'
import type { HonoEnv } from '../../platform/http/vars.js'
import { loginResult, loginStartRequest } from '../../platform/social/loginRequests.js'
import { authenticate } from '../../platform/wallet/authenticate.js'
import { parseCall, readCall } from '../../platform/wallet/readCall.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { AuthContext } from '../authContext.js'
import { browserOf } from '../browserOf.js'
import { linkLogin } from './linkLogin.js'
import { listLogins } from './listLogins.js'
import { startLogin } from './startLogin.js'
import { unlinkLogin } from './unlinkLogin.js'

/** The calls under `/api/auth/logins`: what signs in to a wallet, and how its owner changes that. */
export function loginRoutes(context: AuthContext): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  const { socials } = context
  app.get('/', async (c) => c.json(await listLogins(context, await authenticate(context, await readCall(c)))))
  app.post('/start', async (c) => {
    const call = await readCall(c)
    const principal = await authenticate(context, call)
    const request = parseCall(call, loginStartRequest)
    if (socials === undefined) throw new WalletRefusal('NOT_FOUND', 'Social logins are not set up on this server')
    const asker = { ip: c.get('ip'), browser: browserOf(c.req.header('user-agent')) }
    return c.json(await startLogin({ ...context, socials }, principal, request, asker))
  })
  app.post('/link', async (c) => {
    const call = await readCall(c)
    const principal = await authenticate(context, call)
    await linkLogin(context, principal, parseCall(call, loginResult))
    return c.json({})
  })
  app.delete('/:id', async (c) => {
    await unlinkLogin(context, await authenticate(context, await readCall(c)), c.req.param('id'))
    return c.json({})
  })
  return app
}
