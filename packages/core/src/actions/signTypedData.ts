import type { Namespace } from '@latchkey/protocol/caip'
import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { signTimeout } from '@latchkey/protocol/internal/limits'
import type { TypedDataDefinition, TypedData as TypedDataTypes } from 'viem'
import { withTimeout } from '../calls/withTimeout.js'
import type { WalletErrorCode } from '../config/errorTypes.js'
import { requireAccount } from '../connection/current.js'
import type { Config } from '../createConfig.js'

/** Structured data as EIP-712 has it, whatever its types; bigints are written as decimal strings. */
export type TypedData = TypedDataDefinition<TypedDataTypes, string>

/** The return type of `signTypedData`: the signature. */
export type SignTypedDataReturnType = `0x${string}`

/** The parameters of `signTypedData`. */
export type SignTypedDataParameters<
  typedData extends TypedDataTypes | Record<string, unknown> = TypedDataTypes,
  primaryType extends keyof typedData | 'EIP712Domain' = keyof typedData,
> = {
  /** Typed data of EIP-712; the message is typed by `types` and `primaryType`. Bigints become decimal strings. */
  readonly typedData: TypedDataDefinition<typedData, primaryType>
  readonly namespace?: Namespace
  readonly signal?: AbortSignal
}

/** The error type of `signTypedData`. */
export type SignTypedDataErrorType = LatchkeyError<WalletErrorCode>

/**
 * Asks the connected wallet to sign structured data.
 *
 * @param config - The config.
 * @param parameters - See {@link SignTypedDataParameters}.
 * @returns The signature in hex.
 * @throws NOT_CONNECTED; UNSUPPORTED_METHOD where the family has no structured data; INVALID_PARAMS; USER_REJECTED; ABORTED.
 * @see https://eips.ethereum.org/EIPS/eip-712
 *
 * @example
 * import { signTypedData } from '@latchkey/core'
 * const domain = { name: 'Example', chainId: 1 }
 * const types = { Mail: [{ name: 'contents', type: 'string' }] } as const
 * const message = { contents: 'Hello' }
 * const signature = await signTypedData(config, { typedData: { domain, types, primaryType: 'Mail', message } })
 */
export async function signTypedData<
  const typedData extends TypedDataTypes | Record<string, unknown>,
  primaryType extends keyof typedData | 'EIP712Domain',
>(config: Config, parameters: SignTypedDataParameters<typedData, primaryType>): Promise<SignTypedDataReturnType> {
  const { connector, address, namespace } = requireAccount(config, parameters.namespace)
  const adapter = config.namespace(namespace)
  if (!adapter.signTypedData) {
    throw new LatchkeyError('UNSUPPORTED_METHOD', `Accounts of ${namespace} cannot sign structured data.`)
  }
  const typedData = parameters.typedData as TypedData
  if (!typedData.types[typedData.primaryType]) {
    throw new LatchkeyError('INVALID_PARAMS', `The type "${typedData.primaryType}" is not among the types.`)
  }
  const domain = Object.keys(typedData.domain ?? {})
  const types = typedData.types.EIP712Domain
    ? typedData.types
    : { EIP712Domain: domainFields.filter(({ name }) => domain.includes(name)), ...typedData.types }
  const { signTypedData: sign } = adapter
  const ask = async () =>
    sign.call(adapter, await connector.getProvider(namespace), { address, typedData: { ...typedData, types } })
  try {
    return (await withTimeout(ask, signTimeout, parameters.signal)) as SignTypedDataReturnType
  } catch (thrown) {
    throw fromRpcError(thrown)
  }
}

const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]
