import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Transport } from 'viem'
import type { Chain } from '../chain.js'
import { rpcUrlsOf } from '../chains/rpcUrls.js'
import type { Config } from '../createConfig.js'

/** A viem transport over the URLs at which the config reads a chain; they are looked up with each request. */
export function nodeTransport(config: Config, chain: Chain): Transport<'latchkey'> {
  async function request(asked: { method: string; params?: unknown }): Promise<unknown> {
    // A filter lives on one node and the next question may go to another; without one viem reads the logs block by block.
    if (/^eth_new\w*Filter$/.test(asked.method)) {
      throw new LatchkeyError('UNSUPPORTED_METHOD', `${asked.method} is not asked: nodes take turns.`)
    }
    const ask = config.namespace('eip155').request
    if (!ask) {
      throw new LatchkeyError('INVALID_CONFIG', 'The adapter of eip155 cannot ask a node.', {
        hints: ['Use eip155() of @latchkey/core/eip155, or give the adapter a `request`.'],
      })
    }
    return ask({ chain, rpcUrls: await rpcUrlsOf(config, chain) }, asked)
  }
  const settings = { key: 'latchkey', name: 'Latchkey', type: 'latchkey', retryCount: 0 } as const
  return () => ({ config: { ...settings, request: request as never }, request: request as never })
}
