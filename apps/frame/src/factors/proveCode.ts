import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import type { FactorProof } from '../types.js'
import { deriveBytes, deriveKey } from './deriveKey.js'
import { readRecoveryCode } from './recoveryCode.js'

/** The proof of a recovery code, and the key that it unlocks. */
export type CodeProof = FactorProof & { readonly extras: { readonly verifier: string; readonly locator: string } }

/**
 * Derives from a recovery code what the server compares and the key of its client half; neither reveals the other or the code.
 *
 * @param given - The code as it was typed, and the wallet.
 * @returns The proof.
 * @throws LatchkeyError INVALID_PARAMS with what is wrong with the code.
 */
export async function proveCode({ code, walletId }: { code: string; walletId: string }): Promise<CodeProof> {
  const bytes = readRecoveryCode(code)
  try {
    const verifier = toBase64Url(await deriveBytes(bytes, walletId, 'code/verifier'))
    const locator = toBase64Url(await deriveBytes(bytes, '', 'code/locator'))
    return { extras: { verifier, locator }, clientKey: await deriveKey(bytes, walletId, 'code/client') }
  } finally {
    bytes.fill(0)
  }
}

/**
 * Derives the locator that finds the wallet of a recovery code.
 *
 * @param code - The code as it was typed.
 * @returns 32 bytes as base64url; they tell nothing of what the code proves or opens.
 * @throws LatchkeyError INVALID_PARAMS with what is wrong with the code.
 */
export async function locateCode(code: string): Promise<string> {
  const bytes = readRecoveryCode(code)
  return toBase64Url(await deriveBytes(bytes, '', 'code/locator').finally(() => bytes.fill(0)))
}

/**
 * Creates the key of a wallet's offline kit from a recovery code.
 *
 * @param given - The code as it was typed, and the wallet.
 * @returns The key, AES-GCM, not extractable.
 * @throws LatchkeyError INVALID_PARAMS with what is wrong with the code.
 */
export async function kitKeyOf({ code, walletId }: { code: string; walletId: string }): Promise<CryptoKey> {
  const bytes = readRecoveryCode(code)
  return deriveKey(bytes, walletId, 'code/kit').finally(() => bytes.fill(0))
}
