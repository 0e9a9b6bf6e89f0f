import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** A file of the built frame, in every form that it goes out in. */
export type FrameFile = {
  readonly type: string
  readonly etag: string
  readonly plain: Uint8Array<ArrayBuffer>
  readonly br?: Uint8Array<ArrayBuffer>
  readonly gzip?: Uint8Array<ArrayBuffer>
}

/** The content type of each kind of file in a build. */
export const fileTypes: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Reads the built frame into memory, compressed once, with the settings written into the pages.
 *
 * @param folder - The folder of the build.
 * @param settings - The settings of the pages.
 * @returns The files by their path from the root, with a leading slash.
 */
export function readFrameFiles(folder: string, settings: unknown): ReadonlyMap<string, FrameFile> {
  return new Map(
    readdirSync(folder, { recursive: true })
      .map(String)
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => {
        const raw = readFileSync(join(folder, path))
        const isPage = extname(path) === '.html'
        const body = isPage ? Buffer.from(withSettings(raw.toString('utf8'), settings)) : raw
        return [
          `/${path.replaceAll('\\', '/')}`,
          pack(fileTypes[extname(path)] ?? 'application/octet-stream', body),
        ] as const
      }),
  )
}

/** Writes the settings into the placeholder of a page's HTML, escaped so that they cannot end the element or run. */
export function withSettings(html: string, settings: unknown): string {
  const text = JSON.stringify(settings).replaceAll('<', '\\u003c')
  const element = `<script type="application/json" id="latchkey-frame">${text}</script>`
  const place = /<script type="application\/json" id="latchkey-frame">\s*<\/script>/
  if (place.test(html)) return html.replace(place, () => element)
  return html.includes('</head>') ? html.replace('</head>', () => `${element}</head>`) : `${element}${html}`
}

function pack(type: string, body: Buffer): FrameFile {
  const file = {
    type,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    plain: Uint8Array.from(body),
  }
  if (!/^text|json|svg/.test(type) || body.length < 600) return file
  return {
    ...file,
    br: Uint8Array.from(brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })),
    gzip: Uint8Array.from(gzipSync(body)),
  }
}
