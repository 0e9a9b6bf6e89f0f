import { type AccountId, type Config, getConnection, parseAccountId, parseChainId, type State } from '@latchkey/core'
import type { Address } from 'viem'
import { useConfigRead } from '../hooks/useSnapshot.js'

/** The EVM account and chain that are active now. */
export type Evm = {
  readonly address: Address | undefined
  readonly caipAddress: AccountId | undefined
  readonly connectorId: string | undefined
  readonly isConnected: boolean
  /** The number of the active EVM chain. */
  readonly chainId: number | undefined
}

/** What hooks over contracts read of the state. */
export function useEvm(parameters: { readonly config?: Config | undefined }): Evm {
  return useConfigRead(read, parameters)
}

function read(config: Config, _: unknown, state: State): Evm {
  const { caipAddress, connector, status } = getConnection(config, { namespace: 'eip155' }, state)
  const active = state.chainIds.eip155
  return {
    address: caipAddress && (parseAccountId(caipAddress).address as Address),
    caipAddress,
    connectorId: connector?.id,
    isConnected: status === 'connected',
    chainId: active && Number(parseChainId(active).reference),
  }
}
