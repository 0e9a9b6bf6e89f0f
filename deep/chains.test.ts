import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accounts, startEvmChains } from '@latchkey/devnet'
import { createPublicClient, http, pad, toHex } from 'viem'
import { expect, it } from 'vitest'
import { printedSeed, rounds } from './rounds.js'
import { createRandom } from './test/createRandom.js'
import { type Child, startChild } from './test/startChild.js'

/** A node writes its state every second; on a busy machine the writing itself may take as long again. */
const mayBeLost = 2_500
const kinds = ['start only', 'start and nodes', 'while starting'] as const
type Node = { url: string; pid: number }

it('chains whose start is killed at any moment come back with all they had acknowledged', async () => {
  const random = createRandom(printedSeed('chains'))
  const total = rounds(1, 50)
  const stateDir = mkdtempSync(join(tmpdir(), 'latchkey-deep-'))
  /** By chain and number: how long before the next kill it was acknowledged, in milliseconds. */
  const acknowledged = [new Map<number, number>(), new Map<number, number>()]
  const children = new Set<number>()
  const nodes = new Map<number, string>()
  const kills = { 'start only': 0, 'start and nodes': 0, 'while starting': 0 }
  let highest = 0
  let lost = 0
  let running: Child | undefined
  try {
    for (let round = 1; round <= total; round++) {
      // The first round has something to lose, and the harder kill.
      const kind = round === 1 ? 'start and nodes' : (kinds[random(0, kinds.length - 1)] ?? 'start only')
      const child = startChild('chainsChild.ts', [stateDir])
      running = child
      children.add(child.pid)
      let killed = Date.now()
      kills[kind]++
      if (kind === 'while starting') {
        await Promise.race([child.until(({ ready }) => ready !== undefined), sleep(random(0, 2_500))])
        killed = Date.now()
        await child.kill()
      } else {
        const { ready } = await child.until((said) => said.ready !== undefined)
        for (const { url, pid } of ready as Node[]) nodes.set(pid, url)
        if (round > 1) await check((ready as Node[]).map(({ url }) => url))
        // Numbers that may be on their way already are not used again.
        child.tell(String(highest + 5))
        await sleep(round === 1 ? 3_500 : random(0, 5_000))
        killed = Date.now()
        // The nodes die with their start, or outlive it.
        if (kind === 'start and nodes')
          await killBetweenWrites(
            (ready as Node[]).map(({ pid }) => pid),
            stateDir,
          )
        await child.kill()
      }
      for (const { chain, number, at } of child.said) {
        if (typeof number !== 'number') continue
        acknowledged[Number(chain)]?.set(number, killed - Number(at))
        highest = Math.max(highest, number)
      }
    }
    running = undefined
    const last = await startEvmChains({ stateDir })
    for (const { url, pid } of last.chains) nodes.set(pid, url)
    await check(last.chains.map(({ url }) => url))
    await last.stop()
    for (const [pid, url] of nodes) {
      expect(isAlive(pid), `node ${pid} still runs`).toBe(false)
      expect(await isOpen(Number(new URL(url).port)), `${url} is still open`).toBe(false)
    }
    for (const pid of children) expect(isAlive(pid), `start ${pid} still runs`).toBe(false)
    expect(readdirSync(stateDir).filter((name) => /\.(pid|broken)$/.test(name))).toEqual([])
    const moved = (acknowledged[0]?.size ?? 0) + (acknowledged[1]?.size ?? 0)
    expect(moved).toBeGreaterThan(0)
    console.log(
      `chains: ${total} rounds ${JSON.stringify(kills)}, ${moved} payments kept, ${lost} within the interval lost`,
    )
  } finally {
    if (running) await running.kill()
    if (existsSync(stateDir)) {
      // A failure in the middle leaves nodes behind; the next start is what ends them.
      const sweep = await startEvmChains({ stateDir }).catch(() => undefined)
      await sweep?.stop()
      rmSync(stateDir, { recursive: true, force: true })
    }
  }

  /** What was acknowledged long enough ago is there, exactly once; what was lost is forgotten. */
  async function check(urls: readonly string[]): Promise<void> {
    for (const [chain, url] of urls.entries()) {
      const known = acknowledged[chain] ?? new Map<number, number>()
      const node = createPublicClient({ transport: http(url, { batch: true }) })
      const numbers = Array.from({ length: highest + 5 }, (_, index) => index + 1)
      const held = await Promise.all(
        numbers.map((number) => node.getBalance({ address: pad(toHex(0x1000_0000 + number), { size: 20 }) })),
      )
      const there = numbers.filter((_, index) => held[index] !== 0n)
      for (const number of there) expect(held[number - 1], `payment ${number} of chain ${chain}`).toBe(BigInt(number))
      const present = new Set(there)
      for (const [number, age] of known) {
        if (present.has(number)) continue
        expect(age, `payment ${number} of chain ${chain} was lost ${age} ms after it was acknowledged`).toBeLessThan(
          mayBeLost,
        )
        lost++
        known.delete(number)
      }
      const sender = accounts[3]?.address ?? '0x'
      expect(await node.getTransactionCount({ address: sender }), `numbers used on chain ${chain}`).toBe(there.length)
    }
  }
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // Who adopted a dead process may not have fetched its remains yet, and the number then still answers.
    const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z'
  } catch {
    return false
  }
}

/** What dies while it writes leaves a torn file, and a copy of its last start takes the place of that: another test is about it. */
async function killBetweenWrites(pids: readonly number[], stateDir: string): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) process.kill(pid, name)
  }
  const isTorn = (name: string) => /^\d+\.json$/.test(name) && !readFileSync(join(stateDir, name), 'utf8').endsWith('}')
  while (process.platform !== 'win32') {
    signal('SIGSTOP')
    await sleep(20)
    if (!readdirSync(stateDir).some(isTorn)) break
    signal('SIGCONT')
    await sleep(20)
  }
  signal('SIGKILL')
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
