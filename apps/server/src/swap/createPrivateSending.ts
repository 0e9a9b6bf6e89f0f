import type { ChainId } from '@latchkey/protocol/caip'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { type Hex, parseTransaction } from 'viem'
import type { Chain } from '../platform/chains/chain.js'
import type { Log } from '../platform/log/log.js'
import type { Metrics } from '../platform/metrics/metrics.js'
import type { NodeAnswer, NodeCall } from '../platform/upstream/answer.js'
import { createNodes } from '../platform/upstream/nodes.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import type { Swaps } from './createSwaps.js'
import type { SwapSetting } from './readSwaps.js'
import type { Address } from './swapPort.js'

/** Keeps swaps out of the public mempool, on chains with a private endpoint in the settings. */
export type PrivateSending = {
  /**
   * Sends a transaction that swaps to the chain's private endpoint.
   *
   * @returns Its answer; nothing where the transaction may go to a public node.
   */
  send(chainId: ChainId, call: NodeCall): Promise<NodeAnswer | undefined>
  /** Whether a chain has a private endpoint. */
  has(chainId: ChainId): boolean
  close(): void
}

/**
 * Creates the sender of swaps to private endpoints. Unless the operator allows it, a swap never goes to a public node instead, and then
 * only where nothing can have reached the endpoint.
 *
 * @param options - The settings and the swaps by chain, the log, the figures, and how long a call may take in milliseconds.
 * @returns The way; `close` ends its connections.
 */
export function createPrivateSending(options: {
  settings: ReadonlyMap<Chain, SwapSetting>
  swaps: Swaps
  log: Log
  metrics: Metrics
  timeout?: number
}): PrivateSending {
  const { settings, swaps, log, metrics, timeout } = options
  const named = new Map(
    [...settings].flatMap(([chain, { private: way }]) => (way ? [[chain.caip2, { chain, way }] as const] : [])),
  )
  const nodes = createNodes({
    chains: [...named.values()].map(({ chain, way }) => ({ ...chain, rpc: [way.rpc], ws: [] })),
    observe: ({ chainId, outcome, seconds }) =>
      metrics.upstream.observe({ chain: chainId, upstream: 'private', outcome }, seconds),
    ...(timeout === undefined ? {} : { timeout }),
  })

  async function isSwap(chain: Chain, call: NodeCall): Promise<boolean> {
    const [signed] = Array.isArray(call.params) ? (call.params as unknown[]) : []
    const to = receiverOf(signed)
    if (to === undefined) return false
    // Calls that look like a swap count as one.
    if (to === 'unreadable') return true
    try {
      return (await swaps.get(chain)?.takes(to)) ?? false
    } catch (error) {
      if (!isLatchkeyError(error)) throw error
      return true
    }
  }

  return {
    async send(chainId, call) {
      const { chain, way } = named.get(chainId) ?? {}
      if (chain === undefined || way === undefined || !(await isSwap(chain, call))) return undefined
      try {
        return await nodes.write(chainId, call)
      } catch (error) {
        if (!(error instanceof UpstreamFault) || error.sent) throw error
        log.warn({ chain: chainId, code: error.code, fallback: way.fallback }, 'The private endpoint took no swap')
        if (way.fallback) return undefined
        throw new UpstreamFault(error.code, { sent: false, cause: error, details: 'The private endpoint is away.' })
      }
    },
    has: (chainId) => named.has(chainId),
    close: nodes.close,
  }
}

/** The lower-case target of a signed transaction; undefined for other data and for deployments. */
function receiverOf(signed: unknown): Address | 'unreadable' | undefined {
  if (typeof signed !== 'string' || !/^0x([0-9a-fA-F]{2})+$/.test(signed)) return undefined
  try {
    return parseTransaction(signed as Hex).to?.toLowerCase() as Address | undefined
  } catch {
    return 'unreadable'
  }
}
