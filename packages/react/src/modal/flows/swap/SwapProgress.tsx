import { formatAmount, parseAccountId } from '@latchkey/core'
import type { SwapSide } from '@latchkey/core/swap'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Amount } from '../../../components/Amount.js'
import { ExplorerLink } from '../../../components/ExplorerLink.js'
import { shownDigits } from '../../../components/swapTexts.js'
import { useLatchkey } from '../../../context.js'
import { useChain } from '../../../hooks/useChain.js'
import { useSwapFlow } from '../../../hooks/useSwapFlow.js'
import { useSwapStrings } from '../../../hooks/useSwapStrings.js'
import { Button } from '../../../primitives/Button.js'
import { CopyButton } from '../../../primitives/CopyButton.js'
import { Fact } from '../../../primitives/Fact.js'
import { Icon } from '../../../primitives/Icon.js'
import { Notice } from '../../../primitives/Notice.js'
import { shorten } from '../../../primitives/shorten.js'
import { Waiting } from '../../../primitives/Waiting.js'
import { refreshBalances } from '../../../query/refreshBalances.js'

/** A swap that was sent: on its way, in a block with what it brought, or refused there, replaced or dropped. */
export function SwapProgress() {
  const { config, modal } = useLatchkey()
  const strings = useSwapStrings()
  const client = useQueryClient()
  const { state, begin, leave } = useSwapFlow()
  const { chains } = useChain()
  const record = state.record?.kind === 'swap' ? state.record : undefined
  const status = record?.status
  const account = record?.account

  useEffect(() => {
    if (!record) modal.replace({ view: 'Swap' })
  }, [record, modal])
  useEffect(() => {
    if (account === undefined || status === 'pending') return
    refreshBalances(config, client, account)
  }, [account, status, config, client])

  if (!record) return null
  const chain = chains.find(({ caipNetworkId }) => caipNetworkId === parseAccountId(record.account).chainId)
  const network = chain?.name ?? strings.unknownNetwork
  const said = {
    pending: { title: strings.swapPendingTitle, text: strings.swapPendingText },
    confirmed: { title: strings.swapDoneTitle, text: strings.confirmedText(network) },
    failed: { title: strings.swapFailedTitle, text: strings.swapFailedText },
    replaced: { title: strings.swapReplacedTitle, text: strings.swapReplacedText },
    dropped: { title: strings.swapDroppedTitle, text: strings.swapDroppedText },
  }[record.status]
  const hasFailed = status !== 'pending' && status !== 'confirmed'
  const icon = <Icon name={hasFailed ? 'error' : status === 'confirmed' ? 'check' : 'swap'} size={28} />
  const picture = <span className="lk-notice-icon">{icon}</span>
  return (
    <div className="lk-view lk-sent">
      <Notice
        live
        tone={status === 'confirmed' ? 'success' : hasFailed ? 'danger' : 'neutral'}
        picture={status === 'pending' ? <Waiting>{picture}</Waiting> : picture}
        title={said.title}
      >
        {said.text}
      </Notice>
      <dl className="lk-facts">
        <Fact label={hasFailed ? strings.swapPay : strings.swapPaid}>
          <SideAmount side={record.from} />
        </Fact>
        {!hasFailed && (
          <Fact label={record.isMeasured ? strings.swapReceived : strings.swapExpected}>
            <SideAmount side={record.to} isCut />
          </Fact>
        )}
        <Fact label={strings.network}>{network}</Fact>
        <Fact label={strings.transactionHash}>
          <span title={record.hash}>{shorten(record.hash)}</span>
          <CopyButton text={record.hash} label={`${strings.copy}: ${strings.transactionHash}`} />
          {chain && <ExplorerLink chain={chain} hash={record.hash} />}
        </Fact>
      </dl>
      <Button
        kind="secondary"
        onClick={() => {
          if (status === 'pending') leave()
          else begin()
          modal.replace({ view: 'Swap' })
        }}
      >
        {status === 'pending' ? strings.swapLeave : strings.swapAgain}
      </Button>
      <Button onClick={() => modal.reset({ view: 'Account' })}>{strings.done}</Button>
    </div>
  )
}

function SideAmount({ side, isCut = false }: { side: SwapSide; isCut?: boolean }) {
  const numeric = formatAmount(BigInt(side.amount), side.decimals)
  return <Amount numeric={numeric} symbol={side.symbol} exact shown={isCut ? shownDigits(numeric) : numeric} />
}
