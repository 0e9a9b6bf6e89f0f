import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPostgres } from '../test/findService.js'
import { startInbox } from '../test/startInbox.js'
import { freePort, type ServerProcess, startProcess } from '../test/startProcess.js'

const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-cut-'))
const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: bodies that are cut off (no TEST_DATABASE_URL and no initdb found)')
const inbox = await startInbox()
const chain = {
  caip2: 'cosmos:local-1',
  name: 'Local',
  rpc: ['http://127.0.0.1:9'],
  nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 },
  denom: 'uatom',
  tokens: [],
}
let server: ServerProcess
let walletPort: number
beforeAll(async () => {
  if (postgres === undefined) return
  walletPort = await freePort()
  server = await startProcess({
    PORT: '0',
    DATABASE_URL: postgres.url,
    LATCHKEY_LOG_LEVEL: 'trace',
    LATCHKEY_DATA_DIR: dataDir,
    LATCHKEY_CHAINS: JSON.stringify([chain]),
    LATCHKEY_WALLET_PORT: String(walletPort),
    LATCHKEY_SMTP_URL: inbox.url,
  })
}, 60_000)
afterAll(async () => {
  await server?.stop()
  await inbox.stop()
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Sends the head and a part of a body, once the server says that it reads one, and then hangs up. */
function cutOff(port: number, path: string, how: 'end' | 'resetAndDestroy', more = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: localhost:${port}\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n${more}\r\n`,
      ),
    )
    socket.once('data', (bytes) => {
      if (!String(bytes).includes('100 Continue')) return reject(new Error(String(bytes)))
      socket.write('{"id":1', () => socket[how]())
    })
    socket.once('close', () => resolve())
    socket.once('error', reject)
  })
}

it.skipIf(postgres === undefined)(
  'a body that its client cuts off is refused, and is no line in the log',
  async () => {
    const port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(server.said())?.[1])
    const paths = [
      '/v1?chainId=cosmos:local-1&projectId=test',
      '/v1/fungible/price',
      '/v1/rest/cosmos:local-1/cosmos/tx/v1beta1/txs?projectId=test',
      `/v1/sessions/eip155:1:0x${'0'.repeat(40)}?projectId=test`,
    ]
    const frame = `origin: http://localhost:${walletPort}\r\nx-latchkey-frame: 1\r\n`
    for (const how of ['end', 'resetAndDestroy'] as const) {
      for (const path of paths) await cutOff(port, path, how)
      for (const path of ['/api/auth/email/start', '/device']) await cutOff(walletPort, path, how, frame)
    }
    await expect
      .poll(async () => {
        const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
        const all = [...figures.matchAll(/^latchkey_http_requests_total{.*status="(\d+)"} (\d+)$/gm)]
        return all.filter(([, status]) => status !== '200').map(([, status, count]) => `${status} ${count}`)
      })
      .toEqual(paths.map(() => '400 2'))
    // What it has begun it ends before it stops.
    await server.stop()
    const lines = server.said().split('\n')
    expect(lines.filter((line) => line.startsWith('{'))).toEqual([])
  },
  60_000,
)
