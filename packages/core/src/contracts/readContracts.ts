import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { ContractFunctionParameters } from 'viem'
import type { MulticallParameters, MulticallReturnType } from 'viem/actions'
import type { ContractErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { EvmChainParameter } from './evmChain.js'
import { type ReadContractParameters, readContract } from './readContract.js'

/** The parameters of `readContracts`. */
export type ReadContractsParameters<
  contracts extends readonly unknown[] = readonly ContractFunctionParameters[],
  allowFailure extends boolean = true,
  config extends Config = ResolvedRegister['config'],
> = Pick<
  MulticallParameters<contracts, allowFailure, { properties: EvmChainParameter<config> }>,
  'contracts' | 'allowFailure' | 'blockNumber' | 'blockTag'
>

/** The return type of `readContracts`: a result for each contract, or the bare values with `allowFailure: false`. */
export type ReadContractsReturnType<
  contracts extends readonly unknown[] = readonly ContractFunctionParameters[],
  allowFailure extends boolean = true,
> = MulticallReturnType<contracts, allowFailure, { error: LatchkeyError }>

/** What `readContracts` rejects with where `allowFailure` is false. */
export type ReadContractsErrorType = LatchkeyError<ContractErrorCode>

/**
 * Reads several functions at once, of one contract or of many, on one chain or on several: one call for each chain that has
 * `multicall3`, and side by side on the others.
 *
 * @param config - The config.
 * @param parameters.contracts - What to read, each as `readContract` takes it, with a `chainId` of its own.
 * @param parameters.allowFailure - False: the first failure is thrown, and the values come bare. Default true.
 * @returns In the order of `contracts`: `{ status: 'success', result }` or `{ status: 'failure', error }`.
 * @throws With `allowFailure: false`, what `readContract` throws.
 * @see https://viem.sh/docs/contract/multicall
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { readContracts } from '@latchkey/core/contracts'
 * import { mainnet } from '@latchkey/core/chains'
 * import { erc20Abi } from 'viem'
 * const config = createConfig({ chains: [mainnet] })
 * const usdc = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', abi: erc20Abi } as const
 * const [symbol, decimals] = await readContracts(config, {
 *   contracts: [{ ...usdc, functionName: 'symbol' }, { ...usdc, functionName: 'decimals' }],
 *   allowFailure: false,
 * })
 */
export async function readContracts<
  const contracts extends readonly ContractFunctionParameters[],
  allowFailure extends boolean = true,
  config extends Config = Config,
>(
  config: config,
  parameters: ReadContractsParameters<contracts, allowFailure, config>,
): Promise<ReadContractsReturnType<contracts, allowFailure>> {
  const {
    contracts,
    allowFailure = true,
    ...at
  } = parameters as unknown as {
    contracts: readonly ReadContractParameters[]
    allowFailure?: boolean
  }
  // The client joins reads of one moment into one call.
  const reads = contracts.map((contract) => readContract(config, { ...contract, ...at } as ReadContractParameters))
  const results = allowFailure ? (await Promise.allSettled(reads)).map(toResult) : await Promise.all(reads)
  return results as ReadContractsReturnType<contracts, allowFailure>
}

function toResult(settled: PromiseSettledResult<unknown>) {
  return settled.status === 'fulfilled'
    ? { status: 'success', result: settled.value }
    : { status: 'failure', error: settled.reason, result: undefined }
}
