import type { WalletConnectNamespace } from '@latchkey/core'
import type { Namespace } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FamilyHost } from './familyHost.js'

/**
 * Makes a session the provider of a family other than `eip155`.
 *
 * @param namespace - The family.
 * @param host - The session, and the way to ask its wallet.
 * @param own - What the family brings itself.
 */
export async function createFamilyProvider(
  namespace: Exclude<Namespace, 'eip155'>,
  host: FamilyHost,
  own: WalletConnectNamespace | undefined,
): Promise<unknown> {
  if (own) return own.getProvider((await import('./familyHost.js')).openFamily(namespace, host))
  throw new LatchkeyError('INVALID_CONFIG', `The chain family ${namespace} is not set up.`)
}
