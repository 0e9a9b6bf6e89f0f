import { formatAmount, parseAccountId, type TokenBalance } from '@latchkey/core'
import type { SwapFlowState } from '@latchkey/core/swap'
import { type ReactNode, useMemo } from 'react'
import { useBalances } from '../hooks/useBalances.js'
import { useChain } from '../hooks/useChain.js'
import { useClock } from '../hooks/useClock.js'
import { useFiat } from '../hooks/useFiat.js'
import { useSwapStrings } from '../hooks/useSwapStrings.js'
import type { HeldSwapToken } from '../hooks/useSwapTokens.js'
import { Fact } from '../primitives/Fact.js'
import { Amount, exactAmount } from './Amount.js'
import { clip } from './sendTexts.js'
import { impactBounds, percent, rateOf, shownDigits } from './swapTexts.js'

/** What a price says: the rate and its age, the impact, what comes out at least, what the network takes, and the way. */
export function SwapFacts({
  state,
  tokens,
  children,
}: {
  state: SwapFlowState
  tokens: readonly HeldSwapToken[]
  children?: ReactNode
}) {
  const strings = useSwapStrings()
  const now = useClock(1_000)
  const { chains } = useChain()
  const { showFiat } = useFiat()
  const { data: coinPrice = 0 } = useBalances({ query: { select: priceOfCoin } })
  const { from, to, price, minimum } = state
  const route = useMemo(
    () => price?.route?.map((id) => tokens.find(({ address }) => address.toLowerCase() === id.toLowerCase())?.symbol),
    [price?.route, tokens],
  )
  const rate = rateOf(state)
  if (!from || !to || !price || rate === undefined) return null
  const { priceImpact, fee } = price
  const least = minimum === undefined ? undefined : formatAmount(minimum, to.decimals)
  const chainId = parseAccountId(from.address).chainId
  const coin = chains.find(({ caipNetworkId }) => caipNetworkId === chainId)?.nativeCurrency
  const tone =
    priceImpact === undefined || priceImpact < impactBounds.warn
      ? undefined
      : priceImpact < impactBounds.stop
        ? 'warning'
        : 'danger'
  return (
    <dl className="lk-facts">
      <Fact label={strings.swapRate}>
        <bdi className="lk-number" title={rate}>
          {strings.swapRateLine(clip(from.symbol), exactAmount(shownDigits(rate)), clip(to.symbol))}
        </bdi>
        <span className="lk-swap-age lk-number">
          {strings.swapAge(Math.max(0, Math.floor((now - price.at) / 1000)))}
        </span>
      </Fact>
      <Fact label={strings.swapImpact}>
        <span className="lk-number" data-tone={tone}>
          {priceImpact === undefined ? strings.swapImpactUnknown : percent(priceImpact)}
        </span>
      </Fact>
      {least !== undefined && (
        <Fact label={strings.swapMinimum}>
          <Amount numeric={least} symbol={clip(to.symbol)} exact shown={shownDigits(least)} />
        </Fact>
      )}
      <Fact label={strings.swapFee}>
        {fee !== undefined && coin ? (
          <>
            <Amount numeric={formatAmount(about(fee), coin.decimals)} symbol={clip(coin.symbol)} exact />
            {coinPrice > 0 && (
              <bdi className="lk-number">({showFiat(coinPrice * Number(formatAmount(fee, coin.decimals)))})</bdi>
            )}
          </>
        ) : (
          strings.swapFeeUnknown
        )}
      </Fact>
      {route && route.length > 2 && (
        <Fact label={strings.swapRoute}>
          <bdi>{route.map((symbol, at) => clip(symbol ?? nameless(price.route?.[at] ?? ''))).join(' → ')}</bdi>
        </Fact>
      )}
      {children}
    </dl>
  )
}

function priceOfCoin(balances: readonly TokenBalance[]): number {
  return balances.find(({ address }) => address === undefined)?.price ?? 0
}

/** Three digits, rounded up: a fee is small, and only about right. */
function about(fee: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, String(fee).length - 3))
  return ((fee + unit - 1n) / unit) * unit
}

/** A token that the list does not name, by the ends of its address. */
function nameless(id: string): string {
  const address = id.split(':')[2] ?? ''
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
