import { socialProviders } from '@latchkey/protocol/internal/frame'
import { Hono } from 'hono'
import { readBody } from '../../platform/http/readBody.js'
import type { HonoEnv } from '../../platform/http/vars.js'
import { callbackPath } from '../../platform/social/createSocials.js'
import type { AuthContext } from '../authContext.js'
import { takeCallback } from './takeCallback.js'

/**
 * Where providers send people back to. The answer leads to a page of the wallet: a provider may have agreed by itself, so there a person
 * says that it is meant, before the result is handed over or goes on to the page that was left for the sign-in. It stands after the `#`,
 * which no server and no log sees. The result is of use to the browser that began and to no other.
 */
export function callbackPages(context: AuthContext): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  const { socials, hasPasskeyLogin = false } = context
  // Any page that may draw a button asks this before there is a frame; it tells what the wallet's own pages show anybody.
  app.get('/social/providers', (c) =>
    c.json({ providers: socials?.names ?? [], passkey: hasPasskeyLogin }, 200, {
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60',
    }),
  )
  if (socials === undefined) return app
  async function lead(provider: (typeof socialProviders)[number], answer: URLSearchParams): Promise<Response> {
    const taken = socials && (await takeCallback({ ...context, socials }, provider, answer))
    const parts = new URLSearchParams({
      ...(taken && { id: taken.challengeId, to: taken.parentOrigin }),
      ...(taken?.result === undefined ? {} : { result: taken.result }),
      ...(taken?.returnUri ? { back: taken.returnUri } : {}),
    })
    // What failed gives nothing, and the page says why.
    const isFailed = taken?.returnUri && taken.result === undefined
    const location = isFailed ? `${taken.returnUri}#latchkey-social=${taken.challengeId}.` : `/social#${parts}`
    const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
    return new Response(null, { status: 303, headers })
  }
  for (const provider of socialProviders) {
    app.get(callbackPath(provider), (c) => lead(provider, new URL(c.req.url).searchParams))
    // Apple posts a form, from its own origin: nothing of ours comes with it but the state.
    if (provider === 'apple')
      app.post(callbackPath(provider), async (c) => lead(provider, new URLSearchParams(await readBody(c.req.raw))))
  }
  return app
}
