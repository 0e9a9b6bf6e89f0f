import { parseAccountId, parseChainId } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'
import type { WagmiAddress } from './wagmiParts.js'

/** The EVM connection in the types of wagmi. */
export type WagmiSession = {
  readonly connectorId: string
  readonly accounts: readonly [WagmiAddress, ...WagmiAddress[]]
  readonly chainId: number
}

/** Reads it of a config; undefined while no wallet of that family has answered. */
export function readWagmiSession({ state }: Config): WagmiSession | undefined {
  const uid = state.current.eip155
  const connection = uid === undefined ? undefined : state.connections.get(uid)
  const chainId = connection?.chains.eip155
  if (connection?.phase !== 'live' || !chainId) return undefined
  const [first, ...others] = connection.accounts
    .map((account) => parseAccountId(account))
    .filter(({ chainId }) => parseChainId(chainId).namespace === 'eip155')
    .map(({ address }) => address as WagmiAddress)
  if (!first) return undefined
  return {
    connectorId: connection.connectorId,
    accounts: [first, ...others],
    chainId: Number(parseChainId(chainId).reference),
  }
}
