import { type FormEvent, useEffect, useId } from 'react'
import { AmountEntry } from '../../../components/AmountEntry.js'
import { LookAlike } from '../../../components/LookAlike.js'
import { ReceiverEntry } from '../../../components/ReceiverEntry.js'
import { SendIdentity } from '../../../components/SendIdentity.js'
import { canAskAgain, mainLabel, noticeText, quoteTrouble } from '../../../components/sendTexts.js'
import { TokenLine } from '../../../components/TokenLine.js'
import { useLatchkey } from '../../../context.js'
import { useAccountStrings } from '../../../hooks/useAccountStrings.js'
import { useBalances } from '../../../hooks/useBalances.js'
import { useChain } from '../../../hooks/useChain.js'
import { useFollowSent } from '../../../hooks/useFollowSent.js'
import { useSendFlow } from '../../../hooks/useSendFlow.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Callout } from '../../../primitives/Callout.js'
import { Skeleton } from '../../../primitives/Skeleton.js'

/** What to send, how much, and to whom. */
export function WalletSend() {
  const { modal } = useLatchkey()
  const strings = useAccountStrings()
  const flow = useSendFlow()
  const { state, begin, offer, review, requote, getState } = flow
  const { data: balances, isPending } = useBalances()
  const { caipNetwork } = useChain()
  const id = useId()
  useWalletGone()
  useFollowSent()

  useEffect(() => begin(), [begin])
  useEffect(() => {
    if (balances) offer(balances)
  }, [balances, offer])
  // An answer of the wallet may come after the visitor stopped waiting for it.
  useEffect(() => {
    if (state.phase !== 'submitted' || getState().phase !== 'submitted') return
    const { stack, open } = modal.getState()
    if (open && stack.at(-1)?.view === 'WalletSend') modal.reset({ view: 'WalletSendConfirmed' })
  }, [state.phase, getState, modal])

  const canRetry = canAskAgain(state)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canRetry) return requote()
    review()
    if (getState().phase === 'preview') modal.push({ view: 'WalletSendPreview' })
  }

  const notice = noticeText(state, strings)
  const trouble = quoteTrouble(state, strings)
  const isBusy = state.quote.status === 'loading'
  const item = state.draft.token?.collectible
  const isOne = item !== undefined && item.standard !== 'erc1155'
  return (
    <form className="lk-view lk-send" onSubmit={submit} noValidate>
      <SendIdentity />
      {notice && <Callout tone={state.mayBeSent ? 'danger' : 'warning'}>{notice}</Callout>}
      {isOne && state.draft.token ? (
        <ul className="lk-rows">
          <TokenLine token={state.draft.token} detail={strings.viewCollectible} />
        </ul>
      ) : isPending && !state.draft.token ? (
        <Skeleton rows={1} />
      ) : (
        <AmountEntry id={`${id}-amount`} />
      )}
      <ReceiverEntry id={`${id}-to`} />
      <LookAlike asks />
      {trouble && <Callout>{trouble}</Callout>}
      <button
        type="submit"
        className="lk-button"
        data-kind="primary"
        disabled={!state.isReady && !canRetry}
        aria-busy={isBusy || undefined}
      >
        {isBusy && <span className="lk-spinner" aria-hidden="true" />}
        <span className="lk-button-label">{mainLabel(state, strings, caipNetwork?.nativeCurrency.symbol ?? '')}</span>
      </button>
    </form>
  )
}
