import { parseChainId } from '@latchkey/core'
import { useEffect } from 'react'
import { Amount } from '../../../components/Amount.js'
import { ContactOf } from '../../../components/ContactOf.js'
import { ExplorerLink } from '../../../components/ExplorerLink.js'
import { useLatchkey } from '../../../context.js'
import { useAccountStrings } from '../../../hooks/useAccountStrings.js'
import { useChain } from '../../../hooks/useChain.js'
import { useElapsed } from '../../../hooks/useElapsed.js'
import { useRefreshAfterSend } from '../../../hooks/useRefreshAfterSend.js'
import { useSendFlow } from '../../../hooks/useSendFlow.js'
import { Button } from '../../../primitives/Button.js'
import { CopyButton } from '../../../primitives/CopyButton.js'
import { Icon } from '../../../primitives/Icon.js'
import { Notice } from '../../../primitives/Notice.js'
import { shorten } from '../../../primitives/shorten.js'
import { Waiting } from '../../../primitives/Waiting.js'

/** A transfer that was sent: on its way, in a block, or refused there. */
export function WalletSendConfirmed() {
  const { modal } = useLatchkey()
  const strings = useAccountStrings()
  const { state } = useSendFlow()
  const { chains } = useChain()
  const { sent } = state
  const elapsed = useElapsed(sent?.status === 'pending')
  useRefreshAfterSend()

  useEffect(() => {
    if (!sent) modal.replace({ view: 'WalletSend' })
  }, [sent, modal])

  if (!sent) return null
  const chain = chains.find(({ caipNetworkId }) => caipNetworkId === sent.chainId)
  const status = sent.status === 'pending' || sent.status === 'confirmed' ? sent.status : 'failed'
  const said = {
    pending: {
      title: strings.submittedTitle,
      text: elapsed === 'veryLong' ? strings.submittedLong : strings.submittedText,
    },
    confirmed: { title: strings.confirmedTitle, text: strings.confirmedText(chain?.name ?? strings.unknownNetwork) },
    failed: { title: strings.failedTitle, text: strings.failedText },
  }[status]
  const icon = <Icon name={status === 'failed' ? 'error' : status === 'confirmed' ? 'check' : 'send'} size={28} />
  const picture = <span className="lk-notice-icon">{icon}</span>
  return (
    <div className="lk-view lk-sent">
      <Notice
        live
        tone={status === 'confirmed' ? 'success' : status === 'failed' ? 'danger' : 'neutral'}
        picture={status === 'pending' ? <Waiting>{picture}</Waiting> : picture}
        title={said.title}
      >
        {said.text}
      </Notice>
      <dl className="lk-facts">
        <div className="lk-fact">
          <dt>{strings.sendAmount}</dt>
          <dd>
            <Amount numeric={sent.amount} symbol={sent.symbol} exact />
          </dd>
        </div>
        <div className="lk-fact">
          <dt>{strings.sendTo}</dt>
          <dd>
            <span title={sent.to}>{shorten(sent.to)}</span>
            <ContactOf address={sent.to} namespace={parseChainId(sent.chainId).namespace} />
          </dd>
        </div>
        <div className="lk-fact">
          <dt>{strings.network}</dt>
          <dd>{chain?.name ?? strings.unknownNetwork}</dd>
        </div>
        <div className="lk-fact">
          <dt>{strings.transactionHash}</dt>
          <dd>
            <span title={sent.hash}>{shorten(sent.hash)}</span>
            <CopyButton text={sent.hash} label={`${strings.copy}: ${strings.transactionHash}`} />
            {chain && <ExplorerLink chain={chain} hash={sent.hash} />}
          </dd>
        </div>
      </dl>
      <Button onClick={() => modal.reset({ view: 'Account' })}>{strings.done}</Button>
    </div>
  )
}
