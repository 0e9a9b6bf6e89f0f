import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The options of a static page. */
export type StaticOptions = {
  /** The folder of the build. */
  folder: string
  port: number
  /** The configuration of the page. */
  config: unknown
  /** The origins beside its own that the page may reach. */
  allow: {
    scripts: readonly string[]
    images: readonly string[]
    connections: readonly string[]
    frames?: readonly string[]
  }
}

/** A server of static files. */
export type StaticServer = { url: string; stop(): Promise<void> }

type File = { body: Buffer; type: string; etag: string; cache: string; packed: Map<string, Promise<Buffer>> }

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Serves a built page: from memory, compressed, files with a hash in their name for ever, under a policy that lets the page
 * connect only to what it lists.
 *
 * @param options - The build, the port and the surroundings.
 * @returns Where it is, and `stop`.
 */
export async function serveStatic(options: StaticOptions): Promise<StaticServer> {
  const files = readFiles(options)
  const policy = contentPolicy(options.allow)
  const server = createServer((request, response) => {
    const path = pathOf(request.url ?? '/')
    const file = files.get(path === '/' ? '/index.html' : path)
    const common = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...common, allow: 'GET, HEAD' }).end()
      return
    }
    if (!file) {
      response.writeHead(404, { ...common, 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n')
      return
    }
    const headers = {
      ...common,
      'content-type': file.type,
      'cache-control': file.cache,
      etag: file.etag,
      vary: 'accept-encoding',
      ...(file.type.startsWith('text/html') ? { 'content-security-policy': policy } : {}),
    }
    if (request.headers['if-none-match'] === file.etag) {
      response.writeHead(304, headers).end()
      return
    }
    const encoding = encodingFor(file, request.headers['accept-encoding'])
    pack(file, encoding).then(
      (body) => {
        const extra = encoding ? { 'content-encoding': encoding } : {}
        response.writeHead(200, { ...headers, ...extra, 'content-length': body.length })
        response.end(request.method === 'HEAD' ? undefined : body)
      },
      () => response.writeHead(500, common).end(),
    )
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  return {
    // The name that the embedded wallet has as well, so that a browser keeps its storage together with the page's.
    url: `http://localhost:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Writes the configuration into the page's HTML, escaped so that it cannot end the element or run. */
export function withConfig(html: string, config: unknown): string {
  const text = JSON.stringify(config).replaceAll('<', '\\u003c')
  const element = `<script type="application/json" id="latchkey-config">${text}</script>`
  return html.includes('</head>') ? html.replace('</head>', () => `${element}</head>`) : `${element}${html}`
}

function contentPolicy({ scripts, images, connections, frames = [] }: StaticOptions['allow']): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    "style-src 'self'",
    ['img-src', "'self'", 'data:', ...images].join(' '),
    "font-src 'self'",
    ['connect-src', "'self'", ...connections].join(' '),
    ...(frames.length === 0 ? [] : [['frame-src', ...frames].join(' ')]),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function readFiles({ folder, config }: StaticOptions): Map<string, File> {
  const paths = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => statSync(join(folder, path)).isFile())
  return new Map(
    paths.map((path) => {
      const name = `/${path.replaceAll('\\', '/')}`
      const raw = readFileSync(join(folder, path))
      const body = name === '/index.html' ? Buffer.from(withConfig(raw.toString('utf8'), config)) : raw
      const file: File = {
        body,
        type: types[extname(path)] ?? 'application/octet-stream',
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        cache: name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        packed: new Map(),
      }
      return [name, file] as const
    }),
  )
}

function pathOf(url: string): string {
  try {
    // Two slashes at the start would be read as a host.
    return url.startsWith('/') ? decodeURIComponent(new URL(`http://localhost${url}`).pathname) : ''
  } catch {
    return ''
  }
}

function encodingFor(file: File, accepted: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const isText = /^(text|application\/(json|manifest))|svg/.test(file.type)
  if (!isText || file.body.length < 600) return undefined
  const offers = String(accepted ?? '')
    .split(',')
    .filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
  const names = offers.map((offer) => offer.split(';')[0]?.trim())
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : undefined
}

function pack(file: File, encoding: 'br' | 'gzip' | undefined): Promise<Buffer> {
  if (!encoding) return Promise.resolve(file.body)
  const known = file.packed.get(encoding)
  if (known) return known
  const packed =
    encoding === 'br'
      ? promisify(brotliCompress)(file.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      : promisify(gzip)(file.body)
  file.packed.set(encoding, packed)
  return packed
}
