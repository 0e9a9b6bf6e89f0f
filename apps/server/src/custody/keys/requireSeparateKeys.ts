import { randomBytes } from 'node:crypto'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import type { KeyProvider } from './keyProvider.js'

const probe = { v: '1', probe: 'separate' }

/**
 * Refuses two providers that share a key: then one theft would open both halves. Names are compared, and since one key may go
 * by two names, each is also asked to open what the other wrapped.
 *
 * @throws LatchkeyError INVALID_CONFIG, API_UNREACHABLE.
 */
export async function requireSeparateKeys(vault: KeyProvider, recovery: KeyProvider): Promise<void> {
  requireOtherNames(vault.identity, recovery.identity)
  const dek = Uint8Array.from(randomBytes(32))
  const [one, other] = [await vault.wrap(dek, probe), await recovery.wrap(dek, probe)]
  await Promise.all([requireClosed(vault, other.ct, one.keyRef), requireClosed(recovery, one.ct, other.keyRef)])
}

/**
 * The same by name alone, for a process that has only one of the two.
 *
 * @throws LatchkeyError INVALID_CONFIG.
 */
export function requireOtherNames(one: string, other: string): void {
  const known = new Set(one.split(' '))
  if (other.split(' ').some((key) => known.has(key))) throw shared()
}

async function requireClosed(keys: KeyProvider, ct: Uint8Array, keyRef: string): Promise<void> {
  try {
    await keys.unwrap(ct, keyRef, probe)
  } catch (cause) {
    if (isLatchkeyError(cause, 'INVALID_PARAMS')) return
    throw cause
  }
  throw shared()
}

function shared(): LatchkeyError {
  return new LatchkeyError('INVALID_CONFIG', 'The vault and recovery must not share a key')
}
