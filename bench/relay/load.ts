import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createRelayKey } from '../../apps/server/test/createRelayKey.js'
import { newTopic, openRelayPeer, type RelayPeer, sealed } from '../../apps/server/test/openRelayPeer.js'

/**
 * Opens sockets in pairs and sends messages at a steady rate, whatever the answers do; says how long each took from its sender to
 * its receiver. Against an echo the frame comes back to who sent it. Of several processes, named with commas between them, the
 * sides of a pair are at the same or at two, as chance would have it.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: '' },
    kind: { type: 'string', default: 'relay' },
    sockets: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '10' },
    warmup: { type: 'string', default: '4' },
  },
})
const [sockets, rate, seconds] = [Number(values.sockets), Number(values.rate), Number(values.seconds)]
const urls = values.url.split(',')
const isRelay = values.kind === 'relay'
const sent = new Map<string, number>()
const times: number[] = []
const arrive = (message: string) => {
  const at = sent.get(message)
  if (at === undefined) return
  sent.delete(message)
  times.push(performance.now() - at)
}

/** Each process with each, in turn. */
function placeOf(socket: number): string {
  const pair = Math.floor(socket / 2)
  return urls[(socket % 2 === 0 ? pair : Math.floor(pair / urls.length)) % urls.length] ?? ''
}

const peers: RelayPeer[] = []
for (let at = 0; at < sockets; at += 100)
  peers.push(
    ...(await Promise.all(
      Array.from({ length: Math.min(100, sockets - at) }, (_, more) =>
        openRelayPeer(placeOf(at + more), {
          key: createRelayKey(),
          onDelivered: ({ message }) => arrive(message),
          keeps: false,
        }),
      ),
    )),
  )
const pairs = Array.from({ length: sockets / 2 }, (_, at) => ({
  topic: newTopic(),
  sides: [peers[2 * at], peers[2 * at + 1]],
}))
if (isRelay)
  for (const { topic, sides } of pairs) await Promise.all(sides.map((side) => side?.call('irn_subscribe', { topic })))
else for (const { socket } of peers) socket.on('message', (data) => arrive(JSON.parse(String(data)).params.message))
const say = (said: object) => process.stdout.write(`${JSON.stringify(said)}\n`)
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
let id = 1_000_000_000

async function run(length: number) {
  times.length = 0
  let count = 0
  const began = performance.now()
  while (performance.now() - began < length * 1_000) {
    const due = Math.floor(((performance.now() - began) / 1_000) * rate)
    for (; count < due; count++) {
      const pair = pairs[count % pairs.length]
      // One side asks, the other answers, as in a session.
      const at = Math.floor(count / pairs.length) % 2
      const side = pair?.sides[at]
      const message = sealed(300)
      sent.set(message, performance.now())
      const params = { topic: pair?.topic, message, ttl: 300, tag: 1108 + at }
      side?.socket.send(JSON.stringify({ id: ++id, jsonrpc: '2.0', method: 'irn_publish', params }))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  for (let wait = 0; sent.size > 0 && wait < 300; wait++) await new Promise((resolve) => setTimeout(resolve, 100))
  sent.clear()
  const took = performance.now() - began
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    sent: count,
    arrived: times.length,
    perSecond: (times.length / took) * 1_000,
    p50: at(0.5),
    p99: at(0.99),
  }
}

say({ open: true })
await lines.next()
// A server that has just started still compiles what it runs.
say(await run(Number(values.warmup)))
for (let line = await lines.next(); !line.done; line = await lines.next()) say(await run(seconds))
process.exit(0)
