// Before any other code: what comes after cannot change what this fixed.
import './lockdown.js'
import { createKeeper } from './createKeeper.js'
import { createExportCalls } from './exportCalls.js'
import { type KeeperScope, serveKeeper } from './serveKeeper.js'

const random = (size: number) => crypto.getRandomValues(new Uint8Array(size))

serveKeeper(
  globalThis as unknown as KeeperScope,
  createKeeper({ now: () => Date.now(), random }, (take) => createExportCalls(take, random)),
)
