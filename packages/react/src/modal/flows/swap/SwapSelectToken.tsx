import { getSwapTokens } from '@latchkey/core/swap'
import type { SwapTokenInfo } from '@latchkey/protocol/swapApi'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { Amount } from '../../../components/Amount.js'
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
import { List } from '../../../primitives/List.js'
import { Notice } from '../../../primitives/Notice.js'
import { Picture } from '../../../primitives/Picture.js'
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

  const choose = (token: SwapTokenInfo) => {
    if (side === 'from') chooseFrom(token)
    else chooseTo(token)
    modal.back()
  }
  const current = state[side]?.address
  const line = (token: HeldSwapToken) => (
    <SwapTokenLine
      key={token.address}
      token={token}
      current={token.address === current}
      onChoose={() => choose(token)}
    />
  )
  const held = found.filter((token) => token.held !== undefined)
  const others = found.filter((token) => token.held === undefined)
  const [stranger] = unlisted.data ?? []
  return (
    <div className="lk-view">
      <SearchField text={search} onText={setSearch} label={strings.searchTokens} />
      {isPending || (address !== undefined && unlisted.isPending) ? (
        <Skeleton rows={3} />
      ) : stranger ? (
        <>
          <Callout>{strings.swapUnlisted}</Callout>
          <ul className="lk-rows">{line({ ...stranger, price: 0 })}</ul>
        </>
      ) : found.length === 0 ? (
        <Notice icon={<Icon name="coins" size={28} />} title={strings.noTokenFound} live>
          {strings.swapNoToken}
        </Notice>
      ) : (
        <>
          {held.length > 0 && <List label={strings.swapOwnTokens}>{held.map(line)}</List>}
          {others.length > 0 && (
            <List label={strings.swapOtherTokens} hideLabel={held.length === 0}>
              {others.map(line)}
            </List>
          )}
        </>
      )}
    </div>
  )
}

function SwapTokenLine({ token, current, onChoose }: { token: HeldSwapToken; current: boolean; onChoose: () => void }) {
  const { name, symbol, logoUri, held, price } = token
  const { showFiat } = useFiat()
  const fiat = held !== undefined && price > 0 ? showFiat(Number(held) * price) : undefined
  return (
    <li className="lk-row-item" title={`${name} (${symbol}): ${plainAddress(token)}`}>
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
    </li>
  )
}

function matches(token: SwapTokenInfo, search: string): boolean {
  const text = search.trim().toLowerCase()
  return [token.name, token.symbol, plainAddress(token)].some((part) => part.toLowerCase().includes(text))
}
