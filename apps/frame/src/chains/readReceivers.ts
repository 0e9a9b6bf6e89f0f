import { within } from '@latchkey/protocol/internal/within'
import type { Embedder, FrameChain, FrameSettings } from '../types.js'
import { apiUrlOf } from './apiUrlOf.js'

type Payments = {
  data: {
    metadata: { sentFrom: string; sentTo: string; status: string }
    transfers: { direction: string; quantity: { numeric: string } }[]
  }[]
}
const callTimeout = 2_000

/**
 * Reads from the operator's data API where an account has paid to recently. What others only wrote into its history does not count:
 * it moved nothing.
 *
 * @param account - The account.
 * @param parts - The network, where the data API is, for which project, and what ends the question.
 * @returns The receivers; empty without a history service, or without a response within two seconds.
 */
export async function readReceivers(
  account: string,
  parts: {
    readonly chain: Pick<FrameChain, 'id'>
    readonly settings: Pick<FrameSettings, 'apiUrl'>
    readonly embedder: Pick<Embedder, 'projectId'>
    readonly signal: AbortSignal
    readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  },
): Promise<readonly string[]> {
  const { chain, settings, embedder, signal, fetch = (url, init) => globalThis.fetch(url, init) } = parts
  const query = { chainId: chain.id, projectId: embedder.projectId }
  try {
    const url = apiUrlOf(settings, `v1/account/${account}/history`, query)
    // Whatever is not of this form throws, and is as good as nothing.
    const { data } = await within(callTimeout, signal, async (either) => {
      const response = await fetch(url, { signal: either, credentials: 'omit', redirect: 'error' })
      return (await response.json()) as Payments
    })
    return data.flatMap(({ metadata: { sentFrom, sentTo, status }, transfers }) =>
      status === 'confirmed' &&
      sentFrom.toLowerCase() === account.toLowerCase() &&
      transfers.some(({ direction, quantity }) => direction === 'out' && /[1-9]/.test(quantity.numeric))
        ? [String(sentTo)]
        : [],
    )
  } catch {
    return []
  }
}
