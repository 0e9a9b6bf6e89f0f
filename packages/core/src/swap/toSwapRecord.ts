import type { SwapTokenInfo } from '@latchkey/protocol/swapApi'
import type { SwapDemand } from './checkSwap.js'
import type { SwapRecord, SwapSide } from './swapRecords.js'

/** Creates the record that is kept of a transaction that was sent for a swap. */
export function toSwapRecord(
  hash: string,
  kind: SwapRecord['kind'],
  { account, amount }: SwapDemand,
  { from, to }: { from: SwapTokenInfo; to: SwapTokenInfo },
  toAmount: bigint,
): SwapRecord {
  const side = ({ address, symbol, decimals }: SwapTokenInfo, value: bigint) => ({
    token: address,
    symbol: symbol.slice(0, 80),
    decimals,
    amount: String(value),
  })
  return {
    hash,
    kind,
    account,
    from: side(from, amount),
    to: side(to, toAmount),
    at: Date.now(),
    status: 'pending',
    isMeasured: false,
    isLeft: false,
  }
}

/** A token as far as a record tells it. */
export function toToken({ token, symbol, decimals }: SwapSide): SwapTokenInfo {
  return { name: symbol, symbol, address: token, decimals, logoUri: null }
}
