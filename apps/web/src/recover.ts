import type { TypedData } from '@latchkey/core'
import { type Hex, isHex, recoverMessageAddress, recoverTypedDataAddress } from 'viem'

/** Whose signature of a text it is; undefined when no plain key signed it. */
export function recoverMessageSigner(message: string, signature: string): Promise<string | undefined> {
  return attempt(signature, (hex) => recoverMessageAddress({ message, signature: hex }))
}

/** Whose signature of structured data it is; undefined when no plain key signed it. */
export function recoverTypedDataSigner(typedData: TypedData, signature: string): Promise<string | undefined> {
  return attempt(signature, (hex) => recoverTypedDataAddress({ ...typedData, signature: hex }))
}

async function attempt(signature: string, recover: (signature: Hex) => Promise<string>): Promise<string | undefined> {
  if (!isHex(signature)) return undefined
  try {
    return await recover(signature)
  } catch {
    return undefined
  }
}
