import type { Page } from 'playwright-core'
import { WebSocket } from 'ws'

/**
 * Gives a page an app on https and an API on https and wss, as a proxy that ends TLS does: the browser takes both for secure, and
 * the server behind them speaks plain HTTP.
 */
export async function routeSecurely(
  page: Page,
  { app, api }: { app: { url: string; script: string }; api: { url: string; target: string } },
): Promise<void> {
  const { host } = new URL(api.url)
  await page.route(`${app.url}/**`, (route) =>
    new URL(route.request().url()).pathname === '/app.js'
      ? route.fulfill({ contentType: 'text/javascript', body: app.script })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><script src="/app.js"></script><body>' }),
  )
  await page.route(`${api.url}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const answer = await fetch(`${api.target}${pathname}${search}`, { headers: await route.request().allHeaders() })
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    })
  })
  await page.routeWebSocket(
    (url) => url.host === host,
    (socket) => {
      const { search } = new URL(socket.url())
      const relay = new WebSocket(`${api.target.replace('http', 'ws')}/${search}`, {
        headers: { host, origin: app.url },
      })
      const open = new Promise<void>((resolve) => relay.once('open', resolve))
      relay.on('error', () => undefined)
      relay.on('message', (data) => socket.send(String(data)))
      relay.on('close', (code, reason) => void socket.close({ code, reason: String(reason) }))
      socket.onMessage((data) => void open.then(() => relay.send(data)))
      socket.onClose(() => relay.terminate())
    },
  )
}
