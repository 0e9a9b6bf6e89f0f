import type { Chain } from '../platform/chains/chain.js'
import type { Arrival, ArrivalCheck } from './createArrivalCheck.js'
import type { KeptPurchase } from './createPurchaseTables.js'
import type { OnrampProvider } from './onrampProvider.js'

/**
 * Looks on the chain for what a provider says that it has sent.
 *
 * @param purchase - The purchase, with the transaction that the provider names.
 * @param options - Its chain and provider, and the look at the chain.
 * @returns What the chain says.
 */
export async function lookForPayment(
  { hash, address, symbol, amount }: Omit<KeptPurchase, 'hash'> & { hash: string },
  { chain, provider, checkArrival }: { chain: Chain; provider: OnrampProvider; checkArrival: ArrivalCheck },
): Promise<Arrival> {
  const contract = await contractOf(provider, chain, symbol)
  return checkArrival(chain, { hash, address, symbol, amount, contract })
}

/** The contract that a provider sells under a symbol, empty for the coin; asked where the chain's own list has none. */
async function contractOf(provider: OnrampProvider, chain: Chain, symbol: string | null): Promise<string | undefined> {
  const known = [chain.nativeCurrency.symbol, ...chain.tokens.map((token) => token.symbol)]
  if (symbol === null || known.some((one) => one.toLowerCase() === symbol.toLowerCase())) return undefined
  const sold = (await provider.currencies()).find((one) => one.symbol.toLowerCase() === symbol.toLowerCase())
  return sold?.networks.find((network) => network.chain_id === chain.caip2)?.contract_address
}
