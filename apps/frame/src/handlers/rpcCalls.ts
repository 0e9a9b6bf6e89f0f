import type { ChainClient } from '../chains/createChainClient.js'
import { loadCode } from '../loadCode.js'
import { evmChainId } from '../signing/signingContext.js'
import type { FrameChain, FrameSettings, Screens } from '../types.js'
import type { Asking } from './approveAndSign.js'
import type { Bundle } from './bundle.js'
import type { BundleRecords, keepBundles } from './keepBundles.js'

/** Bundles of calls, EIP-5792, for an account that is a plain key: the calls are sent one after the other. */
export type Bundles = {
  send(asking: Asking): Promise<{ id: string }>
  status(parts: {
    readonly client: ChainClient
    readonly settings: Pick<FrameSettings, 'chains'>
    readonly params: unknown
    readonly signal: AbortSignal
  }): Promise<unknown>
  /** Shows how far a bundle is, and stops the rest of it. */
  show(parts: {
    readonly screens: Pick<Screens, 'ask'>
    readonly params: unknown
    readonly signal: AbortSignal
  }): Promise<null>
  capabilities(chains: readonly FrameChain[], params: unknown): { [chainId: string]: object }
}

/**
 * Creates the bundles of one page. What was sent is kept; what was not sent when the page closes never is.
 *
 * @param parts - Where bundles are kept, and for whom.
 * @returns The bundles.
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export function createBundles(parts: Parameters<typeof keepBundles>[0]): Bundles {
  const bundles = new Map<string, Bundle>()
  const records = async (): Promise<BundleRecords> =>
    (await loadCode(() => import('./keepBundles.js'))).keepBundles(parts)

  return {
    async send(asking) {
      const [{ sendCalls }, kept] = await Promise.all([loadCode(() => import('./sendCalls.js')), records()])
      return sendCalls(asking, bundles, kept)
    },

    async status(parts) {
      const [{ readStatus }, kept] = await Promise.all([loadCode(() => import('./callsStatus.js')), records()])
      return readStatus({ bundles, kept }, parts)
    },

    async show(parts) {
      const [{ showStatus }, kept] = await Promise.all([loadCode(() => import('./callsStatus.js')), records()])
      return showStatus({ bundles, kept }, parts)
    },

    capabilities(chains, params) {
      const [, filter] = Array.isArray(params) ? (params as unknown[]) : []
      const wanted = Array.isArray(filter) ? filter.map((each) => String(each).toLowerCase()) : undefined
      const ids = chains
        .filter(({ id }) => id.startsWith('eip155:'))
        .map((chain) => `0x${evmChainId(chain).toString(16)}`)
      return Object.fromEntries(
        ids
          .filter((id) => wanted === undefined || wanted.includes(id))
          .map((id) => [id, { atomic: { status: 'unsupported' }, assetDiscovery: { supported: true } }]),
      )
    },
  }
}
