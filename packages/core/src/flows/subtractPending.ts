import { toAccountId } from '@latchkey/protocol/caip'
import { formatAmount } from '../chains/amount.js'
import type { Config } from '../createConfig.js'
import { pendingAmount } from './pendingAmount.js'
import { type AvailableBalance, decimalsOf, heldOf, tokenAddress } from './sendDraft.js'
import { createSentTransactions } from './sentTransactions.js'

/**
 * Subtracts from balances what an account sent from this browser and no block holds yet.
 *
 * @param config - The config; its storage keeps what was sent.
 * @param address - The plain address of the account.
 * @param balances - What `getBalances` returned.
 * @returns The same balances; where something is pending, the quantity is less that, and the value of the whole is left out.
 *
 * @example
 * import { getBalances, subtractPending } from '@latchkey/core'
 * const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const available = subtractPending(config, address, await getBalances(config, { account: `eip155:1:${address}` }))
 */
export function subtractPending(
  config: Config,
  address: string,
  balances: readonly AvailableBalance[],
): readonly AvailableBalance[] {
  const sent = createSentTransactions(config).list(address)
  // An account may hold thousands of tokens, and this runs at every keystroke.
  if (!sent.some(({ status }) => status === 'pending')) return balances
  return balances.map((balance) => {
    const held = heldOf(balance)
    // One that is less already is not made less again.
    if (held === undefined || balance.pending !== undefined) return balance
    const decimals = decimalsOf(balance)
    const account = toAccountId(balance.chainId, address)
    const pending = pendingAmount(config, account, { address: tokenAddress(balance), decimals })
    if (pending === 0n) return balance
    const { value: _, ...rest } = balance
    const numeric = formatAmount(held > pending ? held - pending : 0n, decimals)
    return { ...rest, quantity: { ...balance.quantity, numeric }, pending: formatAmount(pending, decimals) }
  })
}
