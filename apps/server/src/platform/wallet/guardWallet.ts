import type { MiddlewareHandler } from 'hono'
import type { HonoEnv } from '../http/vars.js'
import { WalletRefusal } from './walletRefusal.js'

/** Allows only calls of the frame's own pages: checks a custom header, `Origin` and `Sec-Fetch-Site`. */
export function guardWallet(walletOrigin: string): MiddlewareHandler<HonoEnv> {
  return async function guard(c, next) {
    const origin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    const isRead = c.req.method === 'GET'
    const isOwn = origin === undefined ? isRead : origin === walletOrigin
    if (!isOwn || (site !== undefined && site !== 'same-origin') || c.req.header('x-latchkey-frame') !== '1')
      throw new WalletRefusal('ORIGIN_REFUSED', 'Only the wallet itself may call this')
    if (c.req.method === 'POST' && !/^application\/json(;|$)/.test(c.req.header('content-type') ?? ''))
      throw new WalletRefusal('INVALID', 'The body must be application/json')
    c.header('cache-control', 'no-store')
    await next()
  }
}
