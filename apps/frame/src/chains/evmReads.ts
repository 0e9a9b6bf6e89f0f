import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FrameChain } from '../types.js'
import type { ChainClient } from './createChainClient.js'

/** A tip without a warning, in wei: the default of nodes without competition. */
const quietTip = 1_500_000_000n

type Options = { readonly signal?: AbortSignal | undefined }
/** The gas cost of a transaction. */
export type Fees =
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly gasPrice: bigint }

/**
 * Reads a number that a node answered.
 *
 * @param value - The answer.
 * @returns The number.
 * @throws LatchkeyError RPC_BAD_ANSWER when invalid.
 */
export function readQuantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[\da-fA-F]{1,64}$/.test(value)) {
    throw new LatchkeyError('RPC_BAD_ANSWER', 'The network returned an unreadable response.')
  }
  return BigInt(value)
}

/**
 * Reads the fees of a chain: twice the base fee of the last block and what builders ask; one price where there is no base fee.
 *
 * @param client - The client.
 * @param chain - The chain.
 * @param options - A signal that ends it.
 * @returns The fees, and how many times what was usual in the last blocks they are.
 */
export async function readFees(
  client: ChainClient,
  chain: FrameChain,
  options: Options = {},
): Promise<{ fees: Fees; factor: number | undefined }> {
  const block = (await client.call(chain, 'eth_getBlockByNumber', ['latest', false], options)) as {
    baseFeePerGas?: unknown
  } | null
  if (block?.baseFeePerGas === undefined) {
    return {
      fees: { gasPrice: readQuantity(await client.call(chain, 'eth_gasPrice', [], options)) },
      factor: undefined,
    }
  }
  const [tip, history] = await Promise.all([
    client.call(chain, 'eth_maxPriorityFeePerGas', [], options).then(readQuantity),
    // What is usual is only there to warn by; a node without it is no reason to stop.
    client.call(chain, 'eth_feeHistory', ['0x14', 'latest', [50]], options).catch(() => undefined),
  ])
  const base = readQuantity(block.baseFeePerGas)
  const maxFeePerGas = base * 2n + tip
  const usual = readUsual(history, tip)
  const factor = usual === undefined ? undefined : Number(maxFeePerGas / usual)
  return { fees: { maxFeePerGas, maxPriorityFeePerGas: tip }, factor }
}

/**
 * Reads how many decimals a token's contract claims.
 *
 * @param client - The client.
 * @param chain - The chain.
 * @param token - The contract.
 * @param options - A signal that ends it.
 * @returns The claim, or undefined when the contract makes none that can be.
 */
export async function readDecimals(
  client: ChainClient,
  chain: FrameChain,
  token: string,
  options: Options = {},
): Promise<number | undefined> {
  try {
    const answer = await client.call(chain, 'eth_call', [{ to: token, data: '0x313ce567' }, 'latest'], options)
    const decimals = typeof answer === 'string' && answer.length === 66 ? BigInt(answer) : 256n
    return decimals < 256n ? Number(decimals) : undefined
  } catch {
    return undefined
  }
}

/** What the same formula would have given in the last blocks, with the tips that were paid in them. */
function readUsual(history: unknown, tip: bigint): bigint | undefined {
  const { baseFeePerGas, reward } = (history ?? {}) as { baseFeePerGas?: unknown; reward?: unknown }
  const base = medianOf(baseFeePerGas)
  if (base === undefined) return undefined
  // A block without transactions says nothing about tips.
  const tips = Array.isArray(reward) ? reward.flat().filter((paid) => !/^0x0*$/.test(String(paid))) : []
  const quiet = tip < quietTip ? tip : quietTip
  const paid = medianOf(tips) ?? 0n
  const usual = base * 2n + (paid > quiet ? paid : quiet)
  return usual > 0n ? usual : undefined
}

function medianOf(quantities: unknown): bigint | undefined {
  if (!Array.isArray(quantities) || quantities.length === 0) return undefined
  if (!quantities.every((quantity) => /^0x[\da-f]{1,64}$/i.test(String(quantity)))) return undefined
  const sorted = quantities.map((quantity) => BigInt(String(quantity))).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)]
}
