import type { AccountId } from '@latchkey/protocol/caip'
import { parseAccountId } from '@latchkey/protocol/caip'
import { toPlainAddress } from '@latchkey/protocol/internal/receivers'
import { parseAmount } from '../chains/amount.js'
import type { Config } from '../createConfig.js'
import { createSentTransactions } from './sentTransactions.js'

/**
 * How much an account sent of a token from this browser that no block holds yet and its balance still has.
 *
 * @param config - The config; its storage keeps what was sent.
 * @param account - Who sent it, and on which chain.
 * @param token - Plain address of the token, absent for the native coin, and its decimals.
 * @returns Base units; 0 in families whose balances exclude pending amounts.
 */
export function pendingAmount(
  config: Config,
  account: AccountId,
  { address, decimals }: { address: string | undefined; decimals: number },
): bigint {
  const { chainId, namespace, address: own } = parseAccountId(account)
  const waiting = createSentTransactions(config)
    .list(own)
    .filter(({ status, chainId: on, token, to }) => {
      return status === 'pending' && on === chainId && isSame(token, address) && !isSame(to, own)
    })
  if (waiting.length === 0 || config.namespace(namespace).countsPending) return 0n
  return waiting.reduce((sum, { amount }) => sum + toUnits(amount, decimals), 0n)
}

/** Data of an earlier visit may be malformed. */
function toUnits(amount: string, decimals: number): bigint {
  try {
    return parseAmount(amount, decimals)
  } catch {
    return 0n
  }
}

function isSame(one = '', other = ''): boolean {
  return toPlainAddress(one) === toPlainAddress(other)
}
