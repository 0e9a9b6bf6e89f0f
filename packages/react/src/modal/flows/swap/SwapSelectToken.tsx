import { getSwapTokens } from '@latchkey/core/swap'
import type { SwapTokenInfo } from '@latchkey/protocol/swapApi'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useDeferredValue, useId, useMemo, useState } from 'react'
import { Amount } from '../../../components/Amount.js'
import { Rows } from '../../../components/Rows.js'
import { SearchField } from '../../../components/SearchField.js'
import { useLatchkey } from '../../../context.js'
import { useChain } from '../../../hooks/useChain.js'
import { useFiat } from '../../../hooks/useFiat.js'
import { useSwapFlow } from '../../../hooks/useSwapFlow.js'
import { useSwapStrings } from '../../../hooks/useSwapStrings.js'
import { addressIn, type HeldSwapToken, plainAddress, useSwapTokens } from '../../../hooks/useSwapTokens.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Callout } from '../../../primitives/Callout.js'
import { Icon } from '../../../primitives/Icon.js'
import { Notice } from '../../../primitives/Notice.js'
import { Picture } from '../../../primitives/Picture.js'
import { RowItem } from '../../../primitives/RowItem.js'
import { Skeleton } from '../../../primitives/Skeleton.js'
import { shorten } from '../../../primitives/shorten.js'

/** Choose a token to swap: those that the account holds first, then all others; one that is not listed by its address. */
export function SwapSelectToken({ data: { side } }: { data: { side: 'from' | 'to' } }) {
  const { config, modal } = useLatchkey()
  const strings = useSwapStrings()
  const { caipNetwork } = useChain()
  const chainId = caipNetwork?.caipNetworkId
  const { tokens, isPending } = useSwapTokens(chainId)
  const { state, chooseFrom, chooseTo } = useSwapFlow()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const found = useMemo(() => tokens.filter((token) => matches(token, wanted)), [tokens, wanted])
  const address = found.length === 0 ? addressIn(wanted) : undefined
  const unlisted = useQuery({
    queryKey: ['swapToken', config.uid, chainId, address],
    queryFn: ({ signal }) =>
      chainId && address ? getSwapTokens(config, { chainId, address: address as `0x${string}`, signal }) : [],
    enabled: chainId !== undefined && address !== undefined,
    retry: false,
  })
  useWalletGone()

  const current = state[side]?.address
  const draw = useCallback(
    (token: HeldSwapToken) => {
      const choose = () => {
        if (side === 'from') chooseFrom(token)
        else chooseTo(token)
        modal.back()
      }
      return <SwapTokenLine token={token} current={token.address === current} onChoose={choose} />
    },
    [side, current, chooseFrom, chooseTo, modal],
  )
  const held = useMemo(() => found.filter((token) => token.held !== undefined), [found])
  const others = useMemo(() => found.filter((token) => token.held === undefined), [found])
  const [stranger] = unlisted.data ?? []
  return (
    <div className="lk-view">
      <SearchField text={search} onText={setSearch} label={strings.searchTokens} />
      {isPending || (address !== undefined && unlisted.isPending) ? (
        <Skeleton rows={3} />
      ) : stranger ? (
        <>
          <Callout>{strings.swapUnlisted}</Callout>
          <ul className="lk-rows">{draw({ ...stranger, price: 0 })}</ul>
        </>
      ) : found.length === 0 ? (
        <Notice icon={<Icon name="coins" size={28} />} title={strings.noTokenFound} live>
          {strings.swapNoToken}
        </Notice>
      ) : (
        <>
          {held.length > 0 && <Tokens label={strings.swapOwnTokens} tokens={held} draw={draw} />}
          {others.length > 0 && (
            <Tokens label={strings.swapOtherTokens} hideLabel={held.length === 0} tokens={others} draw={draw} />
          )}
        </>
      )}
    </div>
  )
}

function Tokens({
  label,
  hideLabel = false,
  tokens,
  draw,
}: {
  label: string
  hideLabel?: boolean
  tokens: readonly HeldSwapToken[]
  draw: (token: HeldSwapToken) => ReactNode
}) {
  const id = useId()
  return (
    <section className="lk-list">
      <h3 id={id} className={hideLabel ? 'lk-hidden' : 'lk-list-label'}>
        {label}
      </h3>
      <Rows items={tokens} keyOf={keyOf} draw={draw} height={64} labelledBy={id} />
    </section>
  )
}

function keyOf({ address }: HeldSwapToken): string {
  return address
}

function SwapTokenLine({ token, current, onChoose }: { token: HeldSwapToken; current: boolean; onChoose: () => void }) {
  const { name, symbol, logoUri, held, price } = token
  const { showFiat } = useFiat()
  const fiat = held !== undefined && price > 0 ? showFiat(Number(held) * price) : undefined
  return (
    <RowItem title={`${name} (${symbol}): ${plainAddress(token)}`}>
      <button type="button" className="lk-row" onClick={onChoose} aria-current={current || undefined}>
        <Picture src={logoUri || undefined} name={symbol || name} />
        <span className="lk-row-text">
          <span className="lk-row-title">
            <bdi className="lk-cut">{name || symbol}</bdi>
          </span>
          <span className="lk-row-detail">
            {held !== undefined ? (
              <Amount numeric={held} symbol={symbol} />
            ) : (
              <bdi className="lk-cut">
                {logoUri === null && price === 0 ? `${symbol} · ${shorten(plainAddress(token))}` : symbol}
              </bdi>
            )}
          </span>
        </span>
        {fiat !== undefined && <span className="lk-row-end lk-token-value lk-number">{fiat}</span>}
      </button>
    </RowItem>
  )
}

function matches(token: SwapTokenInfo, search: string): boolean {
  const text = search.trim().toLowerCase()
  return [token.name, token.symbol, plainAddress(token)].some((part) => part.toLowerCase().includes(text))
}
