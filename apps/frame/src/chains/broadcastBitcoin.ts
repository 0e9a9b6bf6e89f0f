import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import type { EsploraClient } from './createEsploraClient.js'

const unknownOutcome = ['RPC_TIMEOUT', 'RPC_UNREACHABLE', 'RPC_BAD_ANSWER'] as const
const pauses = [0, 500, 2_000, 5_000] as const

/**
 * Sends a signed Bitcoin transaction. Where the outcome is unknown, the very same bytes are sent again and never others.
 *
 * @param client - The client.
 * @param transaction - Its bytes in hex, and its id.
 * @returns The id.
 * @throws LatchkeyError with what the network refused it for; or with why it could not be reached, when nothing tells that it arrived.
 */
export async function broadcastBitcoin(
  client: Pick<EsploraClient, 'send' | 'transaction'>,
  { hex, txid }: { readonly hex: string; readonly txid: string },
): Promise<string> {
  const isKnown = () =>
    client.transaction(txid).then(
      (known) => known !== undefined,
      () => false,
    )
  let last: LatchkeyError | undefined
  for (const pause of pauses) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    try {
      await client.send(hex)
      return txid
    } catch (error) {
      if (!isLatchkeyError(error)) throw error
      // A node that has the transaction already returns an error.
      if (isLatchkeyError(error, 'RPC_ERROR')) {
        if (/already|txn-mempool-conflict|-27\b/i.test(error.details ?? '') && (await isKnown())) return txid
        throw error
      }
      if (!unknownOutcome.some((code) => isLatchkeyError(error, code))) throw error
      if (await isKnown()) return txid
      last = error
    }
  }
  throw new LatchkeyError(
    last?.code ?? 'RPC_UNREACHABLE',
    'The network could not be reached, and it is not known whether the transaction arrived. Look at your account before you send again.',
    { cause: last },
  )
}
