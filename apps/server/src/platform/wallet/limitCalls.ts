import type { MiddlewareHandler } from 'hono'
import { isLoopback } from '../http/clientIp.js'
import type { HonoEnv } from '../http/vars.js'
import type { RateLimit } from '../limits/rateLimit.js'
import { WalletRefusal } from './walletRefusal.js'

/** Limits the calls of a client address: verifying a call's signature costs more than sending one. */
export function limitCalls(options: { rateLimit: RateLimit; exemptLoopback: boolean }): MiddlewareHandler<HonoEnv> {
  return async function limit(c, next) {
    const ip = c.get('ip')
    const wait = options.exemptLoopback && isLoopback(ip) ? 0 : options.rateLimit.take(ip, 1, Date.now())
    if (wait > 0)
      throw new WalletRefusal('RATE_LIMITED', `Try again after ${wait} seconds`, { retryAfterMs: wait * 1_000 })
    await next()
  }
}
