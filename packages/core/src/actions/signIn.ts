import { type Namespace, parseAccountId } from '@latchkey/protocol/caip'
import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { dedupe } from '../calls/dedupe.js'
import { requireAccount } from '../connection/current.js'
import type { Config } from '../createConfig.js'
import { requireSignIn } from '../signIn/requireSignIn.js'
import type { SignInSession } from '../signIn/signInAdapter.js'
import { signInSubject } from '../signIn/signInSubject.js'
import { signMessage } from './signMessage.js'

/** The parameters of `signIn`. */
export type SignInParameters = {
  /** The family whose account signs in. Default: the active family. */
  readonly namespace?: Namespace
  readonly signal?: AbortSignal
}

/** The return type of `signIn`: the message, its signature, and the fields that it says. */
export type SignInReturnType = SignInSession

/** The error type of `signIn`. */
export type SignInErrorType = LatchkeyError<
  'NOT_CONNECTED' | 'CHAIN_NOT_FOUND' | 'USER_REJECTED' | 'SIGN_IN_FAILED' | 'INVALID_CONFIG' | 'ABORTED' | 'UNKNOWN'
>

/**
 * Asks the connected wallet to sign a sign-in message, and keeps the sign-in.
 *
 * @param config - A config with `siwx`.
 * @param parameters - See {@link SignInParameters}.
 * @returns The message, its signature, and the fields that it says.
 * @throws NOT_CONNECTED; INVALID_CONFIG without `siwx`; 'Error signing message' with USER_REJECTED when the visitor refuses, and
 * with SIGN_IN_FAILED when anything else went wrong, the reason being its `cause`; ABORTED.
 * @see https://chainagnostic.org/CAIPs/caip-122
 *
 * @example
 * import { signIn } from '@latchkey/core'
 * const { message, signature } = await signIn(config)
 */
export async function signIn(config: Config, parameters: SignInParameters = {}): Promise<SignInReturnType> {
  const store = requireSignIn(config)
  const { connector, accountId, namespace } = requireAccount(config, parameters.namespace)
  const subject = signInSubject(config, namespace)
  if (subject === undefined) {
    throw new LatchkeyError('CHAIN_NOT_FOUND', 'Network not found', {
      hints: ['Switch the wallet to a network that this app lists.'],
    })
  }
  // A second click joins the request that is already open in the wallet.
  return dedupe(config, `signIn ${connector.id} ${subject}`, async () => {
    try {
      const { chainId, address: accountAddress } = parseAccountId(subject)
      const { toString: _, ...data } = await store.adapter.createMessage({ accountAddress, chainId })
      const message = data.serializedMessage
      const { signal } = parameters
      const signature = await signMessage(config, { message, namespace, ...(signal ? { signal } : {}) })
      const publicKey = config.state.connections.get(connector.id)?.facts?.[accountId]?.publicKey
      const session: SignInSession = { data, message, signature, ...(publicKey === undefined ? {} : { publicKey }) }
      await store.adapter.addSession(session)
      if (signInSubject(config) === subject) store.set({ status: 'signedIn', account: subject, session })
      return session
    } catch (thrown) {
      const cause = fromRpcError(thrown)
      if (cause.code === 'ABORTED') throw cause
      const code = cause.code === 'USER_REJECTED' ? 'USER_REJECTED' : 'SIGN_IN_FAILED'
      throw new LatchkeyError(code, 'Error signing message', { cause, details: cause.message, hints: cause.hints })
    }
  })
}
