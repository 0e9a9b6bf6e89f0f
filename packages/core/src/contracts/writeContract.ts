import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { signTimeout } from '@latchkey/protocol/internal/limits'
import type { Eip1193Provider } from '@latchkey/protocol/rpc'
import type { Abi, Account, Chain, ContractFunctionArgs, ContractFunctionName, Hash } from 'viem'
import type { WriteContractParameters as ViemWriteContractParameters } from 'viem/actions'
import { withTimeout } from '../calls/withTimeout.js'
import type { WalletErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { EvmChainParameter } from './evmChain.js'
import { requireEvmAccount } from './requireEvmAccount.js'

/** The parameters of `writeContract`: viem's parameters, the chain, and what gives up waiting. */
export type WriteContractParameters<
  abi extends Abi | readonly unknown[] = Abi,
  functionName extends ContractFunctionName<abi, 'nonpayable' | 'payable'> = ContractFunctionName<
    abi,
    'nonpayable' | 'payable'
  >,
  args extends ContractFunctionArgs<abi, 'nonpayable' | 'payable', functionName> = ContractFunctionArgs<
    abi,
    'nonpayable' | 'payable',
    functionName
  >,
  allFunctionNames = ContractFunctionName<abi, 'nonpayable' | 'payable'>,
  config extends Config = ResolvedRegister['config'],
> = ViemWriteContractParameters<abi, functionName, args, Chain, Account, Chain, allFunctionNames> &
  EvmChainParameter<config> & { readonly signal?: AbortSignal | undefined }

/** The return type of `writeContract`: the hash of the transaction. */
export type WriteContractReturnType = Hash

/** The error type of `writeContract`. */
export type WriteContractErrorType = LatchkeyError<WalletErrorCode | 'CONTRACT_NOT_FOUND'>

/**
 * Asks the connected wallet to call a function of a contract, typed by its ABI.
 *
 * @param config - The config.
 * @param parameters - `address`, `abi`, `functionName`, `args` and `value` (wei) as viem has them, and fields of the transaction
 * such as `gas`, `nonce` and `maxFeePerGas`; `chainId` as a number, refused when the wallet is on another chain.
 * @returns The transaction hash: the wallet has submitted it, no block holds it yet.
 * @throws NOT_CONNECTED; CHAIN_MISMATCH; USER_REJECTED; UNAUTHORIZED when `account` is not the connected one; INVALID_PARAMS
 * when the arguments do not fit the ABI; EXECUTION_REVERTED when the wallet tried it out; INSUFFICIENT_FUNDS; ABORTED.
 * @see https://viem.sh/docs/contract/writeContract
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { writeContract } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * import { erc20Abi } from 'viem'
 * const config = createConfig({ chains: [mainnet] })
 * const hash = await writeContract(config, {
 *   address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
 *   abi: erc20Abi,
 *   functionName: 'transfer',
 *   args: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 1_000_000n],
 * })
 */
export async function writeContract<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, 'nonpayable' | 'payable'>,
  const args extends ContractFunctionArgs<abi, 'nonpayable' | 'payable', functionName>,
  config extends Config = Config,
>(
  config: config,
  parameters: WriteContractParameters<
    abi,
    functionName,
    args,
    ContractFunctionName<abi, 'nonpayable' | 'payable'>,
    config
  >,
): Promise<WriteContractReturnType> {
  const { chainId, signal, ...given } = parameters as WriteContractParameters
  const call = given as ViemWriteContractParameters
  const { connector, address, chain } = requireEvmAccount(config, chainId ?? call.chain?.id)
  const named = typeof call.account === 'string' ? call.account : call.account?.address
  if (named && named.toLowerCase() !== address.toLowerCase()) {
    throw new LatchkeyError('UNAUTHORIZED', `The connected account is ${address}, not ${named}.`)
  }
  const { toRequest, toWriteError } = await import('./contractCalls.js')
  const request = await toRequest(call, address, chain.id)
  let hash: unknown
  try {
    const ask = async () => {
      const provider = (await connector.getProvider('eip155')) as Eip1193Provider
      return provider.request({ method: 'eth_sendTransaction', params: [request] })
    }
    hash = await withTimeout(ask, signTimeout, signal)
  } catch (thrown) {
    const error = fromRpcError(thrown)
    throw error.code === 'EXECUTION_REVERTED' ? toWriteError(thrown, call, address) : error
  }
  if (typeof hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(hash)) return hash as Hash
  throw new LatchkeyError(
    'WALLET_BAD_ANSWER',
    'The wallet did not return a transaction hash. Look in the wallet before you try again.',
  )
}
