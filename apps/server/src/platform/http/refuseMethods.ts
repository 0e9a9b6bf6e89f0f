import type { Hono } from 'hono'
import { Refusal } from './refusal.js'
import type { HonoEnv } from './vars.js'

/**
 * Refuses, with 405 and `Allow`, the methods that the paths of an app do not take.
 *
 * @param app - The app, with all its routes.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6
 */
export function refuseMethods(app: Hono<HonoEnv>): void {
  const methods = new Map<string, string[]>()
  for (const { path, method } of app.routes) {
    // Those of middleware.
    if (method === 'ALL') continue
    const known = methods.get(path) ?? []
    if (!known.includes(method)) known.push(method)
    methods.set(path, known)
  }
  for (const [path, known] of methods) {
    const allow = [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    app.all(path, () => {
      throw new Refusal(405, 'method', 'Method not allowed', { headers: { allow } })
    })
  }
}
