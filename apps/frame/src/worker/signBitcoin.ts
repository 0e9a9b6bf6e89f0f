import { LatchkeyError } from '@latchkey/protocol/errors'
import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { signPsbt } from './bitcoin.js'
import { signBip137, signBip322 } from './bitcoinMessage.js'
import type { Keys } from './keys.js'
import type { SignRequest } from './messages.js'

/**
 * Signs what was approved for a Bitcoin account.
 *
 * @param keys - The private keys.
 * @param request - What to sign.
 * @returns Base64url; public keys as hex with a comma between.
 * @throws LatchkeyError INVALID_PARAMS when it must not be signed; UNSUPPORTED_METHOD for another kind.
 */
export function signBitcoin(keys: Keys, request: SignRequest): string {
  switch (request.kind) {
    case 'bitcoinPsbt':
      return toBase64Url(signPsbt(keys, request.psbt, request.inputs))
    case 'bitcoinMessage': {
      const { message, of, as } = request
      if (as === 'bip322') return toBase64Url(signBip322(keys[of], of, message))
      if (of === 'payment') return toBase64Url(signBip137(keys.payment, message))
      throw new LatchkeyError('INVALID_PARAMS', 'A P2TR account signs messages with BIP-322 only')
    }
    case 'bitcoinKeys':
      return [secp256k1.getPublicKey(keys.payment, true), schnorr.getPublicKey(keys.ordinal)].map(bytesToHex).join()
    default:
      throw new LatchkeyError('UNSUPPORTED_METHOD', 'The wallet cannot sign this request')
  }
}
