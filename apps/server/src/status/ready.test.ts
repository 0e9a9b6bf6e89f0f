import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findPostgres, findRedis } from '../../test/findService.js'

import { smallDisk } from '../../test/smallDisk.js'
import { startTestServer } from '../../test/startTestServer.js'
import type { RunningServer } from '../startServer.js'

const isOurs = !process.env.TEST_DATABASE_URL
const postgres = isOurs ? await findPostgres() : undefined
if (postgres === undefined) console.warn('Skipped: a database that is stopped (no initdb found)')

const redis = process.env.TEST_REDIS_URL ? undefined : await findRedis()
if (redis === undefined) console.warn('Skipped: a Redis that is stopped (no redis-server in the path)')
afterAll(() => redis?.stop())

/** A node of a chain that answers with its id, or never. */
async function startNode(chainId: number, isSilent = false) {
  const node = { isSilent, url: '', caip2: `eip155:${chainId}` as const }
  const server: Server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    if (node.isSilent) return
    const { id } = JSON.parse(text)
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: `0x${chainId.toString(16)}` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return node
}

type Node = Awaited<ReturnType<typeof startNode>>
const chainOf = ({ caip2, url }: Node) => ({
  caip2,
  name: 'Local',
  rpc: [url],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
})
async function open(nodes: readonly Node[], url = postgres?.url ?? '', more: object = {}): Promise<RunningServer> {
  const env = { DATABASE_URL: url, ...more }
  const server = await startTestServer({ chains: nodes.map(chainOf), roles: ['data'], env })
  onTestFinished(() => server.close())
  return server
}
const ask = async ({ url }: RunningServer) => {
  const response = await fetch(`${url}/ready`)
  const { ready, degraded, database, reasons } = (await response.json()) as { [name: string]: unknown }
  return { status: response.status, ready, degraded, database, reasons }
}
const well = { status: 200, ready: true, degraded: false, database: true, reasons: [] }

describe.skipIf(postgres === undefined)('a server on PostgreSQL', () => {
  let owner: pg.Client
  const connect = async () => {
    owner = new pg.Client({ connectionString: postgres?.url })
    await owner.connect()
  }
  beforeAll(connect)
  afterAll(async () => {
    await owner?.end()
    await postgres?.stop()
  })

  it('answers 503 in time while its database is stopped', async () => {
    const server = await open([await startNode(1)])
    expect(await ask(server)).toEqual(well)
    const { rows } = await owner.query('select pid from pg_stat_activity where pid <> pg_backend_pid()')
    const [folder] = (await owner.query('show data_directory')).rows
    const [first = ''] = readFileSync(join(folder.data_directory, 'postmaster.pid'), 'utf8').split('\n')
    const pids = [Number(first), ...rows.map(({ pid }) => pid as number)]
    const goOn = () => {
      for (const pid of pids.splice(0)) process.kill(pid, 'SIGCONT')
    }
    onTestFinished(goOn)
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    const still = { ...well, status: 503, ready: false, degraded: true, database: false }
    for (const each of await Promise.all([ask(server), ask(server)]))
      expect(each).toEqual({ ...still, reasons: ['The database does not answer'] })
    goOn()
    await expect.poll(() => ask(server), { timeout: 20_000 }).toEqual(well)
  }, 60_000)

  it('is not ready while its database refuses connections, and is soon after it is back', async () => {
    const server = await open([await startNode(1)])
    expect(await ask(server)).toEqual(well)
    await owner.end()
    await postgres?.own?.end('SIGTERM')
    const still = { ...well, status: 503, ready: false, degraded: true, database: false }
    try {
      expect(await ask(server)).toEqual({ ...still, reasons: ['The database does not answer'] })
    } finally {
      await postgres?.own?.start()
      await connect()
    }
    await expect.poll(() => ask(server), { timeout: 20_000 }).toEqual(well)
  }, 60_000)

  it('is not ready while its database takes no changes', async () => {
    const server = await open([await startNode(1)])
    expect(await ask(server)).toEqual(well)
    await owner.query('alter system set default_transaction_read_only = on')
    await owner.query('select pg_reload_conf()')
    const refused = { ...well, status: 503, ready: false, degraded: true, database: false }
    await expect.poll(() => ask(server)).toEqual({ ...refused, reasons: ['The database takes no changes'] })
    await owner.query('alter system reset default_transaction_read_only')
    await owner.query('select pg_reload_conf()')
    await expect.poll(() => ask(server)).toEqual(well)
  }, 60_000)

  it.skipIf(redis === undefined)(
    'is ready and says what is missing while its Redis is stopped',
    async () => {
      const server = await open([await startNode(1)], postgres?.url, { REDIS_URL: redis?.url })
      expect(await ask(server)).toEqual(well)
      redis?.own?.pause()
      onTestFinished(() => redis?.own?.goOn())
      expect(await ask(server)).toEqual({ ...well, degraded: true, reasons: ['Redis does not answer'] })
      redis?.own?.goOn()
      await expect.poll(() => ask(server)).toEqual(well)
    },
    60_000,
  )

  it('is not ready while the nodes of no chain answer, and is soon after those of one do', async () => {
    const nodes = [await startNode(1, true), await startNode(2, true)]
    const server = await open(nodes)
    const cutOff = { status: 503, ready: false, degraded: true, database: true }
    const without = (chains: string) => [`No node can be used of ${chains}`]
    const none = { ...cutOff, reasons: without('eip155:1, eip155:2') }
    await expect.poll(() => ask(server), { timeout: 20_000 }).toEqual(none)
    for (const node of nodes.slice(0, 1)) node.isSilent = false
    const one = { ...well, degraded: true, reasons: without('eip155:2') }
    await expect.poll(() => ask(server), { timeout: 20_000 }).toEqual(one)
  }, 60_000)
})

const disk = postgres === undefined ? undefined : smallDisk()
if (disk === undefined) console.warn('Skipped: a full disk (needs PostgreSQL, and root to mount a small one)')
afterAll(() => disk?.remove())

describe.skipIf(disk === undefined)('a server whose database has a full disk', () => {
  it('is not ready, and is again once there is space', async () => {
    const place = disk?.path ?? ''
    const full = await findPostgres(place)
    onTestFinished(() => full?.stop())
    const server = await open([await startNode(1)], full?.url ?? '')
    expect(await ask(server)).toEqual(well)
    const { bavail, bsize } = statfsSync(place)
    const ballast = join(place, 'ballast')
    writeFileSync(ballast, Buffer.alloc(bavail * bsize))
    const reasons = ['The disk of the database is full']
    expect(await ask(server)).toEqual({ status: 503, ready: false, degraded: true, database: false, reasons })
    rmSync(ballast)
    expect(await ask(server)).toEqual(well)
  }, 60_000)
})
