import { LatchkeyError } from '@latchkey/protocol/errors'
import { BaseError, ContractFunctionRevertedError } from 'viem'
import { toReadError } from '../namespaces/eip155/toReadError.js'

/** Errors of viem for invalid parameters, thrown before any request. */
const callerErrors =
  /^(Abi(?!DecodingZeroData)\w+|InvalidAddress|IntegerOutOfRange|InvalidArray|SliceOffsetOutOfBounds|SizeExceedsPaddingSize)\w*Error$/

/** Maps the error of a contract call to a coded one with viem's as the cause; a revert carries the contract's reason. */
export function toContractError(cause: unknown): LatchkeyError {
  if (!(cause instanceof BaseError)) return toReadError(cause)
  const reverted = cause.walk((layer) => layer instanceof ContractFunctionRevertedError)
  if (reverted instanceof ContractFunctionRevertedError) {
    const { data, reason = data?.errorName ?? reverted.signature ?? '' } = reverted
    const told = reason.replace(/^execution reverted(: ?|$)/i, '')
    const message = `The contract refused the call${told ? `: ${told}` : '.'}`
    return new LatchkeyError('EXECUTION_REVERTED', message, { cause, details: cause.message })
  }
  const named = (pattern: RegExp) => cause.walk((layer) => pattern.test((layer as Error).name)) as BaseError | null
  if (named(/ZeroDataError$/)) {
    return new LatchkeyError('CONTRACT_NOT_FOUND', 'The address returned no data: no such contract is there.', {
      cause,
      details: cause.message,
      hints: ['Check the address, the chain and the ABI.'],
    })
  }
  if (named(/^ChainDoesNotSupportContract/)) {
    return new LatchkeyError('INVALID_CONFIG', cause.shortMessage, { cause, details: cause.message })
  }
  const wrong = named(callerErrors)
  if (wrong) return new LatchkeyError('INVALID_PARAMS', wrong.shortMessage, { cause, details: cause.message })
  return toReadError(cause)
}
