import { LatchkeyError } from '@latchkey/core'
import { base58 } from '@scure/base'
import type { SolanaProvider } from '../solanaProvider.js'
import { coded } from './coded.js'

/** Signs a text or bytes as they stand; the signature in base58. */
export async function signMessage(
  provider: unknown,
  parameters: { address: string; message: string | Uint8Array },
): Promise<string> {
  const { address, message } = parameters
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const signature: unknown = await coded(() => (provider as SolanaProvider).signMessage({ address, message: bytes }))
  if (signature instanceof Uint8Array && signature.length === 64) return base58.encode(signature)
  throw new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet did not return a signature.')
}
