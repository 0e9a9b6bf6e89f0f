import { parseChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { NamespaceAdapter } from '../../namespace.js'
import type { SignatureCheck } from './signatureCheck.js'

/** The parameters of `verifySignature`. */
export type VerifySignatureParameters = SignatureCheck & {
  /** The chain families besides `eip155`. */
  readonly families?: readonly NamespaceAdapter[]
}

/**
 * Returns whether a signature is of an account and over a text. Each family's way of finding out is loaded when it is first
 * needed, so that an app that uses one family loads none of the others.
 *
 * @param parameters - The account, the text and the signature as the family writes it; see {@link VerifySignatureParameters}.
 * @returns True when it is.
 * @throws LatchkeyError INVALID_CONFIG when the family is a package of its own and is not among `families`; when the account is a contract and its chain cannot be read: NO_RPC_URL, RPC_UNREACHABLE,
 * RPC_BAD_ANSWER.
 * @see https://eips.ethereum.org/EIPS/eip-1271
 *
 * @example
 * import { verifySignature } from '@latchkey/core'
 * import { parseSignInMessage } from '@latchkey/protocol/siwx'
 * const { accountAddress: address, chainId } = parseSignInMessage(message)
 * await verifySignature({ address, chainId, message, signature, rpcUrls: [] })
 */
export async function verifySignature({ families = [], ...check }: VerifySignatureParameters): Promise<boolean> {
  const { namespace } = parseChainId(check.chainId)
  const family = families.find((one) => one.namespace === namespace && one.verifySignature)
  if (family?.verifySignature) return family.verifySignature(check)
  if (namespace === 'eip155') return (await import('./verifyEip155.js')).verifyEip155(check)
  throw new LatchkeyError('INVALID_CONFIG', `The chain family ${namespace} is not set up.`, {
    hints: ['Pass its adapter among the `families` of verifySignature.'],
  })
}
