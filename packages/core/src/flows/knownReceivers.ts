import { type AccountId, parseAccountId } from '@latchkey/protocol/caip'
import { toPlainAddress } from '@latchkey/protocol/internal/receivers'
import { getContacts } from '../actions/getContacts.js'
import type { Config } from '../createConfig.js'
import { readRecentReceivers } from './recentReceivers.js'
import { createSentTransactions } from './sentTransactions.js'

/** The addresses of one family that the visitor knows: accounts of connected wallets, contacts, and receivers paid from this browser. */
export function knownReceivers(config: Config, account: AccountId): readonly string[] {
  const { namespace, address } = parseAccountId(account)
  const own = [...config.state.connections.values()]
    .flatMap(({ accounts }) => accounts.map((each) => parseAccountId(each)))
    .filter((each) => each.namespace === namespace)
    .map((each) => each.address)
  // Transfers from before receivers had a list of their own. The receiver of a swap is a contract.
  const sent = createSentTransactions(config)
    .list(address)
    .filter(({ chainId, received }) => chainId.startsWith(`${namespace}:`) && !received)
    .map(({ to }) => to)
  // A name has no address until it is resolved.
  const contacts = getContacts(config, { namespace }).flatMap((each) =>
    each.address.includes('.') ? [] : each.address,
  )
  const all = [...own, ...contacts, ...readRecentReceivers(config, account), ...sent]
  return [...new Map(all.map((each) => [toPlainAddress(each), each])).values()]
}
