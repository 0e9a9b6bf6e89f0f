import type { ChainClient } from '../chains/createChainClient.js'
import type { FrameChain, FrameSettings } from '../contracts.js'
import { loadCode } from '../loadCode.js'
import { readParams } from '../signing/params.js'
import { evmChainId } from '../signing/signingContext.js'
import type { Asking } from './approveAndSign.js'
import { type Bundle, bundleFault } from './bundle.js'

/** Bundles of calls, EIP-5792, for an account that is a plain key: the calls are sent one after the other. */
export type Bundles = {
  send(asking: Asking): Promise<{ id: string }>
  status(parts: {
    readonly client: ChainClient
    readonly settings: Pick<FrameSettings, 'chains'>
    readonly params: unknown
    readonly signal: AbortSignal
  }): Promise<unknown>
  capabilities(chains: readonly FrameChain[], params: unknown): { [chainId: string]: object }
}

/**
 * Makes the bundles of one page; what was sent is remembered for as long as the page is open.
 *
 * @returns The bundles.
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export function createBundles(): Bundles {
  const bundles = new Map<string, Bundle>()

  return {
    async send(asking) {
      const { sendCalls } = await loadCode(() => import('./sendCalls.js'))
      return sendCalls(asking, bundles)
    },

    async status({ client, params, signal }) {
      const [id] = readParams('wallet_getCallsStatus', params)
      const bundle = bundles.get(id)
      if (!bundle) throw bundleFault(5730, 'INVALID_REQUEST', 'The wallet does not know this bundle.')
      // What is read here belongs together: the bundle goes on while the node is asked.
      const { chain, hashes, count, isOver = false } = bundle
      const found = await Promise.all(
        hashes.map((hash) => client.call(chain, 'eth_getTransactionReceipt', [hash], { signal })),
      )
      const receipts = found.filter((receipt) => receipt !== null).map(toReceipt)
      const failed = receipts.filter(({ status }) => status !== '0x1').length
      const isWhole = hashes.length === count
      const isMined = receipts.length === hashes.length && isOver
      const status = !isMined ? 100 : !isWhole || failed > 0 ? (failed === receipts.length ? 500 : 600) : 200
      return {
        version: '2.0.0',
        id,
        chainId: `0x${evmChainId(chain).toString(16)}`,
        status,
        atomic: false,
        ...(receipts.length > 0 ? { receipts } : {}),
      }
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

function toReceipt(receipt: unknown): { status: string; [name: string]: unknown } {
  const { logs, status, blockHash, blockNumber, gasUsed, transactionHash } = receipt as { [name: string]: unknown }
  return { logs, status: String(status), blockHash, blockNumber, gasUsed, transactionHash }
}
