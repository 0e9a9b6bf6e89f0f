import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** How a server of a test answers, so that a frame can fail in every way that frames fail. */
export type Answering = 'well' | 404 | 500 | 'as text' | 'never'

/** Serves one of the scripts of this folder as a page, on a port of its own: an origin. */
export async function serve(script: 'page' | 'wallet' | 'evil', host: string, csp?: string) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`./${script}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['@latchkey/source'],
  })
  const state: { answering: Answering; documents: number } = { answering: 'well', documents: 0 }
  const server: Server = createServer((request, response) => {
    const isScript = request.url === '/script.js'
    if (!isScript) state.documents++
    if (state.answering === 'never') return
    if (typeof state.answering === 'number') response.statusCode = state.answering
    const isPlain = state.answering === 'as text'
    response.setHeader('content-type', isPlain ? 'text/plain' : isScript ? 'text/javascript' : 'text/html')
    if (csp) response.setHeader('content-security-policy', csp)
    if (state.answering !== 'well' && !isPlain) return void response.end('')
    response.end(
      isScript ? outputFiles[0]?.text : '<!doctype html><body><script type="module" src="/script.js"></script>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  return {
    url,
    state,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
