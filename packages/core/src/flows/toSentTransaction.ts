import type { TokenBalance } from '@latchkey/protocol/api'
import { type AccountId, parseAccountId } from '@latchkey/protocol/caip'
import { tokenAddress } from './sendDraft.js'
import type { SentTransaction } from './sentTransactions.js'

/** The record of a transfer that was just sent. */
export function toSentTransaction(parts: {
  hash: string
  account: AccountId
  to: string
  amount: string
  token: TokenBalance
}): SentTransaction {
  const { hash, account, to, amount, token } = parts
  const { chainId, address: from } = parseAccountId(account)
  const address = tokenAddress(token)
  return {
    hash,
    chainId,
    from,
    to,
    amount,
    symbol: token.symbol.slice(0, 80),
    ...(address ? { token: address } : {}),
    at: Date.now(),
    status: 'pending',
  }
}
