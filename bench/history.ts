/**
 * How long a page of an account's history takes over PostgreSQL with a million and ten million rows, and how long the relay takes to
 * acknowledge a message while 20 callers read the longest history: `npm run bench -- history`; writes bench/results/history.json.
 * It uses `TEST_DATABASE_URL`, whose history it replaces, or a PostgreSQL of its own.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
// biome-ignore-start lint/style/noRestrictedImports: what stands around a server in its tests
import { openPostgres } from '../apps/server/src/platform/db/openPostgres.js'
import { findPostgres } from '../apps/server/test/findService.js'
import { newTopic, openRelayPeer, sealed } from '../apps/server/test/openRelayPeer.js'
import { freePort, startProcess } from '../apps/server/test/startProcess.js'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { printTable, type Row } from './page/printTable.js'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000,10000000' },
    pages: { type: 'string', default: '300' },
    readers: { type: 'string', default: '20' },
    messages: { type: 'string', default: '500' },
  },
})
const budget = { page: 20, acknowledgement: 50 }
const chain = 'eip155:31337'
const pageRows = 50
const [pages, readers, messages] = [Number(values.pages), Number(values.readers), Number(values.messages)]
/** Of a hundred rows each, all that no long account has. */
const ordinaryRows = 100

const service = await findPostgres()
if (service === undefined) throw new Error('It needs TEST_DATABASE_URL, or an installed PostgreSQL')
await (await openPostgres(service.url)).close()
const owner = new pg.Client({ connectionString: service.url })
await owner.connect()
const port = await freePort()
const server = await startProcess(
  {
    PORT: String(port),
    DATABASE_URL: service.url,
    LATCHKEY_RATE_LIMIT: '0',
    LATCHKEY_RELAY_RATE: '0',
    LATCHKEY_CHAINS: JSON.stringify([
      {
        caip2: chain,
        name: 'Local',
        rpc: ['http://127.0.0.1:9'],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        history: true,
      },
    ]),
  },
  ['--roles', 'data'],
)
const rows: Row[] = []
const results: object[] = []
try {
  if (!server.said().includes('Latchkey server on')) throw new Error(server.said())
  for (const size of values.rows.split(',').map(Number)) {
    const accounts = await fill(size)
    const load = loadavg()[0]
    const timesOf: { [name: string]: { p50: number; p99: number } } = {}
    for (const { name, address, count } of accounts) {
      // The first reads bring pages of the index into memory, as they are on a server that runs.
      await readPages(address, count, 50)
      const times = quantiles(await readPages(address, count, pages))
      timesOf[name] = times
      rows.push({
        name: `${short(size)} rows, a page of ${name}, p99`,
        figure: times.p99,
        unit: 'ms',
        budget: budget.page,
      })
    }
    const longest = accounts[0]
    const alone = quantiles(await acknowledge())
    let isReading = true
    let read = 0
    const reading = Array.from({ length: readers }, async () => {
      while (isReading) {
        await readPages(longest?.address ?? '', longest?.count ?? 0, 1)
        read++
      }
    })
    await sleep(500)
    const [readBefore, began] = [read, performance.now()]
    const beside = quantiles(await acknowledge())
    const pagesASecond = ((read - readBefore) * 1_000) / (performance.now() - began)
    isReading = false
    await Promise.all(reading)
    const name = `${short(size)} rows, a relay acknowledgement beside ${readers} readers, p99`
    rows.push({ name, figure: beside.p99, unit: 'ms', budget: budget.acknowledgement })
    results.push({ size, load, pages: timesOf, alone, beside, pagesASecond })
    console.log(
      `${short(size)} rows, load ${load?.toFixed(1)}: acknowledgements alone ${inWords(alone)}, beside ${readers} readers ${inWords(beside)} at ${pagesASecond.toFixed(0)} pages/s`,
    )
    for (const [account, times] of Object.entries(timesOf)) console.log(`  ${account}: ${inWords(times)}`)
  }
  const areKept = printTable(rows)
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  writeFileSync(
    new URL('results/history.json', import.meta.url),
    `${JSON.stringify({ date: new Date().toISOString(), node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, ...values, budget, results }, null, 2)}\n`,
  )
  process.exitCode = areKept ? 0 : 1
} finally {
  await server.stop()
  await owner.end()
  await service.stop()
}

