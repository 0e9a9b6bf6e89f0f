import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FamilyChain, StartFamilyChainOptions } from '../familyChain.js'
import { openLedgerFile } from '../ledgerFile.js'
import { serveChain } from '../serveChain.js'
import { polkadotAccounts } from './polkadotAccounts.js'
import { polkadotChainId } from './polkadotNetwork.js'
import { createPolkadotBook, isPolkadotState, type PolkadotState } from './polkadotState.js'
import { decodeSs58 } from './ss58.js'
import { substrateRoutes } from './substrateRoutes.js'

/** One DOT, in plancks. */
const dot = 10_000_000_000n

/**
 * Starts a ledger that answers as a Substrate node does: balances under the true storage keys, in SCALE. It takes no
 * extrinsics, as building them needs the metadata of a runtime. The development phrase's first ten accounts hold 100 DOT.
 *
 * @param options - Port, the folder for the balances, and where to log.
 * @returns The ledger, with `fund` (10 DOT) and `stop`.
 * @throws LatchkeyError INVALID_CONFIG when the port cannot be had.
 * @see https://docs.substrate.io/build/remote-procedure-calls/
 *
 * @example
 * import { startPolkadotLedger } from '@latchkey/devnet'
 * const ledger = await startPolkadotLedger()
 * await ledger.fund('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY')
 * await ledger.stop()
 */
export async function startPolkadotLedger(options: StartFamilyChainOptions = {}): Promise<FamilyChain> {
  const file = openLedgerFile<PolkadotState>(options.stateDir, 'polkadot.json', isPolkadotState, options.log)
  const book = createPolkadotBook(file.read() ?? firstState(), file.write)
  const served = await serveChain('The Polkadot ledger', substrateRoutes(book), options.port)
  let stopping: Promise<void> | undefined
  return {
    chainId: polkadotChainId,
    name: 'Local Polkadot',
    nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
    url: served.url,
    tokens: [],
    async fund(address) {
      const publicKey = decodeSs58(address)
      if (publicKey === undefined) {
        throw new LatchkeyError('INVALID_ADDRESS', `${address} is not an SS58 address of 32 bytes`)
      }
      return [book.give(publicKey, 10n * dot)]
    },
    stop: () => (stopping ??= served.close()),
  }
}

function firstState(): PolkadotState {
  const rich = polkadotAccounts(10).map(({ publicKey }) => [publicKey, String(100n * dot)] as const)
  return { balances: Object.fromEntries(rich), headers: [] }
}
