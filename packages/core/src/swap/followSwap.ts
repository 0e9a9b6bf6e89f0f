import { parseAccountId } from '@latchkey/protocol/caip'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { waitForTransactionReceipt } from '../actions/waitForTransactionReceipt.js'
import type { Config } from '../createConfig.js'
import { keepSwapRecord, type SwapRecord } from './swapRecords.js'

/**
 * Waits for the end of what was sent for a swap, and keeps it.
 *
 * @returns The record with its end; undefined when the waiting was ended or the chain cannot be asked.
 */
export async function followSwap(
  config: Config,
  record: SwapRecord,
  signal: AbortSignal,
): Promise<SwapRecord | undefined> {
  const settled = await readEnd(config, record, signal)
  if (settled) keepSwapRecord(config, settled)
  return settled
}

async function readEnd(config: Config, record: SwapRecord, signal: AbortSignal): Promise<SwapRecord | undefined> {
  const { hash, account, kind, to } = record
  const { chainId } = parseAccountId(account)
  try {
    const { status, replacement } = await waitForTransactionReceipt(config, {
      hash: hash as never,
      chainId: chainId as never,
      signal,
    })
    // What was cancelled, or gave way to something else, has not taken effect.
    if ((replacement?.reason ?? 'repriced') !== 'repriced') return { ...record, status: 'replaced' }
    if (status === 'failed' || kind === 'approval') return { ...record, status }
    const { readReceived } = await import('./readReceived.js')
    const received = await readReceived(config, { hash: replacement?.hash ?? hash, account, token: to.token })
    if (received === undefined) return { ...record, status }
    return { ...record, status, isMeasured: true, to: { ...to, amount: String(received) } }
  } catch (thrown) {
    if (isLatchkeyError(thrown, 'TRANSACTION_DROPPED')) return { ...record, status: 'dropped' }
    if (isLatchkeyError(thrown, 'TRANSACTION_REPLACED')) return { ...record, status: 'replaced' }
    return undefined
  }
}
