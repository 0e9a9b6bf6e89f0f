import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { Eip1193Provider } from '@latchkey/protocol/rpc'
import type { Account, Chain, Transport, WalletClient } from 'viem'
import type { WalletErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { EvmChainParameter } from './evmChain.js'
import { requireEvmAccount } from './requireEvmAccount.js'

/** The parameters of `getWalletClient`. */
export type GetWalletClientParameters<config extends Config = ResolvedRegister['config']> = EvmChainParameter<config>

/** The return type of `getWalletClient`. */
export type GetWalletClientReturnType = WalletClient<Transport, Chain, Account>

/** The error type of `getWalletClient`. */
export type GetWalletClientErrorType = LatchkeyError<WalletErrorCode>

/**
 * Returns a viem wallet client over the connected wallet: its account, its chain, and viem's wallet actions.
 *
 * @param config - The config.
 * @param parameters.chainId - The number of the chain that the wallet must be on. Default: the one it is on.
 * @returns A client that is right until the account or the chain changes; take a new one then.
 * @throws NOT_CONNECTED; CHAIN_MISMATCH when the wallet is on another chain. The client's own actions throw viem's errors.
 * @see https://viem.sh/docs/clients/wallet
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { getWalletClient } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet] })
 * const client = await getWalletClient(config)
 * const signature = await client.signMessage({ message: 'Hello' })
 */
export async function getWalletClient<config extends Config>(
  config: config,
  parameters: GetWalletClientParameters<config> = {},
): Promise<GetWalletClientReturnType> {
  const { connector, address, chain } = requireEvmAccount(config, parameters.chainId)
  const provider = (await connector.getProvider('eip155')) as Eip1193Provider
  const { toWalletClient } = await import('./toWalletClient.js')
  return toWalletClient(provider, address, chain)
}
