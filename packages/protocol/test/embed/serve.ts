import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Serves one of the scripts of this folder as a page, on a port of its own: an origin. */
export async function serve(script: 'page' | 'wallet' | 'evil', host: string): Promise<{ url: string; close(): void }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`./${script}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  })
  const server: Server = createServer((request, response) => {
    const isScript = request.url === '/script.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? outputFiles[0]?.text : '<!doctype html><script type="module" src="/script.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}
