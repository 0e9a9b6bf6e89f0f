// Before any other code: what comes after cannot change what this fixed.
import './lockdown.js'
import { createKeyring } from './createKeyring.js'
import { type KeyringScope, serveKeyring } from './serveKeyring.js'

serveKeyring(
  globalThis as unknown as KeyringScope,
  createKeyring({ now: () => Date.now(), random: (size) => crypto.getRandomValues(new Uint8Array(size)) }),
)
