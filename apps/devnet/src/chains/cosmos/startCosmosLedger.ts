import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FamilyChain, StartFamilyChainOptions } from '../familyChain.js'
import { openLedgerFile } from '../ledgerFile.js'
import { serveChain } from '../serveChain.js'
import { cosmosAccounts, isCosmosAddress } from './cosmosAccounts.js'
import { type CosmosState, createCosmosBook, isCosmosState } from './cosmosBook.js'
import { cosmosChainId } from './cosmosNetwork.js'
import { cosmosRoutes } from './cosmosRoutes.js'

/** One ATOM, in uatom. */
const atom = 1_000_000n

/**
 * Starts a ledger that answers as the REST interface of a Cosmos SDK node does: balances, accounts, and payments
 * (`MsgSend`) whose signature, sequence and chain are checked. The development phrase's first ten accounts hold 100 ATOM.
 *
 * @param options - Port, the folder for the accounts, and where to log.
 * @returns The ledger, with `fund` (10 ATOM) and `stop`.
 * @throws LatchkeyError INVALID_CONFIG when the port cannot be had.
 * @see https://docs.cosmos.network/api
 *
 * @example
 * import { startCosmosLedger } from '@latchkey/devnet'
 * const ledger = await startCosmosLedger()
 * await ledger.fund('cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu')
 * await ledger.stop()
 */
export async function startCosmosLedger(options: StartFamilyChainOptions = {}): Promise<FamilyChain> {
  const file = openLedgerFile<CosmosState>(options.stateDir, 'cosmos.json', isCosmosState, options.log)
  const book = createCosmosBook(file.read() ?? firstState(), file.write)
  const served = await serveChain('The Cosmos ledger', cosmosRoutes(book), options.port)
  let stopping: Promise<void> | undefined
  return {
    chainId: cosmosChainId,
    name: 'Local Cosmos',
    nativeCurrency: { name: 'Cosmos', symbol: 'ATOM', decimals: 6 },
    url: served.url,
    tokens: [],
    async fund(address) {
      if (!isCosmosAddress(address)) {
        throw new LatchkeyError('INVALID_ADDRESS', `${address} is not an address of the local Cosmos ledger`, {
          hints: ['Its addresses begin with cosmos1.'],
        })
      }
      return [book.give(address, 10n * atom)]
    },
    stop: () => (stopping ??= served.close()),
  }
}

function firstState(): CosmosState {
  const rich = cosmosAccounts(10).map(
    ({ address }, number) => [address, { number, sequence: 0, balance: String(100n * atom) }] as const,
  )
  return { height: 1, accounts: Object.fromEntries(rich), txs: [] }
}
