import { type AccountId, type Namespace, parseAccountId, toAccountId } from '@latchkey/protocol/caip'
import type { Chain } from '../chain.js'
import type { State } from '../state.js'

/** The account that would sign in, on its chain; undefined while its wallet is missing or on an unlisted chain. */
export function signInSubject(
  { state, chains }: { readonly state: State; readonly chains: readonly Chain[] },
  namespace: Namespace = state.active,
): AccountId | undefined {
  const uid = state.current[namespace]
  const connection = uid === undefined ? undefined : state.connections.get(uid)
  const account = connection?.accounts.find((each) => each.startsWith(`${namespace}:`))
  const chainId = state.chainIds[namespace]
  const isListed = chains.some(({ caipNetworkId }) => caipNetworkId === chainId)
  if (connection?.phase !== 'live' || account === undefined || chainId === undefined || !isListed) return undefined
  return toAccountId(chainId, parseAccountId(account).address)
}
