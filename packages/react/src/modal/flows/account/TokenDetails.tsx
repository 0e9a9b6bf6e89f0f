import { parseAccountId } from '@latchkey/core'
import { Amount } from '../../../components/Amount.js'
import { ExplorerLink } from '../../../components/ExplorerLink.js'
import { TokenHistory } from '../../../components/TokenHistory.js'
import { useTokenActions } from '../../../components/useTokenActions.js'
import { WalletFeatures } from '../../../components/WalletFeatures.js'
import { useLatchkey } from '../../../context.js'
import { useChain } from '../../../hooks/useChain.js'
import { useClock } from '../../../hooks/useClock.js'
import { useConnection } from '../../../hooks/useConnection.js'
import { useFiat } from '../../../hooks/useFiat.js'
import { usePortfolio, worthOf } from '../../../hooks/usePortfolio.js'
import { useRefreshAfterSend } from '../../../hooks/useRefreshAfterSend.js'
import { useTokenStrings } from '../../../hooks/useTokenStrings.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Button } from '../../../primitives/Button.js'
import { Callout } from '../../../primitives/Callout.js'
import { CopyButton } from '../../../primitives/CopyButton.js'
import { Fact } from '../../../primitives/Fact.js'
import { Picture } from '../../../primitives/Picture.js'
import { shorten } from '../../../primitives/shorten.js'
import { showAge } from '../../../primitives/showAge.js'
import type { Routes } from '../../routes.js'

/** One token of the account: how much, what it is worth and since when, what it is, what can be done with it, and what moved. */
export function TokenDetails({ data }: { data: Routes['TokenDetails'] }) {
  const { config, modal } = useLatchkey()
  const strings = useTokenStrings()
  const { chains } = useChain()
  const { address: account = '' } = useConnection()
  const { showFiat } = useFiat()
  const { tokens, total, age, readAt } = usePortfolio()
  const now = useClock(10_000)
  useWalletGone()
  useRefreshAfterSend()
  const { chainId, address } = data.token
  // It is renewed while it is looked at; until the list is there again, what was in it is shown.
  const token = tokens ? tokens.find((one) => one.chainId === chainId && one.address === address) : data.token
  const actions = useTokenActions(token ?? data.token)
  if (!token) {
    return (
      <div className="lk-view">
        <Callout tone="neutral">{strings.tokenGone}</Callout>
        <Button onClick={() => modal.back()}>{strings.done}</Button>
      </div>
    )
  }
  const chain = chains.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const worth = worthOf(token)
  const price = token.price > 0 ? showFiat(token.price, { isPrice: true }) : undefined
  const isUnknown = address !== undefined && !(token.price > 0) && !token.iconUrl
  const plain = address && parseAccountId(address).address
  return (
    <div className="lk-view lk-token">
      <TokenHead token={token} worth={worth} age={age} />
      {isUnknown && <Callout>{strings.tokenUnknown}</Callout>}
      <WalletFeatures actions={actions} />
      <dl className="lk-facts">
        <Fact label={strings.tokenPrice}>
          <span className="lk-number">{token.price > 0 ? (price ?? '…') : strings.noPrice}</span>
          {price !== undefined && readAt !== undefined && (
            <span className={age === undefined ? 'lk-token-age' : 'lk-stale'}>
              {strings.staleSince(showAge(Math.max(0, now - readAt)))}
            </span>
          )}
        </Fact>
        {worth !== undefined && total !== undefined && total > 0 && (
          <Fact label={strings.tokenShare}>
            <span className="lk-number">{showShare(worth / total)}</span>
          </Fact>
        )}
        <Fact label={strings.network}>
          <Picture src={chain?.iconUrl} name={chain?.name ?? '?'} size={20} />
          <span className="lk-cut">{chain?.name ?? strings.unknownNetwork}</span>
        </Fact>
        <Fact label={chainId.startsWith('eip155:') ? strings.tokenContract : strings.tokenAddress}>
          {plain === undefined ? (
            strings.tokenCoin
          ) : (
            <>
              <span title={plain}>{shorten(plain)}</span>
              <CopyButton text={plain} label={`${strings.copyAddress}: ${plain}`} />
              {chain && <ExplorerLink chain={chain} token={plain} />}
            </>
          )}
        </Fact>
      </dl>
      {config.features.activity && <TokenHistory token={token} address={account} />}
    </div>
  )
}

/** The token with how much of it the account has, what that is worth, and since when that is known. */
function TokenHead({
  token,
  worth,
  age,
}: {
  token: Routes['TokenDetails']['token']
  worth: number | undefined
  age: number | undefined
}) {
  const strings = useTokenStrings()
  const { showFiat, currency, isMissing } = useFiat()
  return (
    <div className="lk-token-head" data-stale={age === undefined ? undefined : true}>
      <Picture src={token.iconUrl || undefined} name={token.symbol || token.name} size={64} />
      <h3 className="lk-cut" dir="auto">
        {token.name || token.symbol}
      </h3>
      <p className="lk-token-amount" data-long={token.quantity.numeric.length > 18 || undefined}>
        <Amount numeric={token.quantity.numeric} symbol={token.symbol} exact />
      </p>
      <p className="lk-token-worth">
        {worth === undefined ? strings.noPrice : <span className="lk-number">{showFiat(worth) ?? '…'}</span>}
        {worth !== undefined && isMissing && (
          <span className="lk-stale">{strings.fiatMissing(currency.toUpperCase())}</span>
        )}
        {age !== undefined && <span className="lk-stale">{strings.staleSince(showAge(age))}</span>}
      </p>
    </div>
  )
}

/** A part of the whole in the reader's action, with what is too small for a digit said to be less. */
function showShare(part: number): string {
  const format = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
  return part > 0 && part < 0.001 ? `< ${format.format(0.001)}` : format.format(part)
}
