import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
// biome-ignore lint/style/noRestrictedImports: the cache of the server is not an entry point
import { createRedisCache } from '../../apps/server/src/platform/cache/createRedisCache.js'
// biome-ignore lint/style/noRestrictedImports: as above
import { openPglite } from '../../apps/server/src/platform/db/openPglite.js'
// biome-ignore lint/style/noRestrictedImports: as above
import { openPostgres } from '../../apps/server/src/platform/db/openPostgres.js'
// biome-ignore lint/style/noRestrictedImports: as above
import { createLog } from '../../apps/server/src/platform/log/log.js'
import { type RunningRelay, startRelay } from '../../apps/server/test/startRelay.js'

/**
 * What is measured, in a process of its own: `server.ts relay <folder or postgres URL> <redis URL, if there are more>` or
 * `server.ts echo`, the practical limit: it sends each frame straight back. It says where it is and, when a line is written to it, what it weighs.
 */
const [, , kind = 'relay', place = '', redis = ''] = process.argv
let relayMessages: RunningRelay['metrics']['relayMessages'] | undefined
const url = kind === 'relay' ? await relay() : await echo()
const say = (said: object) => process.stdout.write(`${JSON.stringify(said)}\n`)
say({ url })
process.stdin.on('data', async () => {
  globalThis.gc?.()
  const counted = (await relayMessages?.get())?.values ?? []
  const counts = Object.fromEntries(counted.map(({ labels, value }) => [labels.outcome, value]))
  say({ counts, rss: process.memoryUsage.rss(), heap: process.memoryUsage().heapUsed, cpu: process.cpuUsage() })
})
process.stdin.on('end', () => process.exit(0))

async function relay(): Promise<string> {
  const db = place.startsWith('postgres') ? await openPostgres(place) : await openPglite(place)
  // What is written to the output is an answer.
  const log = createLog('warn', { write: (line) => void process.stderr.write(line) })
  const shared = redis === '' ? {} : { cache: createRedisCache({ url: redis, log }) }
  const relay = await startRelay({ db, ...shared })
  relayMessages = relay.metrics.relayMessages
  return relay.url
}

async function echo(): Promise<string> {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(String(data))))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}
