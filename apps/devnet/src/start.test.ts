import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fiatCurrencies } from '@latchkey/protocol/internal/currencies'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type StartedMain, startMain, untilReady } from '../test/startMain.js'
import { nodeCall } from './chains/evm/nodeCall.js'
import { processFacts } from './chains/processFacts.js'
import { solanaAccounts } from './chains/solana/accounts.js'
import { solanaChainId, solanaTokens } from './chains/solana/localSolana.js'
import { type Devnet, type StartDevnetOptions, startDevnet } from './start.js'
import { readStatus, type Status, services } from './status.js'

const folders: string[] = []
const running: Devnet[] = []
const children: StartedMain[] = []
const anyPorts = Object.fromEntries(services.map((name) => [name, 0]))

// A database is expensive to make and cheap to copy.
const template = mkdtempSync(join(tmpdir(), 'devnet-db-'))
beforeAll(async () => {
  const devnet = await startDevnet({ dir: template, ports: anyPorts, web: false, families: false })
  await devnet.stop()
}, 120_000)
afterAll(() => rmSync(template, { recursive: true, force: true }))

afterEach(async () => {
  await Promise.all(running.splice(0).map((devnet) => devnet.stop()))
  for (const { child, exit } of children.splice(0)) {
    child.kill('SIGKILL')
    await exit
  }
  for (const folder of folders.splice(0)) forget(folder)
})

