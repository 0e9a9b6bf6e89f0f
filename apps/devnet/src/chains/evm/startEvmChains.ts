import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { processFacts } from '../processFacts.js'
import { type AnvilProcess, startAnvil } from './anvilProcess.js'
import { collectibleAddress, localTokens, multicall3Address } from './contractAddresses.js'
import { layContracts } from './layContracts.js'
import type { EvmChains, LocalChain } from './localChain.js'
import { endOrphan, readRecord } from './orphan.js'
import { mendStateFile } from './stateFile.js'

/** How to start the local chains. */
export type StartEvmChainsOptions = {
  /** The folder in which the chains are kept between runs; without it they live in memory. */
  stateDir?: string
  /** Wanted ports; 0 (default) means any free one. A taken port gives way to a free one. */
  ports?: { 31337?: number; 31338?: number }
  /** Gets a line whenever something worth knowing happens. */
  log?: (line: string) => void
}

const names = { 31337: 'Local Ethereum', 31338: 'Local Base' } as const

/**
 * Starts two real EVM nodes on the loopback interface, with multicall3, four ERC-20 tokens, one ERC-721, one ERC-1155 and ten funded
 * accounts. What a killed start left behind is ended first.
 *
 * @param options - Where to keep the chains, on which ports, and the log.
 * @returns The chains and `stop`.
 * @throws LatchkeyError INVALID_CONFIG when the folder belongs to a running start or this machine has no node.
 *
 * @example
 * import { startEvmChains } from '@latchkey/devnet'
 * const { chains, stop } = await startEvmChains({ stateDir: '.latchkey/chains' })
 * console.log(chains[0].url)
 * await stop()
 */
export async function startEvmChains(options: StartEvmChainsOptions = {}): Promise<EvmChains> {
  const log = options.log ?? (() => {})
  const started: AnvilProcess[] = []
  const stop = async () => {
    await Promise.all(started.map((node) => node.stop()))
  }
  if (options.stateDir === undefined) await sweep(log)
  const starts = await Promise.allSettled([startOne(31337), startOne(31338)])
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  const [first, second] = starts.map((start) => (start.status === 'fulfilled' ? start.value : undefined))
  if (!first || !second) throw new Error('Both chains were started, but one is missing')
  return { chains: [first, second], stop }

  async function startOne(chainId: 31337 | 31338): Promise<LocalChain> {
    const stateDir = options.stateDir === undefined ? undefined : resolve(options.stateDir)
    const folder = stateDir ?? memoryRecords()
    mkdirSync(folder, { recursive: true })
    const stateFile = stateDir === undefined ? undefined : join(stateDir, `${chainId}.json`)
    if (stateFile !== undefined) {
      await endOrphan(join(folder, `${chainId}.pid`), log)
      mendStateFile(stateFile, log)
    }
    const node = await startAnvil({
      chainId,
      port: options.ports?.[chainId] ?? 0,
      stateFile,
      recordFile: (pid) => join(folder, stateDir === undefined ? `${pid}.pid` : `${chainId}.pid`),
      log,
    })
    started.push(node)
    const url = `http://127.0.0.1:${node.port}`
    await layContracts(url, chainId)
    return {
      chainId,
      caip2: `eip155:${chainId}`,
      name: names[chainId],
      url,
      wsUrl: `ws://127.0.0.1:${node.port}`,
      pid: node.pid,
      multicall3: multicall3Address,
      tokens: localTokens,
      nft: collectibleAddress,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    }
  }
}

/** Chains in memory have no folder of their own, so their records share one and are swept at the next start. */
function memoryRecords(): string {
  return join(tmpdir(), `latchkey-devnet-${process.getuid?.() ?? 0}`)
}

async function sweep(log: (line: string) => void): Promise<void> {
  const folder = memoryRecords()
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const record = readRecord(file)
    if (record === undefined) continue
    if (processFacts(record.pid) === undefined) rmSync(file, { force: true })
    // What a living start still uses is left alone.
    else await endOrphan(file, log).catch(() => {})
  }
}
