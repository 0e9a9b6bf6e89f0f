import { address, getBase58Encoder, getPublicKeyFromAddress, signatureBytes, verifySignature } from '@solana/kit'

/** Returns whether a base58 signature of a text is by the key of an address. */
export async function isSolanaSignature(signer: string, message: string, signature: string): Promise<boolean> {
  try {
    const key = await getPublicKeyFromAddress(address(signer))
    const bytes = signatureBytes(getBase58Encoder().encode(signature))
    return await verifySignature(key, bytes, new TextEncoder().encode(message))
  } catch {
    return false
  }
}