describe('a running start', () => {
  const dir = mkdtempSync(join(tmpdir(), 'devnet-'))
  const holder = createServer()
  const lines: string[] = []
  let devnet: Devnet
  let port: number
  beforeAll(async () => {
    cpSync(join(template, 'db'), join(dir, 'db'), { recursive: true })
    port = await new Promise<number>((resolve) =>
      holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port)),
    )
    const ports = { ...anyPorts, server: port }
    devnet = await startDevnet({ dir, ports, web: false, families: false, log: (line) => lines.push(line) })
  })
  afterAll(async () => {
    await devnet?.stop()
    holder.close()
    forget(dir)
  })

  it('behavior: starts every part, and says so in status.json', async () => {
    const status = readStatus(dir) as Status
    expect(status.ready).toBe(true)
    expect(Object.keys(status)).toEqual(['ready', ...services])
    expect([status.web.state, status.frame.state]).toEqual(['off', 'off'])
    expect(status.server).toEqual({ url: devnet.server.url, pid: process.pid, state: 'ready' })
    expect(status.chain31338).toEqual({ url: devnet.chains[1].url, pid: devnet.chains[1].pid, state: 'ready' })
    expect(await nodeCall(devnet.chains[0].url, 'eth_chainId', [])).toBe('0x7a69')
    expect((await fetch(devnet.wallet.scriptUrl)).status).toBe(200)
    expect((await fetch(`${devnet.server.url}/health`)).status).toBe(200)
    const chains = (await (await fetch(`${devnet.server.url}/v1/supported-chains`)).json()) as { http: string[] }
    expect(chains.http).toEqual(['eip155:31337', 'eip155:31338', ...devnet.families.map(({ chainId }) => chainId)])
    const { rates } = (await (await fetch(`${devnet.server.url}/v1/fiat-rates`)).json()) as { rates: object }
    expect(Object.keys(rates).sort()).toEqual([...fiatCurrencies].sort())
    expect(devnet.frame.url).toMatch(/^http:\/\/localhost:\d+$/)
    expect((await fetch(`${devnet.frame.url}/sdk`)).headers.get('content-security-policy')).toContain(devnet.server.url)
    expect(await (await fetch(`${devnet.inbox.url}/messages`)).json()).toEqual({ messages: [] })
  })

  it('behavior: a taken port gives way to the next free one, and the log says so', () => {
    expect(devnet.server.url).not.toBe(`http://127.0.0.1:${port}`)
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^Port ${port} is taken, server uses \\d+\\.$`)))
  })

  it('error: a folder in use is refused with where the other start is, and the other goes on', async () => {
    const refused = startDevnet({ dir, fresh: true, ports: anyPorts, web: false, families: false })
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: `Latchkey already runs in ${dir} (process ${process.pid})`,
      hints: [expect.stringContaining(devnet.server.url), expect.stringContaining('--dir')],
    })
    expect(await nodeCall(devnet.chains[0].url, 'eth_chainId', [])).toBe('0x7a69')
    expect(readStatus(dir)?.ready).toBe(true)
  })

  it('behavior: a node that ends by itself shows as failed', async () => {
    process.kill(devnet.chains[1].pid, 'SIGKILL')
    await expect.poll(() => readStatus(dir)?.chain31338.state, { timeout: 30_000 }).toBe('failed')
    expect(readStatus(dir)?.ready).toBe(false)
  })

  it('behavior: leaves nothing behind, also when it is stopped twice', async () => {
    await devnet.stop()
    await devnet.stop()
    expect(devnet.chains.map(({ pid }) => isAlive(pid))).toEqual([false, false])
    await expect(fetch(devnet.server.url)).rejects.toThrow()
    expect(existsSync(join(dir, 'lock'))).toBe(false)
    expect(readStatus(dir)).toMatchObject({ ready: false, server: { state: 'stopped', pid: null } })
  })
})

describe('startDevnet', () => {
  it('behavior: a chain of each other family stands beside them, in the server, for the wallet and at the faucet', async () => {
    const devnet = await start({ dir: folder(), families: true })
    expect(devnet.families.map(({ chainId }) => chainId)).toEqual([
      solanaChainId,
      'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
      expect.stringMatching(/^polkadot:[0-9a-f]{32}$/),
      'cosmos:latchkey-1',
    ])
    for (const [index, name] of (['solana', 'bitcoin', 'polkadot', 'cosmos'] as const).entries()) {
      expect(devnet.status()[name]).toEqual({ url: devnet.families[index]?.url, pid: process.pid, state: 'ready' })
    }
    const [solana] = devnet.families
    const poor = solanaAccounts[9]?.address ?? ''
    const read = async () => {
      const params = [poor, { mint: solanaTokens[0]?.address }, { encoding: 'jsonParsed' }]
      const answer = (await nodeCall(solana?.url ?? '', 'getTokenAccountsByOwner', params)) as { value: unknown[] }
      return answer.value.length
    }
    expect(await read()).toBe(0)
    const ask = (body: unknown) => fetch(`${devnet.wallet.url}/faucet`, { method: 'POST', body: JSON.stringify(body) })
    expect((await ask({ chainId: solanaChainId, address: poor })).status).toBe(200)
    expect(await read()).toBe(1)
    expect((await ask({ chainId: solanaChainId, address: '0x12' })).status).toBe(400)
    expect((await ask({ chainId: 'solana:other', address: poor })).status).toBe(400)
    const proxied = await nodeCall(`${devnet.server.url}/v1/json-rpc?chainId=${solanaChainId}`, 'getBalance', [poor])
    expect(proxied).toMatchObject({ value: 110_000_000_000 })
    await devnet.stop()
    await expect(fetch(solana?.url ?? '')).rejects.toThrow()

    const again = await start({ dir: join(folders.at(-1) ?? ''), families: true })
    const kept = await nodeCall(again.families[0]?.url ?? '', 'getBalance', [poor])
    expect(kept).toMatchObject({ value: 110_000_000_000 })
  })

  it('behavior: a second start keeps the data; a fresh one begins anew and touches nothing else', async () => {
    const dir = folder()
    const first = await start({ dir })
    await mine(first, 5)
    const height = await blockNumber(first)
    await first.stop()

    const second = await start({ dir })
    // At most the resolver of names is told where the server is now.
    expect((await blockNumber(second)) - height).toBeOneOf([0, 1])
    await second.stop()

    writeFileSync(join(dir, 'mine.txt'), 'kept')
    const fresh = await start({ dir, fresh: true })
    expect(await blockNumber(fresh)).toBeLessThan(height)
    expect(readFileSync(join(dir, 'mine.txt'), 'utf8')).toBe('kept')
  })

  it('behavior: a start that is called off ends what it had begun', async () => {
    const dir = folder()
    const aborter = new AbortController()
    const pids: number[] = []
    const onStatus = (status: Status) => {
      pids.push(...nodesOf(status))
      if (status.chain31337.state === 'ready') aborter.abort()
    }
    const started = startDevnet({ dir, ports: anyPorts, web: false, families: false, signal: aborter.signal, onStatus })
    await expect(started).rejects.toMatchObject({ code: 'ABORTED' })
    expect(pids.length).toBeGreaterThan(0)
    expect(pids.some(isAlive)).toBe(false)
    expect(existsSync(join(dir, 'lock'))).toBe(false)
  })

  it('behavior: a part that cannot start ends the others and is named', async () => {
    const dir = folder()
    rmSync(join(dir, 'db'), { recursive: true })
    mkdirSync(join(dir, 'db'))
    writeFileSync(join(dir, 'db', 'pg'), 'not a folder')
    await expect(start({ dir })).rejects.toThrow()
    const status = readStatus(dir)
    expect(status).toMatchObject({ ready: false, server: { state: 'failed' }, chain31337: { state: 'stopped' } })
    expect(readdirSync(dir)).not.toContain('lock')
  })
})

describe.skipIf(process.platform === 'win32')('npm start as a process', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('behavior: %s ends everything in order', async (signal) => {
    const { dir, started, status } = await run()
    started.child.kill(signal)
    expect(await started.exit).toBe(0)
    expect(nodesOf(status).some(isAlive)).toBe(false)
    expect(readStatus(dir)).toMatchObject({ ready: false, chain31337: { state: 'stopped' } })
    expect(existsSync(join(dir, 'lock'))).toBe(false)
  })

  it('behavior: one Ctrl-C that comes twice ends in order', async () => {
    const { dir, started } = await run()
    started.child.send('stop')
    started.child.kill('SIGINT')
    started.child.kill('SIGINT')
    expect(await started.exit).toBe(0)
    expect(readStatus(dir)?.chain31337.state).toBe('stopped')
  })

  it('behavior: a second Ctrl-C ends at once, nodes too', async () => {
    const { started, status } = await run()
    // A node that is held cannot end in order, so the start has to wait for it.
    process.kill(status.chain31337.pid ?? 0, 'SIGSTOP')
    started.child.kill('SIGINT')
    await expect.poll(() => started.text(), { timeout: 20_000 }).toContain('Stopping')
    await new Promise((resolve) => setTimeout(resolve, 1000))
    started.child.kill('SIGINT')
    expect(await started.exit).toBe(130)
    await expect.poll(() => nodesOf(status).some(isAlive)).toBe(false)
  })

  it('behavior: ends on a signal while it starts', async () => {
    const dir = folder()
    const started = await startMain(dir, ['--no-web', '--port', '0'])
    children.push(started)
    await expect.poll(() => readStatus(dir)?.chain31337.state, { timeout: 30_000 }).toMatch(/^(starting|ready)$/)
    started.child.kill('SIGINT')
    expect(await started.exit).toBe(0)
    expect(existsSync(join(dir, 'lock'))).toBe(false)
  })

  it('behavior: a start that was killed does not block the next one, which keeps the data', async () => {
    const first = await run()
    const height = Number(await nodeCall(first.status.chain31337.url ?? '', 'eth_blockNumber', []))
    // The node writes its state once a second.
    const written = () => readFileSync(join(first.dir, 'chains', '31337.json'), 'utf8')
    await expect.poll(() => /"best_block_number":"?(\w+)/.exec(written())?.[1]).toBe(String(Number(height)))
    first.started.child.kill('SIGKILL')
    expect(await first.started.exit).toBe('SIGKILL')
    const orphans = nodesOf(first.status)
    expect(orphans.every(isAlive)).toBe(true)

    const again = await startMain(first.dir, ['--no-web', '--port', '0'])
    children.push(again)
    const status = await untilReady(first.dir, again)
    expect(orphans.some(isAlive)).toBe(false)
    expect(Number(await nodeCall(status.chain31337.url ?? '', 'eth_blockNumber', [])) - height).toBeOneOf([0, 1])
    again.child.kill('SIGTERM')
    expect(await again.exit).toBe(0)
  })

  it('error: a second process in the same folder is told where the first is, which ends when its parent is gone', async () => {
    const { dir, started, status } = await run()
    const second = await startMain(dir, ['--no-web', '--port', '0'])
    children.push(second)
    expect(await second.exit).toBe(1)
    expect(second.text()).toContain('already runs in')
    expect(second.text()).toContain(status.server.url)
    expect(readStatus(dir)?.ready).toBe(true)

    started.child.disconnect()
    expect(await started.exit).toBe(0)
    expect(nodesOf(status).some(isAlive)).toBe(false)
  })

  it('param: --help explains, and an unknown option is refused', async () => {
    const [help, wrong] = [await startMain(folder(), ['--help']), await startMain(folder(), ['--frehs'])]
    children.push(help, wrong)
    expect(await help.exit).toBe(0)
    expect(help.text()).toContain('--fresh')
    expect(await wrong.exit).toBe(1)
    expect(wrong.text()).toContain('--frehs')
  })
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'devnet-'))
  folders.push(path)
  cpSync(join(template, 'db'), join(path, 'db'), { recursive: true })
  return path
}

async function start(options: StartDevnetOptions): Promise<Devnet> {
  const devnet = await startDevnet({ ports: anyPorts, web: false, families: false, ...options })
  running.push(devnet)
  return devnet
}

async function run(): Promise<{ dir: string; started: StartedMain; status: Status }> {
  const dir = folder()
  const started = await startMain(dir, ['--no-web', '--port', '0'])
  children.push(started)
  return { dir, started, status: await untilReady(dir, started) }
}

/** Ends what a start in the folder left, and deletes it. */
function forget(folder: string): void {
  for (const pid of nodesOf(readStatus(folder))) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function nodesOf(status: Status | undefined): number[] {
  return [status?.chain31337.pid, status?.chain31338.pid].filter((pid) => typeof pid === 'number')
}

function isAlive(pid: number): boolean {
  return processFacts(pid) !== undefined
}

async function blockNumber(devnet: Devnet): Promise<number> {
  return Number(await nodeCall(devnet.chains[0].url, 'eth_blockNumber', []))
}

async function mine(devnet: Devnet, blocks: number): Promise<void> {
  await nodeCall(devnet.chains[0].url, 'anvil_mine', [`0x${blocks.toString(16)}`])
}
