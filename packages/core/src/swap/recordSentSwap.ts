import { parseAccountId } from '@latchkey/protocol/caip'
import { formatAmount } from '../chains/amount.js'
import type { Config } from '../createConfig.js'
import { createSentTransactions } from '../flows/sentTransactions.js'
import { isNative } from './swapNetworks.js'
import type { SwapRecord } from './swapRecords.js'

/** Adds a swap, or its outcome, to the transactions that were sent from this browser. */
export function recordSentSwap(config: Config, record: SwapRecord, router?: string): void {
  const { hash, account, from, to, at, status } = record
  const { chainId, address } = parseAccountId(account)
  const sent = createSentTransactions(config)
  const known = sent.list(address).find((one) => one.hash === hash && one.chainId === chainId)
  const receiver = known?.to ?? router
  if (receiver === undefined) return
  sent.add({
    ...known,
    hash,
    chainId,
    from: address,
    to: receiver,
    at,
    status,
    amount: formatAmount(BigInt(from.amount), from.decimals),
    symbol: from.symbol,
    ...(isNative(from.token) ? {} : { token: parseAccountId(from.token).address }),
    received: { amount: formatAmount(BigInt(to.amount), to.decimals), symbol: to.symbol },
  })
}
