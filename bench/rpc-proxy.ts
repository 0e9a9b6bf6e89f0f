/**
 * How fast the JSON-RPC proxy is beside the node itself: 64 kept connections ask in turns directly and through the proxy, in
 * one run on one machine. `npx tsx bench/rpc-proxy.ts` writes bench/results/rpc-proxy.json.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'

const connections = 64
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const budget = { ratio: 0.7, p99: 5 }
const source = ['--conditions=@latchkey/source', '--import', 'tsx']

const loadBefore = loadavg()[0]
const world = await start('rpc-proxy/world.ts')
const results = []
try {
  const { direct, proxy } = JSON.parse(world.line) as { direct: string; proxy: string }
  for (const [name, what] of [
    ['eth_blockNumber', 'the same read from everybody'],
    ['eth_getBalance', 'another address each time'],
  ] as const) {
    await load(direct, name, 1)
    await load(proxy, name, 1)
    const samples = { direct: [] as Load[], proxy: [] as Load[] }
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? (['direct', 'proxy'] as const) : (['proxy', 'direct'] as const)
      for (const side of order) samples[side].push(await load(side === 'direct' ? direct : proxy, name, seconds))
    }
    const result = { name, what, direct: summary(samples.direct), proxy: summary(samples.proxy) }
    const ratio = result.proxy.perSecond / result.direct.perSecond
    const extra = result.proxy.p99 - result.direct.p99
    results.push({ ...result, ratio, p99Extra: extra, samples })
    console.log(`${name} (${what}), ${connections} connections, median of ${rounds} rounds of ${seconds} s`)
    for (const side of ['direct', 'proxy'] as const) {
      const { perSecond, p50, p99, failed } = result[side]
      console.log(
        `  ${side.padEnd(6)} ${perSecond.toFixed(0).padStart(7)} /s   p50 ${p50.toFixed(2)} ms   p99 ${p99.toFixed(2)} ms   failed ${failed}`,
      )
    }
    console.log(
      `  throughput ratio ${ratio.toFixed(2)} (budget at least ${budget.ratio})   p99 ${extra >= 0 ? '+' : ''}${extra.toFixed(2)} ms (budget at most +${budget.p99})`,
    )
  }
} finally {
  world.child.stdin?.end()
}
mkdirSync(new URL('results/', import.meta.url), { recursive: true })
writeFileSync(
  new URL('results/rpc-proxy.json', import.meta.url),
  `${JSON.stringify({ date: new Date().toISOString(), node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, loadBefore, connections, rounds, seconds, budget, results }, null, 2)}\n`,
)

type Load = { perSecond: number; p50: number; p99: number; failed: number }

async function load(url: string, method: string, duration: number): Promise<Load> {
  const { child, line } = await start('rpc-proxy/load.ts', [url, method, String(duration), String(connections)])
  child.stdin?.end()
  return JSON.parse(line) as Load
}

function summary(loads: readonly Load[]): Load {
  const median = (pick: (one: Load) => number) =>
    loads.map(pick).sort((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0
  return {
    perSecond: median((one) => one.perSecond),
    p50: median((one) => one.p50),
    p99: median((one) => one.p99),
    failed: loads.reduce((sum, one) => sum + one.failed, 0),
  }
}

/** Starts a script and gives its first line; each side works in a process of its own, so that none slows another's event loop. */
function start(script: string, args: readonly string[] = []): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [...source, fileURLToPath(new URL(script, import.meta.url)), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const end = text.indexOf('\n')
      if (end !== -1) resolve({ child, line: text.slice(0, end) })
    })
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it said anything`)))
  })
}
