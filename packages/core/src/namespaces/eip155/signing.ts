import { type ChainId, isEvmAddress } from '@latchkey/protocol/caip'
import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { type Eip1193Provider, toHexChainId } from '@latchkey/protocol/rpc'
import type { TransactionRequest } from '../../namespace.js'

const hashPattern = /^0x[0-9a-fA-F]{64}$/
const signaturePattern = /^0x[0-9a-fA-F]{62,}$/

/** Signs a text or bytes with `personal_sign`. @see https://eips.ethereum.org/EIPS/eip-191 */
export async function signMessage(
  provider: unknown,
  parameters: { address: string; message: string | Uint8Array },
): Promise<string> {
  const bytes =
    typeof parameters.message === 'string' ? new TextEncoder().encode(parameters.message) : parameters.message
  return signature(await ask(provider, 'personal_sign', [toHex(bytes), parameters.address]))
}

/** Signs structured data with `eth_signTypedData_v4`. @see https://eips.ethereum.org/EIPS/eip-712 */
export async function signTypedData(
  provider: unknown,
  parameters: { address: string; typedData: unknown },
): Promise<string> {
  const json = JSON.stringify(parameters.typedData, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  return signature(await ask(provider, 'eth_signTypedData_v4', [parameters.address, json]))
}

/** Hands a transaction to the wallet, which fills in fees and number, signs and broadcasts it. */
export async function sendTransaction(
  provider: unknown,
  parameters: { address: string; chainId: ChainId; transaction: TransactionRequest },
): Promise<string> {
  const { to, value, data, gas } = parameters.transaction
  if (to !== undefined && !isEvmAddress(to))
    throw new LatchkeyError('INVALID_ADDRESS', 'The receiver is not an EVM address.')
  if (to === undefined && data === undefined) {
    throw new LatchkeyError('INVALID_PARAMS', 'A transaction needs a receiver or data.')
  }
  const request = {
    from: parameters.address,
    chainId: toHexChainId(parameters.chainId),
    ...(to === undefined ? {} : { to }),
    ...(value === undefined ? {} : { value: quantity(value) }),
    ...(data === undefined ? {} : { data }),
    ...(gas === undefined ? {} : { gas: quantity(gas) }),
  }
  const hash = await ask(provider, 'eth_sendTransaction', [request])
  if (typeof hash === 'string' && hashPattern.test(hash)) return hash
  throw new LatchkeyError(
    'WALLET_BAD_ANSWER',
    'The wallet did not return a transaction hash. Look in the wallet before you try again.',
  )
}

async function ask(provider: unknown, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await (provider as Eip1193Provider).request({ method, params })
  } catch (thrown) {
    throw fromRpcError(thrown)
  }
}

function signature(value: unknown): string {
  if (typeof value === 'string' && signaturePattern.test(value)) return value
  throw new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet did not return a signature.')
}

function quantity(value: bigint): `0x${string}` {
  if (value < 0n) throw new LatchkeyError('INVALID_AMOUNT', 'An amount cannot be negative.')
  return `0x${value.toString(16)}`
}

function toHex(bytes: Uint8Array): `0x${string}` {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
