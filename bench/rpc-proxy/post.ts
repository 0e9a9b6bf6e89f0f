/** Posts to a node by one kind of HTTP client, 64 at once, and says what a call costs in processor time, in µs. */
import { Agent, request } from 'node:http'
// biome-ignore lint/style/noRestrictedImports: the client is not an entry point of the server, and it alone is measured.
import { createHttpClient } from '../../apps/server/src/platform/upstream/httpClient.js'

const [kind = 'own', address = '', count = '20000'] = process.argv.slice(2)
const url = new URL(address)
const client = createHttpClient()
const agent = new Agent({ keepAlive: true, maxSockets: 256, scheduling: 'lifo', noDelay: true })
const headers = { 'content-type': 'application/json', accept: 'application/json' }

const kinds: { readonly [kind: string]: (body: string) => Promise<string> } = {
  own: async (body) => (await client.post(url, body, { timeout: 10_000 })).text,
  node: (body) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { agent, method: 'POST', headers: { ...headers, 'content-length': body.length } })
      const timer = setTimeout(() => sent.destroy(new Error('No answer in time')), 10_000)
      sent.on('error', reject).on('response', (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          clearTimeout(timer)
          resolve(Buffer.concat(parts).toString())
        })
      })
      sent.end(body)
    }),
  // What Node has built in is undici behind an interface of its own.
  fetch: async (body) =>
    (await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })).text(),
}

let id = 0
async function ask(calls: number): Promise<void> {
  const post = kinds[kind]
  if (post === undefined) throw new Error(`No client ${kind}`)
  const end = id + calls
  const keepAsking = async () => {
    while (id < end) {
      const text = await post(`{"jsonrpc":"2.0","id":${++id},"method":"eth_blockNumber","params":[]}`)
      if (!text.includes('"result"')) throw new Error(text)
    }
  }
  await Promise.all(Array.from({ length: 64 }, keepAsking))
}

await ask(5_000)
const before = process.cpuUsage()
await ask(Number(count))
const { user, system } = process.cpuUsage(before)
process.stdout.write(`${(user + system) / Number(count)}\n`)
process.exit(0)
