import type { Namespace } from '@latchkey/core'

/** Who signed a text: an address, `none` when it was not the account, or `unchecked` where the page has no library for it. */
export type MessageCheck = { readonly signer: string } | 'none' | 'unchecked'

/** Checks a signature of a text with a library that did not make it, where the page has one for the family. */
export async function checkMessage(parameters: {
  family: Namespace
  address: string
  message: string
  signature: string
}): Promise<MessageCheck> {
  const { family, address, message, signature } = parameters
  if (family === 'eip155') {
    const { recoverMessageSigner } = await import('./recover.js')
    const signer = await recoverMessageSigner(message, signature)
    return signer?.toLowerCase() === address.toLowerCase() ? { signer } : 'none'
  }
  if (family !== 'solana') return 'unchecked'
  const { isSolanaSignature } = await import('./checkSolana.js')
  return (await isSolanaSignature(address, message, signature)) ? { signer: address } : 'none'
}
