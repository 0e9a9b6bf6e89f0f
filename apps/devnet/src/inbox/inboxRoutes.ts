import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { bundleScript } from '../bundleScript.js'
import { inboxHtml } from './inboxHtml.js'
import { inboxStyle } from './inboxStyle.js'
import type { Mailbox } from './mailbox.js'

const common = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
// A mail is untrusted: nothing in it runs or is fetched, and its links open in a new window.
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; form-action 'none'; frame-ancestors 'self'"

/**
 * The inbox over HTTP: the page, its files, the mails as JSON, and an event for each new one.
 *
 * @param mailbox - The mails.
 */
export function inboxRoutes(mailbox: Mailbox): Hono {
  const app = new Hono()
  app.use(async function guard(c, next) {
    // Against DNS rebinding: another site's name that resolves to this machine must not read the mails.
    const host = c.req.header('host') ?? 'localhost'
    if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)) return c.json({ error: 'Not this host' }, 421, common)
    return next()
  })
  app.get('/', (c) => c.html(inboxHtml, 200, { ...common, 'content-security-policy': pagePolicy }))
  app.get('/inbox.css', (c) => c.body(inboxStyle, 200, { ...common, 'content-type': 'text/css; charset=utf-8' }))
  let bundling: Promise<string> | undefined
  app.get('/inbox.js', async (c) => {
    bundling ??= bundlePage()
    return c.body(await bundling, 200, { ...common, 'content-type': 'text/javascript; charset=utf-8' })
  })
  app.get('/messages', (c) => c.json({ messages: mailbox.list(c.req.query('to')) }, 200, common))
  app.delete('/messages', (c) => {
    if (c.req.header('sec-fetch-site') !== 'same-origin')
      return c.json({ error: 'Only the page may do this' }, 403, common)
    mailbox.clear()
    return c.body(null, 204, common)
  })
  app.get('/messages/:id/html', (c) => {
    const message = mailbox.get(c.req.param('id'))
    if (message === undefined) return c.json({ error: 'This mail is not here any more' }, 404, common)
    const base = '<base target="_blank">'
    const html = /<head[\s>]/i.test(message.html)
      ? message.html.replace(/<head(\s[^>]*)?>/i, (head) => head + base)
      : base + message.html
    return c.html(html, 200, { ...common, 'content-security-policy': mailPolicy })
  })
  app.get('/changes', (c) => {
    return streamSSE(c, async (stream) => {
      await new Promise<void>((resolve) => {
        const notify = () => void stream.writeSSE({ event: 'change', data: '' })
        const unwatch = mailbox.watch(notify)
        stream.onAbort(() => {
          unwatch()
          resolve()
        })
        // Mails that arrived between the page's first read and this connection are announced too.
        notify()
      })
    })
  })
  app.notFound((c) => c.json({ error: 'Not found. The inbox is at /.' }, 404, common))
  return app
}

/** Bundles the script of the inbox's page. */
function bundlePage(): Promise<string> {
  const here = import.meta.url
  // The same file runs from source and from the build.
  return bundleScript(fileURLToPath(new URL(`./page/main${extname(here)}`, here)))
}
