import type { Chain } from '../platform/chains/chain.js'
import type { Log } from '../platform/log/log.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import type { ArrivalCheck } from './createArrivalCheck.js'
import type { KeptPurchase, PurchaseTables } from './createPurchaseTables.js'
import { lookForPayment } from './lookForPayment.js'
import { OnrampFault } from './onrampFault.js'
import type { OnrampProvider } from './onrampProvider.js'

/** How often a provider is asked for one purchase at most, in seconds. */
const pause = 3
/** The polling interval of purchases without a viewer, and how many are polled at once. */
const round = { every: 30_000, seconds: 60, most: 20 }

/** Brings purchases up to what their providers and chains say. */
export type Follower = {
  /** Asks for a purchase unless that was done just now; `now` asks in any case. Rejects when the provider cannot be asked. */
  follow(purchase: KeptPurchase, now?: boolean): Promise<KeptPurchase>
  close(): void
}

/**
 * Creates the follower of purchases: it polls the provider on a request and on a webhook, and by itself for those that no client
 * looks at, so that a purchase arrives in the books after its page was closed.
 *
 * @param options - The providers, the chains, the statements, the look at the chain, and the log.
 */
export function createFollower(options: {
  providers: readonly OnrampProvider[]
  chains: readonly Chain[]
  tables: PurchaseTables
  checkArrival: ArrivalCheck
  log: Log
}): Follower {
  const { providers, chains, tables, checkArrival, log } = options

  async function follow(purchase: KeptPurchase, now = false): Promise<KeptPurchase> {
    if (!['opened', 'paid', 'sent'].includes(purchase.state)) return purchase
    const isTurn = await tables.takeTurn(purchase.id, now ? 0 : pause)
    if (!isTurn) return purchase
    const provider = providers.find(({ id }) => id === purchase.provider)
    const word = await provider?.read(purchase.reference)
    if (provider === undefined || word === undefined) return purchase
    if (word.address !== undefined && word.address.toLowerCase() !== purchase.address.toLowerCase())
      throw new OnrampFault('API_BAD_ANSWER', provider.name, 'speaks of another account')
    const moved = (await tables.move(purchase.id, word)) ?? purchase
    return moved.state === 'sent' ? lookAtChain(moved, provider) : moved
  }

  async function lookAtChain(purchase: KeptPurchase, provider: OnrampProvider): Promise<KeptPurchase> {
    const { id, hash } = purchase
    const chain = chains.find(({ caip2 }) => caip2 === purchase.chain)
    if (hash === null || chain === undefined) return purchase
    const look = lookForPayment({ ...purchase, hash }, { chain, provider, checkArrival })
    const arrival = await look.catch((error: unknown) => {
      log.warn({ chain: chain.caip2, reason: reasonOf(error) }, 'A payment was not looked for on its chain')
      return 'waiting' as const
    })
    if (arrival === 'elsewhere')
      log.warn({ provider: purchase.provider }, 'A payment of a provider does not bring what was bought')
    return arrival === 'arrived' ? ((await tables.move(id, { state: 'arrived' })) ?? purchase) : purchase
  }

  async function lookAfter(): Promise<void> {
    try {
      for (const purchase of await tables.due(round.seconds, round.most))
        await follow(purchase).catch((error: unknown) =>
          log.warn({ provider: purchase.provider, reason: reasonOf(error) }, 'Could not follow a purchase'),
        )
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'Purchases were not looked after')
    }
  }
  const timer = providers.length > 0 ? setInterval(() => void lookAfter(), round.every) : undefined
  timer?.unref()
  return { follow, close: () => clearInterval(timer) }
}
