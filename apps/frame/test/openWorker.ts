// The same without the lockdown, to see that the dependency would have got what it wants.
import './hostileDependency.js'
import { createKeyring } from '../src/worker/createKeyring.js'
import { type KeyringScope, serveKeyring } from '../src/worker/serveKeyring.js'

serveKeyring(
  globalThis as unknown as KeyringScope,
  createKeyring({ now: () => Date.now(), random: (size) => crypto.getRandomValues(new Uint8Array(size)) }),
)
