import { type AccountId, parseAccountId } from '@latchkey/protocol/caip'
import { toPlainAddress } from '@latchkey/protocol/internal/receivers'
import { getContacts } from '../actions/getContacts.js'
import type { Config } from '../createConfig.js'
import { readPaidReceivers } from './paidReceivers.js'
import { createSentTransactions } from './sentTransactions.js'

/** The addresses that an account's visitor knows in its family: their own of any wallet, their contacts, and where it paid from this browser. */
export function knownReceivers(config: Config, account: AccountId): readonly string[] {
  const { namespace, address } = parseAccountId(account)
  const own = [...config.state.connections.values()]
    .flatMap(({ accounts }) => accounts.map((each) => parseAccountId(each)))
    .filter((each) => each.namespace === namespace)
    .map((each) => each.address)
  // What was sent before receivers were kept by themselves. Who takes a swap is a contract.
  const sent = createSentTransactions(config)
    .list(address)
    .filter(({ chainId, received }) => chainId.startsWith(`${namespace}:`) && !received)
    .map(({ to }) => to)
  // Where a name leads is known only once it is looked up.
  const contacts = getContacts(config, { namespace }).flatMap((each) =>
    each.address.includes('.') ? [] : each.address,
  )
  const all = [...own, ...contacts, ...readPaidReceivers(config, account), ...sent]
  return [...new Map(all.map((each) => [toPlainAddress(each), each])).values()]
}
