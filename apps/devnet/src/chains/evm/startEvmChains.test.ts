import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createPublicClient,
  encodePacked,
  erc20Abi,
  erc721Abi,
  getContractAddress,
  http,
  parseAbi,
  parseEther,
  webSocket,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { processFacts } from '../processFacts.js'
import { accounts, mnemonic } from './accounts.js'
import {
  collectibleAddress,
  create2Deployer,
  create2Salt,
  localTokens,
  multicall3Address,
  nameAddresses,
  permitToken,
  stickersAddress,
  swapAddresses,
  swapV3Addresses,
} from './contractAddresses.js'
import { faucet } from './faucet.js'
import { deployments } from './initCode.js'
import type { EvmChains, LocalChain } from './localChain.js'
import { nodeCall } from './nodeCall.js'
import { type StartEvmChainsOptions, startEvmChains } from './startEvmChains.js'

describe('startEvmChains', () => {
  const running: EvmChains[] = []
  let stateDir = ''
  const start = async (options?: StartEvmChainsOptions) => {
    const chains = await startEvmChains(options)
    running.push(chains)
    return chains
  }
  /** The other tests start from what an earlier start has deployed. */
  const deployAnew = () => vi.stubEnv('LATCHKEY_KEPT_CHAINS', '')
  const at = (chain: LocalChain) => createPublicClient({ transport: http(chain.url) })

  beforeEach(() => {
    stateDir = mkdtempSync(join(tmpdir(), 'latchkey-chains-'))
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((chains) => chains.stop()))
    rmSync(stateDir, { recursive: true, force: true })
    vi.unstubAllEnvs()
  })

  it('behavior: two nodes answer with their chain ids over HTTP and WebSocket, and end with stop', async () => {
    const { chains, stop } = await start()
    expect(chains.map(({ chainId, caip2, name }) => ({ chainId, caip2, name }))).toEqual([
      { chainId: 31337, caip2: 'eip155:31337', name: 'Local Ethereum' },
      { chainId: 31338, caip2: 'eip155:31338', name: 'Local Base' },
    ])
    for (const chain of chains) {
      expect(await at(chain).getChainId()).toBe(chain.chainId)
      const socket = createPublicClient({ transport: webSocket(chain.wsUrl, { reconnect: false }) })
      expect(await socket.getChainId()).toBe(chain.chainId)
      expect(chain.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    }
    await stop()
    await stop()
    for (const chain of chains) expect(processFacts(chain.pid)).toBeUndefined()
  })

  it('behavior: the contracts stand at the same CREATE2 addresses on both chains', async () => {
    deployAnew()
    const { chains } = await start()
    const derived = deployments().map(({ initCode: bytecode }) =>
      getContractAddress({ opcode: 'CREATE2', from: create2Deployer, salt: create2Salt, bytecode }),
    )
    const { wrapped, factory, router } = swapAddresses
    expect(derived).toEqual([
      ...localTokens.map(({ address }) => address),
      collectibleAddress,
      stickersAddress,
      wrapped,
      factory,
      swapV3Addresses.factory,
      permitToken.address,
      router,
      swapV3Addresses.quoter,
      swapV3Addresses.router,
      nameAddresses.registry,
      nameAddresses.resolver,
      nameAddresses.universalResolver,
    ])
    for (const chain of chains) {
      expect(chain.tokens).toEqual(localTokens)
      for (const token of chain.tokens) {
        const read = { address: token.address, abi: erc20Abi } as const
        expect(await at(chain).readContract({ ...read, functionName: 'name' })).toBe(token.name)
        expect(await at(chain).readContract({ ...read, functionName: 'symbol' })).toBe(token.symbol)
        expect(await at(chain).readContract({ ...read, functionName: 'decimals' })).toBe(token.decimals)
      }
    }
  })

  it('behavior: viem reads many balances at once through multicall3 at its canonical address', async () => {
    deployAnew()
    const { chains } = await start()
    const client = at(chains[0])
    const results = await client.multicall({
      multicallAddress: multicall3Address,
      contracts: [
        ...localTokens.map(
          ({ address }) =>
            ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [accounts[1]!.address] }) as const,
        ),
        // A call that fails must not spoil the others.
        { address: collectibleAddress, abi: erc721Abi, functionName: 'ownerOf', args: [9_999n] } as const,
      ],
    })
    expect(results.map(({ status }) => status)).toEqual(['success', 'success', 'success', 'success', 'failure'])
    expect(results.map(({ result }) => result)).toEqual([1_000_000_000n, parseEther('1000'), 5_000_000n, 3n, undefined])

    const abi = parseAbi([
      'function getEthBalance(address) view returns (uint256)',
      'function getBlockNumber() view returns (uint256)',
      'function getCurrentBlockTimestamp() view returns (uint256)',
      'function getChainId() view returns (uint256)',
      'struct Call { address target; bytes callData; }',
      'function aggregate(Call[]) payable returns (uint256 blockNumber, bytes[] returnData)',
      'function tryAggregate(bool, Call[]) payable returns ((bool success, bytes returnData)[])',
    ])
    const target = { address: multicall3Address, abi } as const
    expect(await client.readContract({ ...target, functionName: 'getChainId' })).toBe(31337n)
    expect(await client.readContract({ ...target, functionName: 'getEthBalance', args: [accounts[9]!.address] })).toBe(
      parseEther('10000'),
    )
    expect(await client.readContract({ ...target, functionName: 'getBlockNumber' })).toBe(await client.getBlockNumber())
    expect(await client.readContract({ ...target, functionName: 'getCurrentBlockTimestamp' })).toBeGreaterThan(0n)
    const failing = { target: localTokens[0].address, callData: '0xdeadbeef' } as const
    const tried = await client.simulateContract({ ...target, functionName: 'tryAggregate', args: [false, [failing]] })
    expect(tried.result).toEqual([{ success: false, returnData: '0x' }])
    await expect(client.simulateContract({ ...target, functionName: 'aggregate', args: [[failing]] })).rejects.toThrow(
      'Multicall3: call failed',
    )
  })

  it('behavior: the first ten keys of the known phrase are funded, the first three with tokens and a collectible', async () => {
    deployAnew()
    const { chains } = await start()
    expect(accounts.map(({ address }) => address)).toEqual(
      accounts.map((_, addressIndex) => mnemonicToAccount(mnemonic, { addressIndex }).address),
    )
    expect(accounts[1]!.address).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    for (const [index, { address }] of accounts.entries()) {
      expect(await at(chains[1]).getBalance({ address })).toBeGreaterThan(parseEther('9999'))
      const read = { address: collectibleAddress, abi: erc721Abi, functionName: 'balanceOf', args: [address] } as const
      expect(await at(chains[1]).readContract(read)).toBe(index < 3 ? 1n : 0n)
    }
    const uri = await at(chains[1]).readContract({
      address: collectibleAddress,
      abi: erc721Abi,
      functionName: 'tokenURI',
      args: [1n],
    })
    const { name, image } = JSON.parse(atob(uri.slice('data:application/json;base64,'.length)))
    expect(name).toBe('Test Key #1')
    expect(atob(image.slice('data:image/gif;base64,'.length))).toMatch(/^GIF89a.*;$/s)
    const many = await at(chains[0]).readContract({
      address: stickersAddress,
      abi: parseAbi(['function balanceOf(address, uint256) view returns (uint256)']),
      functionName: 'balanceOf',
      args: [accounts[1]!.address, 1n],
    })
    expect(many).toBe(5n)
  })

  it('behavior: ether and tokens trade in pools at the prices of the table, once for each chain', async () => {
    deployAnew()
    const { chains } = await start()
    const abi = parseAbi(['function getAmountsOut(uint256, address[]) view returns (uint256[])'])
    const { router: address, wrapped } = swapAddresses
    const [usdc, dai, wbtc] = localTokens.map((token) => token.address)
    for (const chain of chains) {
      const out = async (amount: bigint, ...path: (`0x${string}` | undefined)[]) => {
        const args = [amount, path.flatMap((token) => token ?? [])] as const
        return (await at(chain).readContract({ address, abi, functionName: 'getAmountsOut', args })).at(-1)
      }
      // 0.3 % is the pool's, and a thousandth of a pool moves its price by as much.
      expect(await out(parseEther('1'), wrapped, usdc)).toBe(2_490_017_452n)
      expect(await out(parseEther('1'), wrapped, dai)).toBeGreaterThan(parseEther('2490'))
      expect(await out(100_000_000n, wbtc, wrapped)).toBeGreaterThan(parseEther('23.6'))
      expect(await out(1_000_000n, usdc, dai)).toBeGreaterThan(parseEther('0.99'))
      expect(await at(chain).getBalance({ address: accounts[0]!.address })).toBeLessThan(parseEther('10001'))
    }
  })

  it('behavior: pools with fees to choose from trade beside them, as their quoter says', async () => {
    deployAnew()
    const { chains } = await start()
    const abi = parseAbi(['function quoteExactInput(bytes, uint256) returns (uint256, uint160[], uint32[], uint256)'])
    const [{ address: usdc }, { address: dai }] = localTokens
    for (const chain of chains) {
      const out = async (amount: bigint, ...path: (`0x${string}` | number)[]) => {
        const types = path.map((_, at) => (at % 2 === 0 ? 'address' : 'uint24'))
        const args = [encodePacked(types, path), amount] as const
        const read = { address: swapV3Addresses.quoter, abi, functionName: 'quoteExactInput', args } as const
        return (await at(chain).simulateContract(read)).result[0]
      }
      // 0.05 % is the pool’s.
      const direct = await out(parseEther('1'), swapAddresses.wrapped, 500, usdc)
      expect(direct).toBe(2_498_125_780n)
      // The same as if what comes out of one were paid into the next.
      const through = await out(parseEther('1'), swapAddresses.wrapped, 500, usdc, 100, dai)
      expect(through).toBe(await out(direct, usdc, 100, dai))
      await expect(out(1n, usdc, 3000, dai)).rejects.toThrow('reverted')
    }
  })

  it('behavior: a second start on the same folder keeps the chain and deploys nothing again', async () => {
    deployAnew()
    const first = await start({ stateDir })
    const chain = first.chains[0]
    const hash = await faucet(chain, accounts[5]!.address, { eth: '1' })
    const height = await at(chain).getBlockNumber()
    await first.stop()

    const second = await start({ stateDir })
    const again = at(second.chains[0])
    expect(await again.getBlockNumber()).toBe(height)
    expect((await again.getTransactionReceipt({ hash: hash! })).status).toBe('success')
    expect(await again.getBalance({ address: accounts[5]!.address })).toBe(parseEther('10001'))
  })

  it('error: a folder whose chains run in a living start is refused, and that start goes on', async () => {
    const { chains } = await start({ stateDir })
    await expect(startEvmChains({ stateDir })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringMatching(/^Chain 3133[78] already runs here on port \d+$/),
    })
    expect(await at(chains[0]).getChainId()).toBe(31337)
  })

  it('behavior: kill -9 of the parent does not block the next start, which ends the orphans and keeps the chain', async () => {
    const { child, chains } = await startInChild(stateDir)
    await faucet(chains[0], accounts[6]!.address, { eth: '2' })
    await untilWritten(stateDir, accounts[6]!.address, parseEther('10002'))
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    for (const { pid } of chains) expect(processFacts(pid)).toBeDefined()

    const lines: string[] = []
    const next = await start({
      stateDir,
      ports: { 31337: Number(new URL(chains[0].url).port) },
      log: (line) => lines.push(line),
    })
    expect(lines.filter((line) => line.startsWith('ending chain'))).toHaveLength(2)
    for (const { pid } of chains) expect(processFacts(pid)).toBeUndefined()
    expect(next.chains[0].url).toBe(chains[0].url)
    expect(await at(next.chains[0]).getBalance({ address: accounts[6]!.address })).toBe(parseEther('10002'))
  }, 60_000)

  it('behavior: chains in memory that lost their parent are ended by the next start in memory', async () => {
    const { child, chains } = await startInChild('')
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    await start()
    for (const { pid } of chains) expect(processFacts(pid)).toBeUndefined()
  }, 60_000)

  it('behavior: a record that names a stranger ends nobody', async () => {
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    writeFileSync(
      join(stateDir, '31337.pid'),
      JSON.stringify({ pid: stranger.pid, parent: 1, port: 8545, chainId: 31337 }),
    )
    writeFileSync(join(stateDir, '31338.pid'), 'not json')
    await start({ stateDir })
    expect(stranger.exitCode).toBeNull()
    expect(processFacts(stranger.pid!)).toBeDefined()
    stranger.kill()
  })

  it('behavior: a taken port gives way to a free one, and the log says so', async () => {
    const holder = createServer()
    const port = await new Promise<number>((resolve) => {
      holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port))
    })
    const lines: string[] = []
    const { chains } = await start({ ports: { 31338: port }, log: (line) => lines.push(line) })
    expect(chains[1].url).not.toContain(String(port))
    expect(await at(chains[1]).getChainId()).toBe(31338)
    expect(lines).toEqual([expect.stringMatching(`^port ${port} is taken, chain 31338 uses \\d+$`)])
    await new Promise((resolve) => holder.close(resolve))
  })

  it('error: a torn state file is put aside and the chain goes on from its last good start', async () => {
    deployAnew()
    const first = await start({ stateDir })
    await faucet(first.chains[0], accounts[7]!.address, { eth: '3' })
    await first.stop()
    // The copy is made at a start, so this one saves what the first did.
    await (await start({ stateDir })).stop()
    const file = join(stateDir, '31337.json')
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 5000))

    const lines: string[] = []
    const { chains } = await start({ stateDir, log: (line) => lines.push(line) })
    expect(await at(chains[0]).getBalance({ address: accounts[7]!.address })).toBe(parseEther('10003'))
    expect(existsSync(`${file}.broken`)).toBe(true)
    expect(lines.join('\n')).toContain('could not be read')
  })

  it('behavior: a node that ends by itself is reported', async () => {
    const lines: string[] = []
    const { chains } = await start({ log: (line) => lines.push(line) })
    process.kill(chains[0].pid, 'SIGKILL')
    await expect.poll(() => lines).toContainEqual(expect.stringContaining('chain 31337 ended by itself'))
    await expect(nodeCall(chains[0].url, 'eth_chainId')).rejects.toMatchObject({ code: 'RPC_UNREACHABLE' })
  })
})

/** The first chain's node writes its state once a second, not at once. */
async function untilWritten(stateDir: string, address: string, balance: bigint): Promise<void> {
  await expect
    .poll(() => {
      const text = readFileSync(join(stateDir, '31337.json'), 'utf8')
      // It may be in the middle of that.
      if (!text.endsWith('}')) return undefined
      const { accounts } = JSON.parse(text) as { accounts: { [address: string]: { balance: string } } }
      return BigInt(accounts[address.toLowerCase()]?.balance ?? 0)
    })
    .toBe(balance)
}

async function startInChild(
  stateDir: string,
): Promise<{ child: ChildProcess; chains: readonly [LocalChain, LocalChain] }> {
  const file = fileURLToPath(new URL('../../../test/startInChild.ts', import.meta.url))
  const args = ['--import', 'tsx', '--conditions=@latchkey/source', file, stateDir]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const text = await new Promise<string>((resolve, reject) => {
    let all = ''
    child.stdout?.on('data', (part: Buffer) => {
      all += part.toString()
      if (all.includes('\n')) resolve(all)
    })
    child.once('exit', (code) => reject(new Error(`The child ended with ${code}`)))
  })
  return { child, chains: JSON.parse(text) }
}
