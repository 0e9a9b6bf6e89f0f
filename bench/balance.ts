/**
 * How long the balance of an account with 200 tokens takes, kept and read anew in one multicall: `npm run bench -- balance`; writes
 * bench/results/balance.json.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEvmChains, startFaultyNode } from '@latchkey/devnet'
import { type Address, createTestClient, encodeAbiParameters, http, keccak256, publicActions, toHex } from 'viem'
// biome-ignore-start lint/style/noRestrictedImports: what stands around a server in its tests
import { freePort, startProcess } from '../apps/server/test/startProcess.js'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { printTable } from './page/printTable.js'

const { values } = parseArgs({ options: { calls: { type: 'string', default: '500' } } })
const calls = Number(values.calls)
const count = 200
const budget = { kept: 10 }
const account: Address = `0x${'a1'.repeat(20)}`

const evm = await startEvmChains()
const [local] = evm.chains
const node = await startFaultyNode({ target: local.url })
const client = createTestClient({ mode: 'anvil', transport: http(local.url) }).extend(publicActions)
const [template] = local.tokens
const bytecode = await client.getCode({ address: template?.address as Address })
if (template === undefined || bytecode === undefined) throw new Error('No token.')
// Of OpenZeppelin's ERC-20: the balances are its first mapping.
const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [account, 0n]))
const tokens = Array.from({ length: count }, (_, at) => ({
  address: `0x${(at + 1).toString(16).padStart(4, '0').repeat(10)}` as Address,
  name: `Token ${at}`,
  symbol: `T${at}`,
  decimals: 18,
}))
for (const { address } of tokens) {
  await client.setCode({ address, bytecode })
  await client.setStorageAt({ address, index, value: toHex(10n ** 18n, { size: 32 }) })
}
const port = await freePort()
const folder = mkdtempSync(join(tmpdir(), 'latchkey-balance-'))
const chain = {
  caip2: local.caip2,
  name: 'Local',
  rpc: [node.url],
  nativeCurrency: local.nativeCurrency,
  multicall3: local.multicall3,
  nativePrice: 2500,
  tokens,
}
const server = await startProcess({
  PORT: String(port),
  LATCHKEY_DATA_DIR: folder,
  LATCHKEY_ROLES: 'data',
  LATCHKEY_RATE_LIMIT: '0',
  LATCHKEY_CHAINS: JSON.stringify([chain]),
})
try {
  if (!server.said().includes('Latchkey server on')) throw new Error(server.said())
  const before = node.calls.length
  const anew = await readBalances(20, `${local.caip2}:${tokens[0]?.address}`)
  const asked = node.calls.slice(before)
  const perRead = asked.length / 20
  await readBalances(50)
  const kept = await readBalances(calls)
  const isKept = printTable([
    { name: `${count} tokens, kept, p99`, figure: quantile(kept, 0.99), unit: 'ms', budget: budget.kept },
    { name: `${count} tokens, kept, median`, figure: quantile(kept, 0.5), unit: 'ms' },
    { name: `${count} tokens, read anew, median`, figure: quantile(anew, 0.5), unit: 'ms' },
    { name: 'calls to the node for each reading', figure: perRead, unit: '', budget: 1 },
    { name: 'kept, of read anew, medians', figure: quantile(kept, 0.5) / quantile(anew, 0.5), unit: '×' },
  ])
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  writeFileSync(
    new URL('results/balance.json', import.meta.url),
    `${JSON.stringify({ date: new Date().toISOString(), node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, load: loadavg(), count, calls, budget, asked: [...new Set(asked)], perRead, kept: summary(kept), anew: summary(anew) }, null, 2)}\n`,
  )
  process.exitCode = isKept ? 0 : 1
} finally {
  await server.stop()
  await node.stop()
  await evm.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Reads the balance one time after the other, and gives how long each took, in milliseconds. */
async function readBalances(times: number, forceUpdate?: string): Promise<number[]> {
  const found: number[] = []
  const query = new URLSearchParams({
    projectId: 'local',
    chainId: local.caip2,
    ...(forceUpdate ? { forceUpdate } : {}),
  })
  for (let at = 0; at < times; at++) {
    const began = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/v1/account/${account}/balance?${query}`)
    const { balances } = (await answer.json()) as { balances: unknown[] }
    found.push(performance.now() - began)
    if (balances.length !== count + 1) throw new Error(`${answer.status} ${balances.length}`)
  }
  return found
}

function quantile(times: readonly number[], part: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(part * (times.length - 1))] ?? Number.NaN
}

function summary(times: readonly number[]): { p50: number; p99: number } {
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}
