import { toBase64Url } from '@latchkey/protocol/bytes'
import type { FactorProof } from '../contracts.js'
import { deriveBytes, deriveKey } from './deriveKey.js'
import { readRecoveryCode } from './recoveryCode.js'

/** What a recovery code proves, and what it opens. */
export type CodeProof = FactorProof & { readonly extras: { readonly verifier: string } }

/**
 * Makes of a recovery code what the server compares and the key of its client half; neither tells of the other or of the code.
 *
 * @param given - The code as it was typed, and the wallet.
 * @returns The proof.
 * @throws LatchkeyError INVALID_PARAMS with what is wrong with the code.
 */
export async function proveCode({ code, walletId }: { code: string; walletId: string }): Promise<CodeProof> {
  const bytes = readRecoveryCode(code)
  try {
    const verifier = toBase64Url(await deriveBytes(bytes, walletId, 'code/verifier'))
    return { extras: { verifier }, clientKey: await deriveKey(bytes, walletId, 'code/client') }
  } finally {
    bytes.fill(0)
  }
}

/**
 * Makes the key of a wallet's offline kit from a recovery code.
 *
 * @param given - The code as it was typed, and the wallet.
 * @returns The key, AES-GCM, not extractable.
 * @throws LatchkeyError INVALID_PARAMS with what is wrong with the code.
 */
export async function kitKeyOf({ code, walletId }: { code: string; walletId: string }): Promise<CryptoKey> {
  const bytes = readRecoveryCode(code)
  return deriveKey(bytes, walletId, 'code/kit').finally(() => bytes.fill(0))
}
