import { isLatchkeyError } from '@latchkey/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLatchkey } from '../../../context.js'
import { useConnection } from '../../../hooks/useConnection.js'
import { useElapsed } from '../../../hooks/useElapsed.js'
import { useSharedElement } from '../../../hooks/useSharedElement.js'
import { useSwitchChain } from '../../../hooks/useSwitchChain.js'
import { useWalletStrings } from '../../../hooks/useWalletStrings.js'
import { Button } from '../../../primitives/Button.js'
import { Notice } from '../../../primitives/Notice.js'
import { Picture } from '../../../primitives/Picture.js'
import { Waiting } from '../../../primitives/Waiting.js'
import type { Routes } from '../../routes.js'

/** Waits for the wallet to follow to another network; starts by itself. */
export function SwitchNetwork({ data: { network: chain } }: { data: Routes['SwitchNetwork'] }) {
  const { modal } = useLatchkey()
  const strings = useWalletStrings()
  const { connector, wallet, isConnected } = useConnection({ namespace: chain.chainNamespace })
  const { mutateAsync } = useSwitchChain()
  const [error, setError] = useState<Error>()
  const elapsed = useElapsed(error === undefined)
  const abort = useRef<AbortController>(undefined)
  const { picture: box } = useSharedElement(chain.caipNetworkId)

  const ask = useCallback(async () => {
    setError(undefined)
    const controller = new AbortController()
    abort.current = controller
    try {
      await mutateAsync({ chainId: chain.caipNetworkId, signal: controller.signal })
      if (controller.signal.aborted || !modal.getState().open) return
      if (isConnected) modal.reset({ view: 'Account' })
      else modal.close()
    } catch (thrown) {
      if (!controller.signal.aborted) setError(thrown as Error)
    }
  }, [mutateAsync, chain.caipNetworkId, modal, isConnected])

  // The ask of the first drawing stands; the connection may come to life while it is open.
  const start = useRef(ask)
  useEffect(() => {
    const timer = setTimeout(() => start.current(), 0)
    return () => {
      clearTimeout(timer)
      abort.current?.abort()
    }
  }, [])

  const picture = <Picture box={box} src={chain.iconUrl} name={chain.name} size={64} />
  const cancel = (
    <Button kind="secondary" onClick={modal.back}>
      {strings.cancel}
    </Button>
  )
  if (!error) {
    const words = {
      short: connector && strings.switchIn((wallet ?? connector).name),
      long: strings.waitingForWallet,
      veryLong: strings.switchWaitingLong,
    }
    return (
      <div className="lk-view">
        <Notice live picture={<Waiting>{picture}</Waiting>} title={strings.switchTo(chain.name)} actions={cancel}>
          {words[elapsed]}
        </Notice>
      </div>
    )
  }
  const rejected = isLatchkeyError(error, 'USER_REJECTED')
  const hints = isLatchkeyError(error) ? error.hints : []
  return (
    <div className="lk-view">
      <Notice
        live
        tone="warning"
        picture={picture}
        title={rejected ? strings.switchRejectedTitle : strings.switchFailedTitle}
        actions={
          <>
            <Button onClick={ask} autoFocus>
              {strings.retry}
            </Button>
            {cancel}
          </>
        }
      >
        {rejected ? strings.switchRejectedText : [error.message || strings.unknownError, ...hints].join(' ')}
      </Notice>
    </div>
  )
}
