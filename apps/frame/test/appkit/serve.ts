import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Serves one of the scripts of this folder as a page, on a port of its own: an origin. */
export async function serve(
  script: 'page' | 'wallet',
  host: string,
  headers: { readonly [name: string]: string } = {},
): Promise<{ url: string; close(): void }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`./${script}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    conditions: ['@latchkey/source'],
  })
  const html = `<!doctype html><body><script>${outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>`
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}