/** Puts so many rows there: one account with up to a million of them, one with a fifth of that, and many short ones. */
async function fill(size: number) {
  const long = Math.min(1_000_000, size / 5)
  const middle = long / 5
  await owner.query('truncate history.entries')
  // Made at once in the end, as the migration makes them: a tenth of the time.
  const { rows: indexes } = await owner.query(
    "select indexdef from pg_indexes where schemaname = 'history' and indexname = 'entries_chain_block_idx'",
  )
  await owner.query(
    'drop index history.entries_chain_block_idx; alter table history.entries drop constraint entries_pkey',
  )
  await owner.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'")
  const insert = (address: string, from: number, to: number) =>
    owner.query(`insert into history.entries (chain, address, block, position, hash, mined_at, sender, receiver, nonce, is_ok,
        operation, transfers)
      select '${chain}', a.address, n, 0, '0x' || md5(n::text) || md5(n::text), to_timestamp(1700000000 + n), a.address,
        '0x' || repeat('c', 40), n, true, 'send',
        json_build_array(json_build_object('kind', 'native', 'from', a.address, 'to', '0x' || repeat('c', 40), 'amount', n::text))::text
      from generate_series(${from}, ${to - 1}) n, lateral (select ${address} as address) a`)
  const [longest, next] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
  const ordinary = (at: number) => `0x${at.toString(16).padStart(40, '0')}`
  await insert(`'${longest}'::text`, 0, long)
  await insert(`'${next}'::text`, 0, middle)
  await insert(`'0x' || lpad(to_hex(n / ${ordinaryRows}), 40, '0')`, 0, size - long - middle)
  await owner.query('alter table history.entries add primary key (chain, address, block, position)')
  await owner.query(indexes[0].indexdef)
  await owner.query('vacuum analyze history.entries')
  // What was filled is on the disk before anything is measured, as on a server that runs.
  await owner.query('checkpoint')
  const last = Math.floor((size - long - middle) / ordinaryRows / 2)
  return [
    { name: `an account of ${short(long)}`, address: longest, count: long },
    { name: `an account of ${short(middle)}`, address: next, count: middle },
    { name: `an account of ${ordinaryRows}`, address: ordinary(last), count: ordinaryRows },
  ]
}

/** Reads pages from anywhere in a history, and gives how long each took. */
async function readPages(address: string, count: number, total: number): Promise<number[]> {
  const times: number[] = []
  let cursor: string | null = null
  while (times.length < total) {
    const url = new URL(`http://127.0.0.1:${port}/v1/account/${address}/history?projectId=local&chainId=${chain}`)
    if (cursor !== null) url.searchParams.set('cursor', cursor)
    const began = performance.now()
    const answer = await fetch(url)
    const { data, next } = (await answer.json()) as { data: unknown[]; next: string | null }
    times.push(performance.now() - began)
    if (answer.status !== 200 || data.length !== Math.min(count, pageRows))
      throw new Error(`${answer.status} ${data?.length}`)
    cursor = next
  }
  return times
}

/** Sends messages one after the other, and gives how long each took to be acknowledged. */
async function acknowledge(): Promise<number[]> {
  const url = `ws://127.0.0.1:${port}`
  const [from, to] = [await openRelayPeer(url), await openRelayPeer(url, { keeps: false })]
  const topic = newTopic()
  await to.call('irn_subscribe', { topic })
  const times: number[] = []
  for (let at = 0; at < messages; at++) {
    const began = performance.now()
    await from.call('irn_publish', { topic, message: sealed(), ttl: 300, tag: 1108 })
    times.push(performance.now() - began)
  }
  await Promise.all([from.close(), to.close()])
  return times
}

function quantiles(times: readonly number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

function inWords({ p50, p99 }: { p50: number; p99: number }): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
}

function short(count: number): string {
  return count.toLocaleString('en')
}
