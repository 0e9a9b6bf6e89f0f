import { LatchkeyError } from '@latchkey/protocol/errors'
import type { KeyProvider } from './keyProvider.js'

/**
 * Refuses two providers that share a key: then one theft would open both halves.
 *
 * @throws LatchkeyError INVALID_CONFIG.
 */
export function requireSeparateKeys(vault: KeyProvider, recovery: KeyProvider): void {
  const known = new Set(vault.identity.split(' '))
  if (recovery.identity.split(' ').some((key) => known.has(key)))
    throw new LatchkeyError('INVALID_CONFIG', 'The vault and recovery must not share a key')
}
