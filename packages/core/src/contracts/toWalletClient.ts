import type { Eip1193Provider } from '@latchkey/protocol/rpc'
import {
  type Account,
  type Address,
  type Chain,
  createWalletClient,
  custom,
  type Transport,
  type WalletClient,
} from 'viem'

/** A viem wallet client over a provider. Requests are not retried. */
export function toWalletClient(
  provider: Eip1193Provider,
  account: Address,
  chain: Chain,
): WalletClient<Transport, Chain, Account> {
  const request: Parameters<typeof custom>[0]['request'] = (asked) => provider.request(asked)
  return createWalletClient({ account, chain, transport: custom({ request }, { retryCount: 0 }) })
}
