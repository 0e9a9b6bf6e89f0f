import { join } from 'node:path'
import type { FamilyChain, StartFamilyChainOptions } from './familyChain.js'

/** The local chains of other families than EVM, by their parts of the world. */
export const familyNames = ['solana', 'bitcoin', 'polkadot', 'cosmos'] as const

/** A local chain of another family. */
export type FamilyName = (typeof familyNames)[number]

type Starts = { readonly [name in FamilyName]: (options: StartFamilyChainOptions) => Promise<FamilyChain> }

// Each is loaded when it starts: together they are most of what a start would load.
const ownStarts: Starts = {
  solana: async (options) => (await import('./solana/startSolanaChain.js')).startSolanaChain(options),
  bitcoin: async (options) => (await import('./bitcoin/startBitcoinChain.js')).startBitcoinChain(options),
  polkadot: async (options) => (await import('./polkadot/startPolkadotLedger.js')).startPolkadotLedger(options),
  cosmos: async (options) => (await import('./cosmos/startCosmosLedger.js')).startCosmosLedger(options),
}

/** How to start the chains of the other families. */
export type StartFamiliesOptions = {
  readonly ports: { readonly [name in FamilyName]: number }
  /** The folder in which each has one of its own. */
  readonly stateDir: string
  readonly log: (line: string) => void
  /** Wraps the start of one, for the caller's progress report. */
  readonly part: (name: FamilyName, start: () => Promise<FamilyChain>) => Promise<FamilyChain>
  /** One that cannot start here, after a line in the log; the others go on. */
  readonly missing: (name: FamilyName) => void
}

/**
 * Starts the chains of the other families side by side.
 *
 * @param options - Where to listen, where to keep them, and the log.
 * @param starts - What starts each.
 * @returns Those that this machine can run, in the order of their names.
 */
export async function startFamilies(
  options: StartFamiliesOptions,
  starts: Starts = ownStarts,
): Promise<readonly FamilyChain[]> {
  const { ports, stateDir, log, part, missing } = options
  const started = familyNames.map(async (name) => {
    try {
      const start = () => starts[name]({ port: ports[name], stateDir: join(stateDir, name), log })
      return [await part(name, start)]
    } catch (error) {
      log(`The world goes on without ${name}: ${error instanceof Error ? error.message : String(error)}`)
      missing(name)
      return []
    }
  })
  return (await Promise.all(started)).flat()
}
