import { useEffect, useState } from 'react'
import { explainConnectError } from '../../../components/explainConnectError.js'
import { WalletPicture } from '../../../components/WalletPicture.js'
import { useLatchkey } from '../../../context.js'
import { useConnectors } from '../../../hooks/useConnectors.js'
import { useElapsed } from '../../../hooks/useElapsed.js'
import { useWalletIcon } from '../../../hooks/useWalletIcon.js'
import { useWalletStrings } from '../../../hooks/useWalletStrings.js'
import { Button } from '../../../primitives/Button.js'
import { Notice } from '../../../primitives/Notice.js'
import { Waiting } from '../../../primitives/Waiting.js'
import type { Routes } from '../../routes.js'

/** Waits for a wallet's answer, and says what came of it. */
export function ConnectingExternal({ data }: { data: Routes['ConnectingExternal'] }) {
  const { config, modal } = useLatchkey()
  const strings = useWalletStrings()
  const { connectors } = useConnectors()
  // Where wallets of one family were asked for, it may be a part of an entry of several.
  const connector = [...connectors, ...config.connectors].find(({ id }) => id === data.connectorId)
  const name = connector?.name ?? data.connectorId
  const icon = useWalletIcon(connector)
  const [error, setError] = useState<Error>()
  const elapsed = useElapsed(error === undefined)
  const { connectorId, chainId, asked } = data

  const retry = async () => {
    setError(undefined)
    setError(await modal.requestConnection(connectorId, chainId))
  }

  // A finger or a key gives no sign before it presses; the wallet takes its time.
  useEffect(() => modal.expect('Account'), [modal])

  useEffect(() => {
    let gone = false
    const follow = async (asking: Promise<Error | undefined>) => {
      const failure = await asking
      if (!gone) setError(failure)
    }
    if (asked) follow(asked)
    // A frame later, so that a view which is drawn twice (strict mode) asks the wallet once.
    const timer = asked ? undefined : setTimeout(() => follow(modal.requestConnection(connectorId, chainId)), 0)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [modal, connectorId, chainId, asked])

  const picture = <WalletPicture src={icon} name={name} />
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
  const { title, text } = explainConnectError(error, strings)
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
