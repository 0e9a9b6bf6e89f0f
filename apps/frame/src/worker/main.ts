// Before any other code: what comes after cannot change what this fixed.
import './lockdown.js'
import { createKeeper } from './createKeeper.js'
import { type KeeperScope, serveKeeper } from './serveKeeper.js'

serveKeeper(
  globalThis as unknown as KeeperScope,
  createKeeper({ now: () => Date.now(), random: (size) => crypto.getRandomValues(new Uint8Array(size)) }),
)
