import { isLatchkeyError } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { useLatchkey } from '../../context.js'
import { useConnectors } from '../../hooks/useConnectors.js'
import { useElapsed } from '../../hooks/useElapsed.js'
import { Button } from '../../primitives/Button.js'
import { Notice } from '../../primitives/Notice.js'
import { Picture } from '../../primitives/Picture.js'
import { Waiting } from '../../primitives/Waiting.js'
import type { Strings } from '../../strings/en.js'
import type { Routes } from '../routes.js'

/** Waits for a wallet's answer, and says what came of it. */
export function ConnectingExternal({ data }: { data: Routes['ConnectingExternal'] }) {
  const { modal, strings } = useLatchkey()
  const { connectors } = useConnectors()
  const connector = connectors.find(({ id }) => id === data.connectorId)
  const name = connector?.name ?? data.connectorId
  const [error, setError] = useState<Error>()
  const elapsed = useElapsed(error === undefined)
  const { connectorId, asked } = data

  const retry = async () => {
    setError(undefined)
    setError(await modal.askWallet(connectorId))
  }

  useEffect(() => {
    let gone = false
    const follow = async (asking: Promise<Error | undefined>) => {
      const failure = await asking
      if (!gone) setError(failure)
    }
    if (asked) follow(asked)
    // A frame later, so that a view which is drawn twice (strict mode) asks the wallet once.
    const timer = asked ? undefined : setTimeout(() => follow(modal.askWallet(connectorId)), 0)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [modal, connectorId, asked])

  const picture = <Picture src={connector?.icon} name={name} size={64} shape="square" />
  if (!error) {
    const text =
      elapsed === 'short' ? strings.continueText : elapsed === 'long' ? strings.waitingForWallet : strings.waitingLong
    return (
      <div className="lk-view">
        <Notice live picture={<Waiting>{picture}</Waiting>} title={strings.continueIn(name)} actions={<Cancel />}>
          {text}
        </Notice>
      </div>
    )
  }
  const { title, text } = explain(error, strings)
  return (
    <div className="lk-view">
      <Notice
        live
        tone="warning"
        picture={picture}
        title={title}
        actions={
          <>
            <Button onClick={retry} autoFocus>
              {strings.retry}
            </Button>
            <Button kind="text" onClick={modal.back}>
              {strings.otherWallet}
            </Button>
          </>
        }
      >
        {text}
      </Notice>
    </div>
  )
}

function Cancel() {
  const { modal, strings } = useLatchkey()
  return (
    <Button kind="secondary" onClick={modal.back}>
      {strings.cancel}
    </Button>
  )
}

function explain(error: Error, strings: Strings): { title: string; text: string } {
  if (isLatchkeyError(error, 'CONNECTION_REJECTED'))
    return { title: strings.connectRejectedTitle, text: strings.connectRejectedText }
  if (isLatchkeyError(error, 'CONNECTION_PENDING'))
    return { title: strings.connectPendingTitle, text: strings.connectPendingText }
  const hints = isLatchkeyError(error) ? error.hints : []
  return { title: strings.connectFailedTitle, text: [error.message || strings.unknownError, ...hints].join(' ') }
}
