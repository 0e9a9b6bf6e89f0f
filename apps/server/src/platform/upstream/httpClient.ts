import { createPlainExchange } from './createPlainExchange.js'
import { createTlsExchange } from './createTlsExchange.js'
import { StaleConnection } from './staleConnection.js'
import { toUpstreamFault } from './toUpstreamFault.js'
import type { UpstreamReply } from './upstreamReply.js'

/** Sends JSON to upstream nodes over kept connections. */
export type HttpClient = {
  post(url: URL, body: string, options: { timeout: number; fresh?: boolean }): Promise<UpstreamReply>
  close(): void
}

/**
 * Creates the HTTP client of one server; it owns its connections until `close`.
 *
 * @param options - `maxSockets` bounds the connections to one node.
 * @returns A client whose calls end in an answer or in an `UpstreamFault`, within the given time.
 *
 * @example
 * import { createHttpClient } from './httpClient.js'
 * const client = createHttpClient()
 * const reply = await client.post(new URL('http://127.0.0.1:8545'), '{}', { timeout: 10_000 })
 */
export function createHttpClient({ maxSockets = 256 }: { maxSockets?: number } = {}): HttpClient {
  const plain = createPlainExchange(maxSockets)
  const tls = createTlsExchange(maxSockets)

  return {
    async post(url, body, options) {
      const { post } = url.protocol === 'https:' ? tls : plain
      const started = performance.now()
      try {
        return await post(url, body, options)
      } catch (error) {
        // A kept connection may have been closed by the node while the request was on its way: that says nothing about the node.
        if (!(error instanceof StaleConnection) || options.fresh) throw toUpstreamFault(error)
        const timeout = Math.max(1, options.timeout - (performance.now() - started))
        return post(url, body, { timeout, fresh: true }).catch((again: unknown) =>
          Promise.reject(toUpstreamFault(again)),
        )
      }
    },
    close() {
      plain.close()
      tls.close()
    },
  }
}
