import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { HonoEnv } from './vars.js'

/** The path of the route that a call met, as it is declared, so that figures do not grow with addresses; `other` without one. */
export function routeOf(c: Context<HonoEnv>): string {
  const path = routePath(c, -1)
  return path === '' || path === '/*' ? 'other' : path
}
