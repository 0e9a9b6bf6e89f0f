import { pathToFileURL } from 'node:url'
import { freePort } from '../chains/freePort.js'
import { type StaticServer, withConfig } from '../static.js'
import { viteFile } from './siteBuild.js'

// The few words of Vite that are spoken here; the web app, not this package, depends on it.
type Vite = {
  createServer(
    config: object,
  ): Promise<{ listen(): Promise<unknown>; close(): Promise<void>; httpServer: { address(): unknown } | null }>
}

/**
 * Serves the web app from its sources with hot replacement, for those who work on it. No content policy: the development
 * server needs inline scripts.
 *
 * @param web - The folder of its sources.
 * @param wanted - The port to listen on; 0 means any.
 * @param config - The configuration of the page.
 */
export async function serveWebSources(web: string, wanted: number, config: unknown): Promise<StaticServer> {
  const port = wanted === 0 ? await freePort() : wanted
  const vite = (await import(pathToFileURL(viteFile(web, 'dist/node/index.js')).href)) as Vite
  const server = await vite.createServer({
    root: web,
    configFile: `${web}/vite.config.ts`,
    clearScreen: false,
    logLevel: 'warn',
    server: { host: '127.0.0.1', port, strictPort: true },
    plugins: [{ name: 'latchkey-config', transformIndexHtml: (html: string) => withConfig(html, config) }],
  })
  await server.listen()
  return { url: `http://localhost:${port}`, stop: () => server.close() }
}
