import type { Chain } from '../platform/chains/chain.js'
import type { Difference } from '../platform/db/reportMismatch.js'
import type { Log } from '../platform/log/log.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import type { Metrics } from '../platform/metrics/metrics.js'
import { compareChain, compareProvider, comparePurchase } from './compareBooks.js'
import type { ArrivalCheck } from './createArrivalCheck.js'
import { type BookedPurchase, type BookSide, type BookTables, bookSides } from './createBookTables.js'
import { lookForPayment } from './lookForPayment.js'
import type { OnrampProvider } from './onrampProvider.js'

/** How often purchases that are due are compared, in milliseconds, and how many at most. */
const round = { every: 30_000, most: 10 }

/** Compares the books of purchases with their providers and chains. */
export type Reconciler = {
  /** Compares what is due now. */
  run(): Promise<void>
  close(): void
}

/**
 * Creates the part that compares the books: with each purchase as it is kept, with what its provider says of it now, and with its transaction on
 * the chain. What does not agree is kept for the operator, told to the log once, and counted. A side that cannot be asked is asked
 * again; what it said before stands.
 *
 * @param options - The providers, the chains, the statements, the look at the chain, log and figures.
 */
export function createReconciler(options: {
  providers: readonly OnrampProvider[]
  chains: readonly Chain[]
  books: BookTables
  checkArrival: ArrivalCheck
  log: Log
  metrics: Pick<Metrics, 'ledgerMismatches'>
}): Reconciler {
  const { providers, chains, books, checkArrival, log, metrics } = options

  async function compare(id: string, provider: OnrampProvider): Promise<void> {
    const before = await books.read(id)
    if (before === undefined) return
    const sides = new Map<BookSide, Difference | undefined>()
    const isAsked = await provider.read(before.reference).then(
      (word) => {
        sides.set('provider', compareProvider(before, word))
        return true
      },
      (error: unknown) => {
        log.warn({ provider: provider.id, reason: reasonOf(error) }, 'A purchase was not compared with its provider')
        return false
      },
    )
    const isSeen = await lookAtChain(before, provider, sides)
    const purchase = await books.read(id)
    // Word of it came meanwhile: what was asked before says nothing of what it is now.
    if (purchase?.state !== before.state || purchase.hash !== before.hash) return
    sides.set('purchase', comparePurchase(purchase))
    for (const side of bookSides) if (sides.has(side)) await report(purchase, side, sides.get(side))
    if (isAsked && isSeen) await books.putOff(id)
  }

  async function lookAtChain(
    purchase: BookedPurchase,
    provider: OnrampProvider,
    sides: Map<BookSide, Difference | undefined>,
  ): Promise<boolean> {
    const { hash } = purchase
    const chain = chains.find(({ caip2 }) => caip2 === purchase.chain)
    if (hash === null || chain === undefined) return true
    try {
      const arrival = await lookForPayment({ ...purchase, hash }, { chain, provider, checkArrival })
      sides.set('chain', compareChain(purchase, arrival))
      return true
    } catch (error) {
      log.warn({ chain: chain.caip2, reason: reasonOf(error) }, 'A purchase was not compared with its chain')
      return false
    }
  }

  async function report(purchase: BookedPurchase, side: BookSide, difference: Difference | undefined): Promise<void> {
    const mismatch = await books.report(purchase, side, difference)
    if (mismatch !== undefined)
      log.error({ provider: purchase.provider, side, mismatch }, 'The books of purchases do not agree')
  }

  async function run(): Promise<void> {
    try {
      const due = await books.take(
        providers.map(({ id }) => id),
        round.most,
      )
      for (const { id, provider: name } of due) {
        const provider = providers.find((one) => one.id === name)
        if (provider === undefined) continue
        await compare(id, provider).catch((error: unknown) =>
          log.warn({ provider: name, reason: reasonOf(error) }, 'A purchase was not compared'),
        )
      }
      const counts = await books.count()
      for (const side of bookSides) metrics.ledgerMismatches.set({ side }, counts[side])
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'Purchases were not compared')
    }
  }

  let isRunning = false
  async function next(): Promise<void> {
    if (isRunning) return
    isRunning = true
    await run()
    isRunning = false
  }
  const timer = providers.length > 0 ? setInterval(() => void next(), round.every) : undefined
  timer?.unref()
  return { run, close: () => clearInterval(timer) }
}
