import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** A build served from memory, with the brotli size of each file by its path. */
export type ServedFolder = {
  readonly url: string
  readonly brotli: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** Serves a build on a loopback port of its own: brotli, a long life for hashed files. */
export async function serveFolder(folder: string): Promise<ServedFolder> {
  const files = new Map<string, { body: Buffer; packed: Buffer; type: string }>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.map')) continue
    const file = join(entry.parentPath, entry.name)
    const body = readFileSync(file)
    const type = types[extname(file)] ?? 'application/octet-stream'
    files.set(file.slice(folder.length).replaceAll('\\', '/'), { body, packed: brotliCompressSync(body), type })
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const file = files.get(path === '/' ? '/index.html' : path)
    if (!file) {
      response.writeHead(404).end()
      return
    }
    const page = file.type.startsWith('text/html')
    response
      .writeHead(200, {
        'content-type': file.type,
        'content-encoding': 'br',
        'content-length': file.packed.length,
        'cache-control': page ? 'no-cache' : 'public, max-age=31536000, immutable',
      })
      .end(file.packed)
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    brotli: new Map([...files].map(([path, { packed }]) => [path, packed.length])),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
