import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { readLedger, writeLedger } from './ledgerFile.js'
import { solanaChainId, solanaTokens } from './localSolana.js'
import { createGenesis, createOperator } from './operator.js'
import { serveNode } from './serveNode.js'
import type { SolanaChain, StartSolanaChainOptions } from './solanaChain.js'

/** Starts the chain; apart from `startSolanaChain`, so that importing that does not load it. */
export async function openSolanaChain(options: StartSolanaChainOptions): Promise<SolanaChain> {
  const { slotTime = 400, stateDir, log = () => {} } = options
  const file = stateDir === undefined ? undefined : join(stateDir, 'solana.ledger')
  const { ledger, fresh } = readLedger(await loadVirtualMachine(), file, slotTime, log)
  if (fresh) createGenesis(ledger)
  const operator = createOperator(ledger)
  const served = await serveNode({ ledger, operator }, options.port ?? 0)
  const timer = setInterval(ledger.tick, slotTime)

  let written = fresh ? -1 : ledger.history.total()
  const write = () => {
    if (file === undefined) return
    writeLedger(file, ledger)
    written = ledger.history.total()
  }
  // As the EVM nodes: what was sent in the last second before a power cut may be lost.
  const writing = setInterval(() => {
    if (written === ledger.history.total()) return
    try {
      write()
    } catch (error) {
      log(`The local Solana could not be written: ${String(error)}`)
    }
  }, 1000)
  let stopping: Promise<void> | undefined
  return {
    chainId: solanaChainId,
    name: 'Local Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    url: served.url,
    wsUrl: served.wsUrl,
    tokens: solanaTokens,
    fund: operator.fund,
    mintCollectible: operator.mintCollectible,
    mintNamedToken: operator.mintNamedToken,
    skipSlots(count) {
      for (let passed = 0; passed < count; passed++) ledger.tick()
    },
    stop() {
      stopping ??= (async () => {
        clearInterval(timer)
        clearInterval(writing)
        await served.stop()
        write()
      })()
      return stopping
    },
  }
}

/**
 * Loads the virtual machine of Solana, which is native code and not made for every platform.
 *
 * @throws LatchkeyError INVALID_CONFIG where it is missing.
 */
async function loadVirtualMachine(): Promise<typeof import('litesvm')> {
  try {
    return await import('litesvm')
  } catch (cause) {
    throw new LatchkeyError('INVALID_CONFIG', 'This machine has no local Solana: `litesvm` could not be loaded', {
      cause,
      details: `There is none for ${process.platform} ${process.arch}, or optional dependencies were left out.`,
      hints: ['On Linux or macOS run `npm install` without `--omit=optional`.'],
    })
  }
}
