import { formatAmount } from '@latchkey/core'
import { useEffect } from 'react'
import { exactAmount } from '../../../components/Amount.js'
import { LookAlike } from '../../../components/LookAlike.js'
import { clip, noticeText, receiverWarnings } from '../../../components/sendTexts.js'
import { TransferSummary } from '../../../components/TransferSummary.js'
import { useLatchkey } from '../../../context.js'
import { useAccountStrings } from '../../../hooks/useAccountStrings.js'
import { useConnection } from '../../../hooks/useConnection.js'
import { useElapsed } from '../../../hooks/useElapsed.js'
import { useRefreshAfterSend } from '../../../hooks/useRefreshAfterSend.js'
import { useSendFlow } from '../../../hooks/useSendFlow.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Button } from '../../../primitives/Button.js'
import { Callout } from '../../../primitives/Callout.js'
import { Icon } from '../../../primitives/Icon.js'

/** The last look before the wallet is asked, and the waiting for its answer. */
export function WalletSendPreview() {
  const { modal } = useLatchkey()
  const strings = useAccountStrings()
  const { connector, wallet } = useConnection()
  const { state, confirm, stop } = useSendFlow()
  const { phase, draft, checks, mayBeSent } = state
  const isAsking = phase === 'confirming'
  const elapsed = useElapsed(isAsking)
  useWalletGone()
  useRefreshAfterSend()

  useEffect(() => {
    const { stack, open } = modal.getState()
    // Shown a moment longer while the code of the next view loads, this view leads nowhere any more.
    if (!open || stack.at(-1)?.view !== 'WalletSendPreview') return
    if (phase === 'submitted' || phase === 'confirmed' || phase === 'failed') {
      modal.reset({ view: 'WalletSendConfirmed' })
    } else if (phase === 'editing' && stack.some(({ view }) => view === 'WalletSend')) modal.backTo('WalletSend')
    else if (phase === 'editing') modal.replace({ view: 'WalletSend' })
  }, [phase, modal])

  const { token } = draft
  if (!token || checks.amount === undefined) return null
  const amount = exactAmount(formatAmount(checks.amount, Number(token.quantity.decimals)))
  const symbol = clip(token.symbol)
  const notice = noticeText(state, strings)
  const waiting = {
    short: strings.confirmText,
    long: strings.confirmWaiting,
    veryLong: strings.confirmWaitingLong,
  }
  return (
    <div className="lk-view lk-preview">
      {notice && !isAsking && (
        <Callout tone={mayBeSent ? 'danger' : state.notice === 'rejected' ? 'neutral' : 'warning'}>{notice}</Callout>
      )}
      {receiverWarnings(state, strings).map((warning) => (
        <p key={warning} className="lk-warning-line">
          <Icon name="warning" size={16} />
          <span>{warning}</span>
        </p>
      ))}
      <LookAlike />
      <TransferSummary state={state} />
      {checks.isFirstTime && <p className="lk-footnote">{strings.firstTime}</p>}
      {isAsking ? (
        <div className="lk-asking">
          <div role="status">
            <span className="lk-spinner" aria-hidden="true" />
            <span>
              <strong>{strings.confirmIn((wallet ?? connector)?.name ?? strings.manageWallets)}</strong>
              <br />
              {waiting[elapsed]}
            </span>
          </div>
          <Button kind="secondary" onClick={stop}>
            {strings.stopWaiting}
          </Button>
        </div>
      ) : (
        <Button kind={mayBeSent ? 'danger' : 'primary'} onClick={confirm}>
          {mayBeSent ? strings.sendAgain(amount, symbol) : strings.sendNow(amount, symbol)}
        </Button>
      )}
    </div>
  )
}
