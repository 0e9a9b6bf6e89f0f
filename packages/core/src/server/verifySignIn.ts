import { type AccountId, type ChainId, toAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { checkSignInMessage, parseSignInMessage, type SignInMessage } from '@latchkey/protocol/siwx'
import type { NamespaceAdapter } from '../namespace.js'
import { verifySignature } from '../signIn/verify/verifySignature.js'
import type { NonceStore } from './memoryNonces.js'

/** The parameters of `verifySignIn`. */
export type VerifySignInParameters = {
  /** The text that was signed, byte for byte. */
  readonly message: string
  /** In the format of the family. */
  readonly signature: string
  /** The origin of the app's page, for example `https://app.example`, or of each of them. */
  readonly origin: string | readonly string[]
  /** The store of issued nonces. */
  readonly nonces: Pick<NonceStore, 'take'>
  /** RPC URLs for contract signatures. Accounts with a key need none. */
  readonly rpcUrls?: (chainId: ChainId) => readonly string[]
  /** Chain families that are packages of their own. */
  readonly families?: readonly NamespaceAdapter[]
  /** Default: the time of the call. */
  readonly now?: Date
}

/** The account that signed in. */
export type VerifySignInReturnType = {
  /** CAIP-10. */
  readonly account: AccountId
  readonly address: string
  readonly chainId: ChainId
  /** The fields of the message. */
  readonly message: SignInMessage
}

/**
 * Verifies a sign-in on a server: reads the fields from the text alone, holds them against the server's own pages and the time,
 * checks the signature of any family, and uses up the nonce. Uses nothing of Node.
 *
 * @param parameters - See {@link VerifySignInParameters}.
 * @returns Who signed in.
 * @throws LatchkeyError INVALID_PARAMS when the text has another form; SIGNATURE_INVALID when it is for another site, over, not
 * signed by the account, or its nonce is unknown or used; INVALID_CONFIG for a family that is not among `families`; RPC_UNREACHABLE
 * and RPC_BAD_ANSWER when a contract cannot be asked.
 * @see https://eips.ethereum.org/EIPS/eip-4361
 *
 * @example
 * import { memoryNonces, verifySignIn } from '@latchkey/core/server'
 * const nonces = memoryNonces()
 * const signIn = (message: string, signature: string) =>
 *   verifySignIn({ message, signature, nonces, origin: 'https://app.example' })
 */
export async function verifySignIn({
  message: text,
  signature,
  origin,
  nonces,
  rpcUrls = () => [],
  families = [],
  now = new Date(),
}: VerifySignInParameters): Promise<VerifySignInReturnType> {
  const message = parseSignInMessage(text)
  const origins = typeof origin === 'string' ? [origin] : origin
  checkSignInMessage(message, { isOrigin: (given) => origins.includes(given), now })
  const { accountAddress: address, chainId, nonce } = message
  if (!(await isSigned()))
    throw new LatchkeyError('SIGNATURE_INVALID', 'The signature is not one of this account over this message.')
  // Last, so that an invalid sign-in cannot consume another's nonce; of two concurrent calls one gets it.
  if (!(await nonces.take(nonce))) throw new LatchkeyError('SIGNATURE_INVALID', 'The nonce is unknown, over or used.')
  return { account: toAccountId(chainId, address), address, chainId, message }

  async function isSigned(): Promise<boolean> {
    const urls = rpcUrls(chainId)
    try {
      return await verifySignature({ address, chainId, message: text, signature, rpcUrls: urls, families })
    } catch (error) {
      // Without a node only the key of an account can be known, and it was another one.
      if (error instanceof LatchkeyError && error.code === 'NO_RPC_URL') return false
      throw error
    }
  }
}
