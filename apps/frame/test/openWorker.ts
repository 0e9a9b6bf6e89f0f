// The same without the lockdown, to see that the dependency would have got what it wants.
import './hostileDependency.js'
import { createKeeper } from '../src/worker/createKeeper.js'
import { type KeeperScope, serveKeeper } from '../src/worker/serveKeeper.js'

serveKeeper(
  globalThis as unknown as KeeperScope,
  createKeeper({ now: () => Date.now(), random: (size) => crypto.getRandomValues(new Uint8Array(size)) }),
)
