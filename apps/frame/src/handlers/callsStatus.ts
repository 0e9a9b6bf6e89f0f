import type { ChainClient } from '../chains/createChainClient.js'
import { readParams } from '../signing/evm/evmParams.js'
import { evmChainId } from '../signing/signingContext.js'
import type { FrameSettings, Screens } from '../types.js'
import { type Bundle, bundleFault } from './bundle.js'
import type { BundleRecords } from './keepBundles.js'

type Known = { readonly bundles: ReadonlyMap<string, Bundle>; readonly kept: BundleRecords }

/** A snapshot of a bundle, which goes on while a node is queried. */
async function find({ bundles, kept }: Known, id: string) {
  const here = bundles.get(id)
  if (here) {
    const { chain, count, hashes, sent, isOver = false } = here
    return { here, chainId: chain.id, count, hashes, sent, isOver }
  }
  const isSending = await kept.isSending(id)
  const before = await kept.read(id)
  if (!before) throw bundleFault(5730, 'INVALID_REQUEST', 'The wallet does not know this bundle.')
  return { ...before, isOver: !isSending }
}

/** Answers `wallet_getCallsStatus`: by the nodes, and for a page that was closed by what was kept. */
export async function readStatus(
  known: Known,
  {
    client,
    settings,
    params,
    signal,
  }: {
    readonly client: ChainClient
    readonly settings: Pick<FrameSettings, 'chains'>
    readonly params: unknown
    readonly signal: AbortSignal
  },
): Promise<unknown> {
  const [id] = readParams('wallet_getCallsStatus', params)
  const { chainId, hashes, sent, count, isOver } = await find(known, id)
  const chain = settings.chains.find((each) => each.id === chainId)
  if (!chain) throw bundleFault(5730, 'INVALID_REQUEST', 'The wallet does not know the network of this bundle.')
  const ask = (method: string, hash: string) => client.call(chain, method, [hash], { signal })
  const found = await Promise.all(hashes.map((hash) => ask('eth_getTransactionReceipt', hash)))
  const receipts = found.filter((receipt) => receipt !== null).map(toReceipt)
  // A page may have closed right before or right after it sent the last: the node knows.
  const [doubtful] = hashes.slice(sent)
  const isSent = doubtful !== undefined && (await ask('eth_getTransactionByHash', doubtful)) !== null
  const all = sent + (isSent ? 1 : 0)
  const failed = receipts.filter(({ status }) => status !== '0x1').length
  return {
    version: '2.0.0',
    id,
    chainId: `0x${evmChainId(chain).toString(16)}`,
    status: isOver && receipts.length >= all ? statusOf({ all, count, failed }) : 100,
    atomic: false,
    ...(receipts.length > 0 ? { receipts } : {}),
  }
}

/** Answers `wallet_showCallsStatus`: shows how far a bundle is, and stops the rest of it, until it is over or closed. */
export async function showStatus(
  known: Known,
  {
    screens,
    params,
    signal,
  }: { readonly screens: Pick<Screens, 'ask'>; readonly params: unknown; readonly signal: AbortSignal },
): Promise<null> {
  const [id] = readParams('wallet_showCallsStatus', params)
  const { here, count, sent, isOver } = { here: undefined, ...(await find(known, id)) }
  if (isOver && sent === count) return null
  const screen = {
    kind: 'sending',
    count,
    read: () => ({
      sent: here?.sent ?? sent,
      isOver: here ? here.isOver === true : isOver,
      isStopped: here?.stop.signal.aborted === true,
    }),
    watch(told: () => void) {
      here?.watchers.add(told)
      return () => void here?.watchers.delete(told)
    },
    // Only the page that sends it can stop it.
    ...(here ? { stop: () => here.stop.abort() } : {}),
  } as const
  await screens.ask(screen, { signal })
  return null
}

/** The codes of EIP-5792 for a bundle to which nothing more happens. */
function statusOf({ all, count, failed }: { all: number; count: number; failed: number }): number {
  if (all === 0) return 400
  if (all === count && failed === 0) return 200
  return failed === all ? 500 : 600
}

function toReceipt(receipt: unknown): { status: string; [name: string]: unknown } {
  const { logs, status, blockHash, blockNumber, gasUsed, transactionHash } = receipt as { [name: string]: unknown }
  return { logs, status: String(status), blockHash, blockNumber, gasUsed, transactionHash }
}
