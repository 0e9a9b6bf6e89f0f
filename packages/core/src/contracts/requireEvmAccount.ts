import type { Address, Chain } from 'viem'
import { type CurrentAccount, requireAccount } from '../connection/current.js'
import { otherChain } from '../connection/sender.js'
import type { Config } from '../createConfig.js'
import { requireEvmChain } from './evmChain.js'

/** The connected EVM account and the chain that its wallet is on; refuses when that is not the one asked for. */
export function requireEvmAccount(
  config: Config,
  chainId: number | undefined,
): Pick<CurrentAccount, 'connector'> & { address: Address; chain: Chain } {
  const { connector, address, chain } = requireAccount(config, 'eip155')
  if (!chain) throw otherChain(config, 'eip155', chainId === undefined ? undefined : `eip155:${chainId}`)
  if (chainId !== undefined && chainId !== chain.id) throw otherChain(config, 'eip155', `eip155:${chainId}`)
  return { connector, address: address as Address, chain: requireEvmChain(config, Number(chain.id)).viemChain }
}
