import { type AccountId, type Namespace, parseAccountId, toAccountId } from '@latchkey/protocol/caip'
import type { Network } from '../network.js'
import type { State } from '../state.js'

/** Who would sign in: a family's account on its network; nobody while its wallet is away or on a network that is not listed. */
export function signInSubject(
  { state, networks }: { readonly state: State; readonly networks: readonly Network[] },
  namespace: Namespace = state.active,
): AccountId | undefined {
  const uid = state.current[namespace]
  const connection = uid === undefined ? undefined : state.connections.get(uid)
  const account = connection?.accounts.find((each) => each.startsWith(`${namespace}:`))
  const chainId = state.network[namespace]
  const isListed = networks.some(({ caipNetworkId }) => caipNetworkId === chainId)
  if (connection?.phase !== 'live' || account === undefined || chainId === undefined || !isListed) return undefined
  return toAccountId(chainId, parseAccountId(account).address)
}
