import type { MiddlewareHandler } from 'hono'
import { isLoopback } from '../http/clientIp.js'
import type { HonoEnv } from '../http/vars.js'
import type { RateLimit } from '../limits/rateLimit.js'
import { WalletRefusal } from './walletRefusal.js'

/** Lets one client address call so often and no more: to find out who signed a call costs more than to make one. */
export function limitCalls(options: { rateLimit: RateLimit; exemptLoopback: boolean }): MiddlewareHandler<HonoEnv> {
  return async function limit(c, next) {
    const ip = c.get('ip')
    const wait = options.exemptLoopback && isLoopback(ip) ? 0 : options.rateLimit.take(ip, 1, Date.now())
    if (wait > 0)
      throw new WalletRefusal('RATE_LIMITED', `Try again after ${wait} seconds`, { retryAfterMs: wait * 1_000 })
    await next()
  }
}
