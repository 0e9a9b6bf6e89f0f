import type { IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import { createByteStore } from '../http/createByteStore.js'
import { createHostLookup, type HostAddress } from './createHostLookup.js'
import { isPublicAddress } from './isPublicAddress.js'

/** INTERFACE: reads what lies at an https address; undefined for what is not wanted, or cannot be had. Never rejects. */
export type PublicReader = (url: string) => Promise<Uint8Array | undefined>
/** How a host is looked up, which addresses are let through, what makes the requests, and how long one may take. */
export type PublicReaderOptions = {
  resolve?: (host: string) => Promise<readonly HostAddress[]>
  isAllowed?: (address: string) => boolean
  request?: typeof httpsRequest
  timeout?: number
}

/** Milliseconds, with all redirects. */
const defaultTimeout = 5_000
const mostRedirects = 3
/** What is read at once; who comes then gets nothing, and asks again another time. */
const mostReads = 16

/**
 * Creates a reader of addresses that a stranger wrote. It goes to hosts of the public internet only, by https at its
 * own port: each host is looked up once, all its addresses are looked at, and the connection goes to one of those, so that a name
 * cannot mean one place while it is checked and another one while it is asked. A redirect is a new address.
 *
 * @param wanted - What is asked for, the types that are taken, and how many bytes at most.
 * @param options - See {@link PublicReaderOptions}.
 * @returns The reader.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function createPublicReader(
  wanted: { accept: string; type: RegExp; largest: number },
  options: PublicReaderOptions = {},
): PublicReader {
  const {
    resolve = createHostLookup(),
    isAllowed = isPublicAddress,
    request = httpsRequest,
    timeout = defaultTimeout,
  } = options
  let reads = 0

  async function read(text: string, signal: AbortSignal, redirects: number): Promise<Uint8Array | undefined> {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || !isAskable(url)) return undefined
    const addresses = await resolve(url.hostname)
    signal.throwIfAborted()
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isAllowed(address))) return undefined
    const response = await ask(url, first, signal)
    try {
      const { statusCode = 0, headers } = response
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined && redirects < mostRedirects) {
        const next = URL.canParse(headers.location, url.href) ? new URL(headers.location, url).href : ''
        return await read(next, signal, redirects + 1)
      }
      if (statusCode !== 200 || !isWanted(headers)) return undefined
      return await readAll(response, wanted.largest)
    } finally {
      response.destroy()
    }
  }

  function ask(url: URL, to: HostAddress, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((done, failed) => {
      const asked: RequestOptions = {
        host: url.hostname,
        port: 443,
        path: `${url.pathname}${url.search}`,
        // A connection of before may lead to another address than the one that was looked at.
        agent: false,
        lookup: (_, { all }, answer) => (all ? answer(null, [to]) : answer(null, to.address, to.family)),
        headers: { accept: wanted.accept, 'accept-encoding': 'identity' },
        signal,
      }
      request(asked, done).on('error', failed).end()
    })
  }

  function isWanted({
    'content-type': type = '',
    'content-length': length = '0',
    'content-encoding': encoding = 'identity',
  }: IncomingMessage['headers']): boolean {
    // Packed content could be small on the way and without end when it is unpacked.
    return wanted.type.test(type) && Number(length) <= wanted.largest && encoding === 'identity'
  }

  return async (url) => {
    if (reads >= mostReads) return undefined
    reads += 1
    const signal = AbortSignal.timeout(timeout)
    try {
      return await Promise.race([read(url, signal, 0), ended(signal)])
    } catch {
      return undefined
    } finally {
      reads -= 1
    }
  }
}

/** HTTPS on the default port, a host name, and no credentials. */
function isAskable({ protocol, port, username, password, hostname }: URL): boolean {
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return hostname.includes('.') && isIP(hostname) === 0 && !hostname.startsWith('[')
}

async function readAll(response: IncomingMessage, largest: number): Promise<Uint8Array | undefined> {
  const store = createByteStore()
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (store.size + chunk.length > largest) return undefined
    store.add(chunk)
  }
  return new Uint8Array(store.bytes())
}

function ended(signal: AbortSignal): Promise<undefined> {
  return new Promise((done) => {
    signal.addEventListener('abort', () => done(undefined), { once: true })
  })
}
