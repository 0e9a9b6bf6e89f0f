import { type GetPurchaseReturnType, showAmount } from '@latchkey/core'
import { evmNativeAddress, toAccountId } from '@latchkey/protocol/caip'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLatchkey } from '../../../context.js'
import { useBuyStrings } from '../../../hooks/useBuyStrings.js'
import { useConnection } from '../../../hooks/useConnection.js'
import { useKeptPurchase } from '../../../hooks/useKeptPurchase.js'
import { usePurchase } from '../../../hooks/usePurchase.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Button } from '../../../primitives/Button.js'
import { Callout } from '../../../primitives/Callout.js'
import { Icon, type IconName } from '../../../primitives/Icon.js'
import { Notice } from '../../../primitives/Notice.js'
import { refreshBalances } from '../../../query/refreshBalances.js'
import type { BuyStrings } from '../../../strings/buyStrings.js'
import type { Routes } from '../../routes.js'

type Tone = 'neutral' | 'success' | 'danger'

/** How far a purchase is, until it has arrived. */
export function BuyInProgress({ data }: { data: Routes['BuyInProgress'] }) {
  const { config, modal } = useLatchkey()
  const strings = useBuyStrings()
  const client = useQueryClient()
  const { caipAddress } = useConnection()
  const { forget } = useKeptPurchase(caipAddress)
  const { data: purchase, isError } = usePurchase({ id: data.purchaseId })
  const state = purchase?.state ?? 'opened'
  useWalletGone()

  useEffect(() => {
    if (state !== 'arrived' && state !== 'failed') return
    forget()
    if (state === 'failed' || caipAddress === undefined || purchase === undefined) return
    const { chainId, address } = purchase
    const native = toAccountId(chainId, chainId.startsWith('eip155:') ? evmNativeAddress : address)
    refreshBalances(config, client, caipAddress, [native])
  }, [state, purchase, caipAddress, config, client, forget])

  const provider = strings.buyNames[data.provider] ?? data.provider
  const { icon, tone, title, text } = said(state, purchase, provider, strings)
  const isOpen = state === 'created' || state === 'opened'
  return (
    <div className="lk-view">
      <Notice
        icon={<Icon name={icon} size={28} />}
        tone={tone}
        title={title}
        live
        actions={
          isOpen ? (
            <a className="lk-button" data-kind="secondary" href={data.url} target="_blank" rel="noopener noreferrer">
              <span className="lk-button-label">{strings.buyReopen}</span>
            </a>
          ) : state === 'failed' ? (
            <Button onClick={() => modal.back()}>{strings.buyAgain}</Button>
          ) : (
            <Button kind={state === 'arrived' ? 'primary' : 'secondary'} onClick={() => modal.reset(modal.home())}>
              {strings.buyDone}
            </Button>
          )
        }
      >
        {text}
      </Notice>
      {isError && (
        <Callout tone="neutral">
          {strings.buyUnknown}. {strings.buyUnknownText}
        </Callout>
      )}
    </div>
  )
}

function said(
  state: GetPurchaseReturnType['state'],
  purchase: GetPurchaseReturnType | undefined,
  provider: string,
  strings: BuyStrings,
): { icon: IconName; tone: Tone; title: string; text: string } {
  switch (state) {
    case 'created':
    case 'opened':
      return { icon: 'external', tone: 'neutral', title: strings.buyOpened, text: strings.buyOpenedText(provider) }
    case 'paid':
      return { icon: 'activity', tone: 'neutral', title: strings.buyPaid, text: strings.buyPaidText(provider) }
    case 'sent':
      return { icon: 'activity', tone: 'neutral', title: strings.buySent, text: strings.buySentText }
    case 'arrived': {
      const amount = purchase?.amount ? showAmount(purchase.amount) : ''
      const title = strings.buyArrived(amount, purchase?.symbol ?? '')
      return { icon: 'success', tone: 'success', title, text: strings.buyArrivedText }
    }
    case 'failed':
      return { icon: 'warning', tone: 'danger', title: strings.buyOver, text: strings.buyOverText(provider) }
  }
}
