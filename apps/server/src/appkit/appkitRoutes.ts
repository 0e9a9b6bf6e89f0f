import { loopbackSites } from '@latchkey/protocol/internal/origins'
import { Hono, type MiddlewareHandler } from 'hono'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'

/** The features of this server for AppKit pages. */
type FeatureOptions = {
  /** The sellers of coins. */
  onramp: readonly string[]
  /** Whether swaps are offered on any chain. */
  hasSwaps: boolean
  /** Whether people can sign in here, and whether they are asked to confirm an e-mail address then. */
  signsIn: boolean
  email: 'off' | 'optional' | 'required'
}

// `config: null` leaves the choice to the app: whether a page has e-mail wallets or signs people in is not this server's to say. The
// others are `[]` because AppKit takes an entry without `config` for one that is switched off.
function listFeatures({ signsIn, email, onramp, hasSwaps }: FeatureOptions) {
  const off = ['reown_branding', 'multi_wallet', 'fund_from_exchange', 'payments']
  return [
    { id: 'social_login', isEnabled: true, config: null },
    { id: 'activity', isEnabled: true, config: [] },
    { id: 'reown_authentication', isEnabled: signsIn, config: signsIn ? null : [] },
    { id: 'email_capture', isEnabled: signsIn && email !== 'off', config: email === 'required' ? ['required'] : [] },
    // The one provider that AppKit knows; what fills swaps here is the setting's matter.
    { id: 'swap', isEnabled: hasSwaps, config: hasSwaps ? ['1inch'] : [] },
    { id: 'onramp', isEnabled: onramp.length > 0, config: onramp },
    ...off.map((id) => ({ id, isEnabled: false, config: [] })),
  ]
}
const headers = { 'cache-control': 'public, max-age=300, s-maxage=300' }

/**
 * What an AppKit page asks before a visitor does anything: which features there are, from which sites it may run, whether
 * events are wanted. Events are taken and thrown away: nothing of them is read, kept or passed on.
 */
export function appkitRoutes(
  options: FeatureOptions & {
    gate: Gate
    /** The sites that may use the relay; absent: all. */
    sites: readonly string[] | undefined
  },
): Hono<HonoEnv> {
  const { gate, sites } = options
  const features = listFeatures(options)
  const allowedOrigins = sites === undefined ? ['*'] : [...sites, ...loopbackSites]
  const admit: MiddlewareHandler<HonoEnv> = async (c, next) => {
    gate.limit(c.get('ip'))
    gate.project(c.req.query('projectId'))
    await next()
  }
  const app = new Hono<HonoEnv>()
  app.get('/appkit/v1/config', admit, (c) => c.json({ features }, 200, headers))
  app.get('/projects/v1/origins', admit, (c) => c.json({ allowedOrigins }, 200, headers))
  app.get('/getAnalyticsConfig', admit, (c) => c.json({ isAnalyticsEnabled: false }, 200, headers))
  // AppKit reads the answer as JSON, so it has a body.
  for (const path of ['/e', '/batch']) app.post(path, admit, (c) => c.json({}, 202, { 'cache-control': 'no-store' }))
  return app
}
