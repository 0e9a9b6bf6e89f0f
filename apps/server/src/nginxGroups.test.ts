import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { readFences } from '../test/readFences.js'
import { findNginx, type Nginx, startNginx } from '../test/startNginx.js'
import { freePort } from '../test/startProcess.js'

const program = findNginx()
if (program === undefined) console.warn('Skipped: the groups of docs/operating.md (nginx or openssl is not installed)')
const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'latchkey-groups-'))
let nginx: Nginx | undefined
const up = new Set<WebSocketServer>()
afterAll(async () => {
  for (const server of up) await end(server)
  await nginx?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function begin(port: number): Promise<WebSocketServer> {
  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  up.add(server)
  return new Promise((resolve) => server.once('listening', () => resolve(server)))
}

/** As a process that is killed: its sockets break and its port is closed. */
async function end(server: WebSocketServer): Promise<void> {
  up.delete(server)
  for (const client of server.clients) client.terminate()
  await new Promise((resolve) => server.close(resolve))
}

/** Opens a socket through nginx; gives whether that went well at the first attempt. */
function open(url: string): Promise<boolean> {
  const socket = new WebSocket(url)
  return new Promise((resolve) => {
    socket.once('open', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
}

// nginx counts a failure as over when a call to the process has ended, which sockets do not for hours.
it.skipIf(program === undefined)(
  'nginx as the page sets it up brings all sockets to a process that was down a moment ago when the other goes down',
  async () => {
    const ports = { first: await freePort(), second: await freePort(), front: await freePort() }
    const fences = (heading: string) => readFences(page, heading).filter(({ language }) => language === 'nginx')
    const groups = fences('### Several processes').map(({ text }) => text)
    const group = /upstream data .*/
      .exec(groups.join('\n'))?.[0]
      .replace('127.0.0.1:3080', `127.0.0.1:${ports.first}`)
      .replace('127.0.0.1:3180', `127.0.0.1:${ports.second}`)
    expect(group).toContain(`:${ports.second}`)
    const map = "map $http_upgrade $connection_upgrade { default upgrade; '' close; }"
    const server = `server { listen 127.0.0.1:${ports.front}; location / { proxy_pass http://data; include latchkey.proxy; } }`
    const files = {
      'conf.d/latchkey.conf': [map, group, server].join('\n'),
      'latchkey.proxy': fences('### Roles apart')[1]?.text ?? '',
    }
    const [first, second] = [await begin(ports.first), await begin(ports.second)]
    nginx = await startNginx({ program: program ?? '', folder, files, port: ports.front })
    const url = `ws://127.0.0.1:${ports.front}`
    const openAll = (count: number) => Promise.all(Array.from({ length: count }, () => open(url)))
    expect(await openAll(4)).not.toContain(false)
    await end(first)
    expect(await openAll(4)).not.toContain(false)
    await begin(ports.first)
    await end(second)
    expect(await openAll(40)).not.toContain(false)
  },
)
