import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** How one browser asks. */
export type Visitor = {
  /** Its name in reports. */
  readonly name: string
  readonly userAgent: string
  readonly acceptEncoding: string
}

/** Three browsers, each with another encoding: what is kept packed can differ from what is sent as it is. */
export const visitors: readonly [Visitor, ...Visitor[]] = [
  {
    name: 'Chromium',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
    acceptEncoding: 'br',
  },
  {
    name: 'Firefox',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
    acceptEncoding: 'gzip',
  },
  {
    name: 'Safari',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.2 Mobile/15E148 Safari/604.1',
    acceptEncoding: 'identity',
  },
]

/** The response. */
export type Answer = {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: Buffer
}

const limit = 8 * 1024 * 1024
const timeout = 15_000

/**
 * Asks for a file with the headers of a browser, follows nothing and keeps nothing.
 *
 * @param url - The file.
 * @param visitor - Whose headers are sent.
 * @param context - For what a browser would ask (`sec-fetch-dest`), and the site that embeds it, if one does.
 * @returns The answer, unpacked.
 * @throws Error when nothing comes within 15 seconds, or more than 8 MiB.
 */
export function askAsBrowser(
  url: URL,
  { userAgent, acceptEncoding }: Visitor,
  { dest, site }: { dest: string; site?: string | undefined },
): Promise<Answer> {
  const headers = {
    'user-agent': userAgent,
    accept: dest === 'document' || dest === 'iframe' ? 'text/html,*/*;q=0.8' : '*/*',
    'accept-encoding': acceptEncoding,
    'accept-language': 'en-US,en;q=0.9',
    'sec-fetch-dest': dest,
    'sec-fetch-mode': dest === 'document' || dest === 'iframe' ? 'navigate' : 'cors',
    'sec-fetch-site': dest === 'iframe' ? 'cross-site' : dest === 'document' ? 'none' : 'same-origin',
    ...(site === undefined ? {} : { referer: `${site}/` }),
  }
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, signal: AbortSignal.timeout(timeout) }, (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > limit) response.destroy(new Error('more than 8 MiB'))
        else parts.push(part)
      })
      response.on('error', reject)
      response.on('end', () => {
        try {
          const given = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')])
          const all: Answer['headers'] = Object.fromEntries(given)
          const body = unpack(Buffer.concat(parts), all['content-encoding'])
          resolve({ status: response.statusCode ?? 0, headers: all, body })
        } catch (error) {
          reject(error)
        }
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

function unpack(body: Buffer, encoding = 'identity'): Buffer {
  if (encoding === 'identity') return body
  if (encoding === 'br') return brotliDecompressSync(body, { maxOutputLength: limit })
  if (encoding === 'gzip') return gunzipSync(body, { maxOutputLength: limit })
  throw new Error(`content-encoding ${encoding}, which was not asked for`)
}
