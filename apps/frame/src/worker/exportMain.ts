// Before any other code: what comes after cannot change what this fixed.
import './lockdown.js'
import { createKeyring } from './createKeyring.js'
import { createExportCalls } from './exportCalls.js'
import { type KeyringScope, serveKeyring } from './serveKeyring.js'

const random = (size: number) => crypto.getRandomValues(new Uint8Array(size))

serveKeyring(
  globalThis as unknown as KeyringScope,
  createKeyring({ now: () => Date.now(), random }, (take) => createExportCalls(take, random)),
)
