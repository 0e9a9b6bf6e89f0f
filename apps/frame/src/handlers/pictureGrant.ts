import { type MarketApi, readMarket } from '../chains/readMarket.js'
import { isUnlimited, writeFiat } from '../signing/amounts.js'
import { isSameAddress } from '../signing/evm/evmAddress.js'
import type { Approval, FrameChain } from '../types.js'

/**
 * Reads what the token of a permission looks like and what the sum is worth, where a signature gives it; of a transaction both are
 * read with its fee.
 *
 * @param approval - What is shown.
 * @param parts - The network, where prices and pictures come from, and a signal that ends it.
 * @returns The headline with both; nothing where several tokens are meant, or one that is not in the registry.
 */
export async function pictureGrant(
  { grants = [], headline }: Approval,
  { market, chain, signal }: { readonly market?: MarketApi; readonly chain: FrameChain; readonly signal: AbortSignal },
): Promise<Pick<Approval, 'headline'>> {
  const [grant, ...others] = grants
  const token = chain.tokens.find(({ address }) => isSameAddress(address, grant?.token ?? ''))
  if (!market || !headline || headline.icon || !token || others.length > 0) return {}
  const { token: known, money } = await readMarket(market, chain, token, signal)
  const amount = grant?.amount ?? 0n
  const fiat = isUnlimited(amount) ? undefined : writeFiat(amount, token.decimals, known.price, money)
  return { headline: { ...headline, fiat: headline.fiat ?? fiat, icon: known.icon } }
}
