import { formatAmount, parseAccountId, type SendFlowState } from '@latchkey/core'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useBalances } from '../hooks/useBalances.js'
import { useChain } from '../hooks/useChain.js'
import { useFiat } from '../hooks/useFiat.js'
import { Avatar } from '../primitives/Avatar.js'
import { Fact } from '../primitives/Fact.js'
import { GroupedAddress } from '../primitives/GroupedAddress.js'
import { Picture } from '../primitives/Picture.js'
import { shorten } from '../primitives/shorten.js'
import { Amount } from './Amount.js'
import { ContactOf } from './ContactOf.js'
import { costOf } from './costOf.js'

/** What leaves, to whom, on which network, at what cost: in that order, the largest first. */
export function TransferSummary({ state }: { state: SendFlowState }) {
  const strings = useAccountStrings()
  const { chains } = useChain()
  const { showFiat } = useFiat()
  const { data: balances } = useBalances()
  const { draft, checks, account } = state
  const { token } = draft
  if (!token || !account || checks.amount === undefined) return null
  const { chainId, address, namespace } = parseAccountId(account)
  const chain = chains.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const cost = costOf(state, chain, balances?.find((held) => held.address === undefined)?.price)
  const numeric = formatAmount(checks.amount, Number(token.quantity.decimals))
  const value = showFiat(cost.value)
  return (
    <div className="lk-summary">
      <div className="lk-summary-amount">
        <Picture src={token.iconUrl || undefined} name={token.symbol || token.name} />
        <p className="lk-summary-main lk-number" data-long={numeric.length > 10 || undefined}>
          <Amount numeric={numeric} symbol={token.symbol} exact />
        </p>
        {value && <p className="lk-summary-fiat lk-number">{value}</p>}
      </div>
      <dl className="lk-facts">
        <Fact label={strings.previewReceiver} tall>
          <Avatar address={draft.to.trim()} size={28} />
          <span className="lk-named">
            <GroupedAddress address={draft.to.trim()} />
            <ContactOf address={draft.to.trim()} namespace={namespace} asks={false} />
          </span>
        </Fact>
        <Fact label={strings.previewFrom}>
          <Avatar address={address} size={20} />
          <span title={address}>{shorten(address)}</span>
        </Fact>
        <Fact label={strings.previewNetwork}>
          <Picture src={chain?.iconUrl} name={chain?.name ?? '?'} size={20} />
          <span className="lk-cut">{chain?.name ?? strings.unknownNetwork}</span>
        </Fact>
        {cost.fee !== undefined && chain && (
          <Fact label={strings.previewFee}>
            {/* "Less than 0.001 BTC" would hide what a rising fee is about. */}
            <Amount
              numeric={cost.fee}
              symbol={chain.nativeCurrency.symbol}
              exact={chain.nativeCurrency.decimals < 10}
            />
            {cost.feeValue !== undefined && <bdi className="lk-number">({showFiat(cost.feeValue)})</bdi>}
          </Fact>
        )}
        {cost.reserve !== undefined && chain && (
          <Fact label={chainId.startsWith('bip122:') ? strings.previewKept : strings.previewReserve}>
            <Amount numeric={cost.reserve} symbol={chain.nativeCurrency.symbol} exact />
          </Fact>
        )}
        {cost.total !== undefined && (
          <Fact label={strings.previewTotal}>
            <strong className="lk-number">{showFiat(cost.total)}</strong>
          </Fact>
        )}
      </dl>
    </div>
  )
}
