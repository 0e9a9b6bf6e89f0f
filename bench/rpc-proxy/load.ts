/** Keeps connections busy for a while, each with one request after another, and says how fast the answers came. */
import { connect } from 'node:net'

const [address = '', method = '', duration = '3', connections = '64', header = ''] = process.argv.slice(2)
const more = header === '' ? '' : `${header}\r\n`
const url = new URL(address)
const times: number[] = []
let failed = 0
let counter = 0
const started = performance.now()
const until = started + Number(duration) * 1000

await Promise.all(Array.from({ length: Number(connections) }, keepBusy))
const elapsed = (performance.now() - started) / 1000
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
process.stdout.write(
  `${JSON.stringify({ count: times.length, perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), failed })}\n`,
)

/** Raw HTTP over one socket: a client library would be slower than what it measures. */
function keepBusy(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
    let sent = 0
    let text = ''
    const send = () => {
      counter++
      const params = method === 'eth_getBalance' ? [`0x${counter.toString(16).padStart(40, '0')}`, 'latest'] : []
      const body = JSON.stringify({ jsonrpc: '2.0', id: counter, method, params })
      sent = performance.now()
      socket.write(
        `POST ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\n${more}content-length: ${body.length}\r\n\r\n${body}`,
      )
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
      if (Number.isNaN(length)) return reject(new Error(`No content-length: ${text.slice(0, 200)}`))
      if (text.length < head + 4 + length) return
      const now = performance.now()
      times.push(now - sent)
      if (!text.startsWith('HTTP/1.1 200') || !text.includes('"result"')) failed++
      text = ''
      if (now < until) return send()
      socket.destroy()
      resolve()
    })
  })
}
