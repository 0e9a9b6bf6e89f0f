import {
  type OnrampQuote,
  onrampChains,
  type PaymentCurrency,
  type PaymentMethod,
  type PurchaseCurrency,
  paymentLimits,
} from '@latchkey/protocol/onrampApi'
import type { Chain } from '../platform/chains/chain.js'
import { Refusal } from '../platform/http/refusal.js'
import type { Log } from '../platform/log/log.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import { OnrampFault } from './onrampFault.js'
import type { OnrampProvider } from './onrampProvider.js'

/** How long a list of currencies is kept, in milliseconds. */
const fresh = 3_600_000

/** The offers by seller. */
export type Shop = {
  readonly providers: readonly OnrampProvider[]
  /** A provider by its id, or the first; refuses where there is none. */
  provider(id: string | undefined): OnrampProvider
  /** The chain of a network, by the name that providers give it or by its CAIP-2 id; refuses where nothing is sold on it. */
  chain(network: string): Chain
  /** The offers of all providers on the server's chains; unreachable providers are left out. */
  currencies(): Promise<readonly PurchaseCurrency[]>
  /** The way to pay an amount, by card while that takes it; refuses what no way takes. */
  method(payment: string, wanted: PaymentMethod | undefined): PaymentMethod
  quote(order: {
    provider: string | undefined
    network: string
    symbol: string
    currency: PaymentCurrency
    payment: string
    method: PaymentMethod | undefined
    address?: string | undefined
  }): Promise<OnrampQuote & { provider: OnrampProvider; method: PaymentMethod }>
}

/**
 * Creates the shop of a server over its providers.
 *
 * @param options - The providers in the order in which they are offered, the chains, the clock, and the log.
 */
export function createShop(options: {
  providers: readonly OnrampProvider[]
  chains: readonly Chain[]
  clock: () => Date
  log: Log
}): Shop {
  const { providers, chains, clock, log } = options
  const lists = new Map<string, { at: number; list: Promise<readonly PurchaseCurrency[]> }>()

  function listOf(provider: OnrampProvider): Promise<readonly PurchaseCurrency[]> {
    const now = clock().getTime()
    const kept = lists.get(provider.id)
    if (kept && now - kept.at < fresh) return kept.list
    const list = provider.currencies()
    lists.set(provider.id, { at: now, list })
    list.catch(() => lists.delete(provider.id))
    return list
  }

  const shop: Shop = {
    providers,
    provider(id) {
      const found = id === undefined ? providers[0] : providers.find((one) => one.id === id)
      if (found) return found
      throw new Refusal(404, 'provider', providers.length === 0 ? 'Nothing is sold here' : 'Unknown provider')
    },
    chain(network) {
      const caip2: string = Object.hasOwn(onrampChains, network) ? (onrampChains[network] ?? network) : network
      const found = chains.find((chain) => chain.caip2 === caip2)
      if (found && /^(eip155|solana):/.test(found.caip2)) return found
      throw new Refusal(400, 'network', 'Nothing is sold on this network here')
    },
    async currencies() {
      const all = await Promise.all(
        providers.map((provider) =>
          listOf(provider).catch((error: unknown) => {
            log.warn({ provider: provider.id, reason: reasonOf(error) }, 'What a provider sells is not known')
            return []
          }),
        ),
      )
      const served = new Set<string>(chains.map(({ caip2 }) => caip2))
      const found = new Map<string, PurchaseCurrency>()
      for (const one of all.flat()) {
        const known = found.get(one.symbol)
        const networks = one.networks.filter(
          ({ chain_id: id }) => served.has(id) && !known?.networks.some((other) => other.chain_id === id),
        )
        if (known) known.networks.push(...networks)
        else if (networks.length > 0) found.set(one.symbol, { ...one, networks: [...networks] })
      }
      return [...found.values()]
    },
    method(payment, wanted) {
      const sum = Number(payment)
      const takes = (method: PaymentMethod) =>
        sum >= Number(paymentLimits[method].min) && sum <= Number(paymentLimits[method].max)
      const method = wanted ?? (takes('card') ? 'card' : 'ach_bank_account')
      if (takes(method)) return method
      const { min, max } = paymentLimits[method]
      throw new Refusal(400, 'amount', `amount must be from ${min} to ${max}`)
    },
    async quote({ provider: wanted, network, symbol, currency, payment, method, address }) {
      const provider = shop.provider(wanted)
      const chain = shop.chain(network)
      const order = { chainId: chain.caip2, network, symbol, currency, payment, method: shop.method(payment, method) }
      const quote = await refusing(() => provider.quote({ ...order, address }))
      return { ...quote, provider, method: order.method }
    },
  }
  return shop
}

/** Runs what asks a provider, and turns its failure into a refusal that says who failed. */
export async function refusing<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (cause) {
    if (!(cause instanceof OnrampFault)) throw cause
    throw new Refusal(503, 'provider', cause.message, { cause, code: cause.code })
  }
}
