import type { Namespace } from '@latchkey/protocol/caip'
import { cleanName } from '@latchkey/protocol/internal/text'
import type { Connector } from '../connector.js'
import { cleanIcon } from './cleanIcon.js'

/** The identity of a wallet of one family. */
export type FamilyIdentity = Pick<Connector, 'id' | 'kind' | 'name' | 'icon'>

/**
 * Reads how a wallet wants to be shown. The same name in the same family is the same id by whichever convention it was found,
 * so that a wallet is listed once and a later one cannot take its name.
 *
 * @param namespace - The family.
 * @param kind - How the wallet was found.
 * @param shown - What it says of itself; nothing of it is trusted.
 * @returns What a connector shows; undefined when there is no name.
 *
 * @example
 * import { familyIdentity } from '@latchkey/core/family'
 * familyIdentity('solana', 'announced', { name: 'Some Wallet' })?.id // 'solana:some-wallet'
 */
export function familyIdentity(
  namespace: Namespace,
  kind: Connector['kind'],
  shown: { readonly name: unknown; readonly icon?: unknown },
): FamilyIdentity | undefined {
  const name = typeof shown.name === 'string' ? cleanName(shown.name) : ''
  if (name === '') return undefined
  const icon = cleanIcon(shown.icon)
  const id = `${namespace}:${name.normalize('NFKC').toLowerCase().replaceAll(' ', '-')}`
  return { id, kind, name, ...(icon ? { icon } : {}) }
}
