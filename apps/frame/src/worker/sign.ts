import { LatchkeyError } from '@latchkey/protocol/errors'
import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { signEvmMessage, signEvmTransaction, signHash } from './evm.js'
import type { Keys } from './keys.js'
import type { SignRequest } from './messages.js'
import { signSolanaMessage, signSolanaTransaction } from './solana.js'
import { hashTypedData } from './typedData.js'

/**
 * Signs what was approved; Bitcoin, whose code is large and seldom needed, has a file of its own.
 *
 * @param keys - The private keys.
 * @param request - What to sign.
 * @returns EVM as 0x hex, the others as base64url.
 * @throws LatchkeyError INVALID_PARAMS when it must not be signed; UNSUPPORTED_METHOD for another kind.
 */
export function sign(keys: Keys, request: SignRequest): string {
  switch (request.kind) {
    case 'evmMessage':
      return signEvmMessage(keys.evm, request.message)
    case 'evmTypedData':
      return signHash(keys.evm, hashTypedData(request.data, request.chainId))
    case 'evmTransaction':
      return signEvmTransaction(keys.evm, request.unsigned, request.chainId)
    case 'solanaMessage':
      return toBase64Url(signSolanaMessage(keys.solana, request.message))
    case 'solanaTransaction':
      return toBase64Url(signSolanaTransaction(keys.solana, request.transaction))
    default:
      throw new LatchkeyError('UNSUPPORTED_METHOD', 'The wallet cannot sign this request')
  }
}
