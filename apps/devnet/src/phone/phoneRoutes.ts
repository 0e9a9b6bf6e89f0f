import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { bundlePhone } from './bundlePhone.js'
import type { PhoneConfig } from './phoneConfig.js'
import { phoneHtml } from './phoneHtml.js'
import { phoneStyle } from './phoneStyle.js'

const common = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

const failure =
  "document.getElementById('main').textContent = 'The wallet could not be put together. Is @reown/walletkit installed? Run npm ci and reload.'"

/**
 * The phone over HTTP: its page, at `/` and at `/wc` for the links that open a wallet, and its files. The script is bundled when
 * the page is first asked for, and kept.
 *
 * @param config - The relay and the networks.
 * @param build - Bundles the script.
 */
export function phoneRoutes(config: PhoneConfig, build: () => Promise<string> = bundlePhone): Hono {
  const reach = [config.relayUrl, ...[...config.chains, ...(config.families ?? [])].map(({ url }) => url)].map(
    (url) => new URL(url).origin,
  )
  // An origin of `ws:` is opaque to URL, so its host is put together by hand.
  const { protocol, host } = new URL(config.relayUrl)
  reach[0] = `${protocol}//${host}`
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src ${[...new Set(reach)].join(' ')}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  const html = phoneHtml(config)
  let bundling: Promise<{ script: string; etag: string }> | undefined
  const bundle = async () => {
    const script = await build()
    return { script, etag: `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"` }
  }
  const bundled = () => {
    bundling ??= bundle().catch((error: unknown) => {
      bundling = undefined
      throw error
    })
    return bundling
  }

  const app = new Hono()
  for (const path of ['/', '/wc']) {
    app.get(path, (c) => {
      // Begun before the page asks for it.
      bundled().catch(() => {})
      return c.html(html, 200, { ...common, 'cache-control': 'no-store', 'content-security-policy': policy })
    })
  }
  app.get('/phone.css', (c) =>
    c.body(phoneStyle, 200, { ...common, 'cache-control': 'no-store', 'content-type': 'text/css; charset=utf-8' }),
  )
  app.get('/phone.js', async (c) => {
    const type = { 'content-type': 'text/javascript; charset=utf-8' }
    const built = await bundled().catch(() => undefined)
    // A page whose script fails to come would say for ever that it is being put together.
    if (built === undefined) return c.body(failure, 200, { ...common, ...type, 'cache-control': 'no-store' })
    const headers = { ...common, 'cache-control': 'no-cache', etag: built.etag }
    if (c.req.header('if-none-match') === built.etag) return c.body(null, 304, headers)
    return c.body(built.script, 200, { ...headers, ...type })
  })
  app.notFound((c) => c.json({ error: 'Not found. The phone wallet is at /.' }, 404, common))
  return app
}
