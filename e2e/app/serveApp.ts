import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build, defaultClientConditions, type Rollup } from 'vite'
import type { AppSettings, AppWorld } from './settings.js'

/**
 * Builds the small app from the packages' sources and serves it from memory.
 *
 * @param world - What the app is told.
 * @returns Where it is, and `stop`.
 */
export async function serveApp(world: AppWorld): Promise<{ url: string; stop(): Promise<void> }> {
  const built = await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    resolve: {
      conditions: ['@latchkey/source', ...defaultClientConditions],
      dedupe: ['react', 'react-dom', '@tanstack/react-query'],
    },
    build: { write: false, target: 'es2022', modulePreload: { polyfill: false }, minify: false },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rollup.RollupOutput
  const text = JSON.stringify(world).replaceAll('<', '\\u003c')
  const files = new Map<string, string>(
    output.map((file) => {
      const content = file.type === 'chunk' ? file.code : String(file.source)
      const told = content.replace(
        '</head>',
        () => `<script type="application/json" id="world">${text}</script></head>`,
      )
      return [`/${file.fileName}`, file.fileName === 'index.html' ? told : content] as const
    }),
  )
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const { policy, isolated }: AppSettings = JSON.parse(searchParams.get('settings') ?? '{}')
    const path = pathname === '/' ? '/index.html' : pathname
    const body = files.get(path)
    const type = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html'
    const headers = {
      'content-type': `${type}; charset=utf-8`,
      ...(isolated ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
      ...(policy === undefined ? {} : { 'content-security-policy': policy }),
    }
    response.writeHead(body === undefined ? 404 : 200, headers).end(body)
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
