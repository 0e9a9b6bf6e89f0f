import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { freePort } from '../freePort.js'
import { anvilBinary } from './anvilBinary.js'
import { nodeCall } from './nodeCall.js'
import type { NodeRecord } from './orphan.js'

/** How to start one node. */
export type AnvilParameters = {
  chainId: number
  /** The wanted port; 0 means any. */
  port: number
  /** The folder of the chain's state; undefined keeps it in memory. */
  stateFile: string | undefined
  /** The folder and name of the record that the next start reads. */
  recordFile: (pid: number) => string
  log: (line: string) => void
}

/** A running node. */
export type AnvilProcess = { pid: number; port: number; stop(): Promise<void> }

/** Starts one node and waits until it answers with its chain id. */
export async function startAnvil(parameters: AnvilParameters): Promise<AnvilProcess> {
  const { chainId, log } = parameters
  for (let attempt = 1; ; attempt++) {
    // Another process may take the port between the check and the start, so it is retried.
    const port = await freePort(attempt === 1 ? parameters.port : 0)
    if (parameters.port !== 0 && port !== parameters.port) {
      log(`port ${parameters.port} is taken, chain ${chainId} uses ${port}`)
    }
    try {
      return await launch(parameters, port)
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

async function launch(parameters: AnvilParameters, port: number): Promise<AnvilProcess> {
  const { chainId, stateFile, log } = parameters
  const args = ['--port', String(port), '--chain-id', String(chainId), '--host', '127.0.0.1', '--quiet']
  if (stateFile !== undefined) args.push('--state', stateFile, '--state-interval', '1')
  const child = spawn(anvilBinary(), args, { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true })
  const complaints: string[] = []
  child.stderr.on('data', (text: Buffer) => complaints.push(text.toString().slice(0, 2000)))
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      complaints.push(error.message)
      resolve()
    })
  })
  const ended = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined
  // A parent that ends in any other way than by a kill takes its nodes along.
  const endWithParent = () => child.kill('SIGKILL')
  process.once('exit', endWithParent)
  const file = child.pid === undefined ? undefined : parameters.recordFile(child.pid)
  if (file !== undefined && child.pid !== undefined) {
    writeRecord(file, { pid: child.pid, parent: process.pid, port, chainId })
  }
  const release = () => {
    process.removeListener('exit', endWithParent)
    if (file !== undefined) rmSync(file, { force: true })
  }
  try {
    await untilReady(child, port, chainId, ended)
  } catch (cause) {
    endWithParent()
    await gone
    release()
    throw new LatchkeyError('RPC_UNREACHABLE', `The node of chain ${chainId} did not start`, {
      cause,
      details: complaints.join('').trim(),
    })
  }
  let stopping = false
  void gone.then(() => {
    if (!stopping) log(`chain ${chainId} ended by itself ${complaints.join('').trim()}`.trim())
    release()
  })
  return {
    pid: child.pid ?? 0,
    port,
    async stop() {
      if (ended() || stopping) return gone
      stopping = true
      // Windows ends a process at once whatever the signal, so the last interval is waited for.
      if (process.platform === 'win32' && stateFile !== undefined) await sleep(1200)
      child.kill('SIGINT')
      const forced = setTimeout(endWithParent, 10_000)
      await gone
      clearTimeout(forced)
    },
  }
}

async function untilReady(child: ChildProcess, port: number, chainId: number, ended: () => boolean): Promise<void> {
  const url = `http://127.0.0.1:${port}`
  const end = Date.now() + 30_000
  while (Date.now() < end) {
    if (ended()) throw new Error(`It ended with ${child.exitCode ?? child.signalCode}`)
    const answer = await nodeCall(url, 'eth_chainId', [], 2000).catch(() => undefined)
    if (answer !== undefined) {
      if (Number(answer) === chainId && !ended()) return
      throw new Error(`Something else answers on port ${port}`)
    }
    await sleep(15)
  }
  throw new Error('It did not answer within 30 s')
}

function writeRecord(file: string, record: NodeRecord): void {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, JSON.stringify(record))
}
