/**
 * What a JSON-RPC call costs the server in processor time: read on the connection itself beside `node:http`, and passed on by
 * our client of plain `http:` beside `node:http` and `fetch`. `npx tsx bench/rpc-cpu.ts` writes bench/results/rpc-cpu.json.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const seconds = process.env.BENCH_SECONDS ?? '2'
const source = ['--conditions=@latchkey/source', '--import', 'tsx']
const loadBefore = loadavg()[0]

const world = start('rpc-proxy/world.ts')
const said = createInterface({ input: world.stdout ?? process.stdin })[Symbol.asyncIterator]()
const next = async () => String((await said.next()).value)
const { direct, proxy } = JSON.parse(await next()) as { direct: string; proxy: string }
const cpu = async () => {
  world.stdin?.write('cpu\n')
  return Number(await next())
}
/** A message with this header is not read on the connection itself; its connection goes to `node:http` with it. */
const unusual = 'keep-alive: timeout=60'
async function takeIn(header: string): Promise<number> {
  const before = await cpu()
  const { count } = JSON.parse(await run('rpc-proxy/load.ts', [proxy, 'eth_blockNumber', seconds, '64', header])) as {
    count: number
  }
  return ((await cpu()) - before) / count
}
const passOn = async (kind: string) => Number(await run('rpc-proxy/post.ts', [kind, direct]))

const sides = {
  'in: own': () => takeIn(''),
  'in: node:http': () => takeIn(unusual),
  'out: own': () => passOn('own'),
  'out: node:http': () => passOn('node'),
  'out: fetch': () => passOn('fetch'),
} as const
type Side = keyof typeof sides
const names = Object.keys(sides) as Side[]
const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Side, number[]>
try {
  for (const name of ['in: own', 'in: node:http'] as const) await sides[name]()
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : [...names].reverse()) samples[name].push(await sides[name]())
} finally {
  world.stdin?.end()
}
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
const results = names.map((name) => {
  const own = samples[name.startsWith('in') ? 'in: own' : 'out: own']
  const ratios = samples[name].map((value, at) => value / (own[at] ?? value))
  return { name, microseconds: median(samples[name]), ratio: median(ratios), ratios }
})
for (const { name, microseconds, ratio, ratios } of results)
  console.log(
    `${name.padEnd(15)} ${microseconds.toFixed(1).padStart(6)} µs a call   ${ratio.toFixed(2)} of our own (rounds ${ratios.map((each) => each.toFixed(2)).join(', ')})`,
  )
mkdirSync(new URL('results/', import.meta.url), { recursive: true })
writeFileSync(
  new URL('results/rpc-cpu.json', import.meta.url),
  `${JSON.stringify({ date: new Date().toISOString(), node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, loadBefore, rounds, seconds, results }, null, 2)}\n`,
)

/** Each side works in a process of its own, so that only its own time is counted. */
function start(script: string, args: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, [...source, fileURLToPath(new URL(script, import.meta.url)), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

function run(script: string, args: readonly string[]): Promise<string> {
  const child = start(script, args)
  child.stdin?.end()
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return new Promise((resolve, reject) =>
    child.once('exit', (code) => (code === 0 ? resolve(text) : reject(new Error(`${script} ended with ${code}`)))),
  )
}
