import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { processFacts } from '../processFacts.js'
import { nodeCall } from './nodeCall.js'

/** The record of a started node on disk, with which the next start finds it. */
export type NodeRecord = { pid: number; parent: number; port: number; chainId: number }

/** Reads a node's record; a missing, torn or foreign file reads as none. */
export function readRecord(file: string): NodeRecord | undefined {
  if (!existsSync(file)) return undefined
  try {
    const { pid, parent, port, chainId } = JSON.parse(readFileSync(file, 'utf8')) as { [key: string]: unknown }
    const numbers = [pid, parent, port, chainId].every((value) => Number.isSafeInteger(value) && Number(value) > 0)
    return numbers ? ({ pid, parent, port, chainId } as NodeRecord) : undefined
  } catch {
    return undefined
  }
}

/**
 * Ends the node that a killed start left behind. It ends nothing that is not surely that node: the process must be a
 * node of this port by its command line, answer with the recorded chain id, and have lost the parent that started it.
 *
 * @param file - Where the record is.
 * @param log - Gets a line when a node was ended.
 * @throws LatchkeyError INVALID_CONFIG when the node still belongs to a living start.
 */
export async function endOrphan(file: string, log: (line: string) => void): Promise<void> {
  const record = readRecord(file)
  const facts = record === undefined ? undefined : processFacts(record.pid)
  if (record !== undefined && facts !== undefined && (await isOurs(record, facts.command))) {
    const parent = facts.parent ?? (processFacts(record.parent) === undefined ? undefined : record.parent)
    if (parent === record.parent) {
      throw new LatchkeyError('INVALID_CONFIG', `Chain ${record.chainId} already runs here on port ${record.port}`, {
        hints: [`Stop the other start first (process ${record.parent}), or use another folder.`],
      })
    }
    log(`ending chain ${record.chainId} of an earlier start (process ${record.pid})`)
    await endProcess(record.pid)
  }
  rmSync(file, { force: true })
}

async function isOurs(record: NodeRecord, command: string | undefined): Promise<boolean> {
  // Process ids are reused; the command line identifies our node.
  const named = command?.includes('anvil') && command.includes(`--port ${record.port} --chain-id ${record.chainId}`)
  if (command !== undefined && !named) return false
  const url = `http://127.0.0.1:${record.port}`
  try {
    const [version, chainId] = await Promise.all([
      nodeCall(url, 'web3_clientVersion', [], 2000),
      nodeCall(url, 'eth_chainId', [], 2000),
    ])
    return String(version).startsWith('anvil') && Number(chainId) === record.chainId
  } catch {
    // A node that hangs is still known by its command line.
    return named === true
  }
}

/** Ends a process in order, and by force if it is still there after five seconds. */
export async function endProcess(pid: number): Promise<void> {
  for (const [signal, timeout] of [
    ['SIGINT', 5000],
    ['SIGKILL', 2000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const end = Date.now() + timeout
    while (Date.now() < end) {
      if (processFacts(pid) === undefined) return
      await sleep(20)
    }
  }
}
