import { isLatchkeyError } from '@latchkey/core'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLatchkey } from '../../../context.js'
import { useChain } from '../../../hooks/useChain.js'
import { useConnection } from '../../../hooks/useConnection.js'
import { useDisconnect } from '../../../hooks/useDisconnect.js'
import { useSignIn } from '../../../hooks/useSignIn.js'
import { useWalletIdentity } from '../../../hooks/useWalletIdentity.js'
import { Avatar } from '../../../primitives/Avatar.js'
import { Button } from '../../../primitives/Button.js'
import { Callout } from '../../../primitives/Callout.js'
import { Fact } from '../../../primitives/Fact.js'
import { Notice } from '../../../primitives/Notice.js'
import { Picture } from '../../../primitives/Picture.js'
import { shorten } from '../../../primitives/shorten.js'
import { Waiting } from '../../../primitives/Waiting.js'
import { signInStrings } from '../../../strings/signInStrings.js'

/** Asks who connected to sign in to the app. */
export function SIWXSignMessage() {
  const { config, modal, strings: given, toasts } = useLatchkey()
  const strings = useMemo(() => ({ ...signInStrings, ...given }), [given])
  const { address, connector, wallet } = useConnection()
  const { name: walletName, icon } = useWalletIdentity({ connector, wallet })
  const { caipNetwork } = useChain()
  const { isPending, isRequired, signIn } = useSignIn()
  const { mutateAsync: disconnect, isPending: isLeaving } = useDisconnect()
  const { shaking } = useSyncExternalStore(modal.subscribe, modal.getState, modal.getState)
  // The shake alone says nothing to who does not see it, or has motion switched off.
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (shaking) setIsHeld(true)
  }, [shaking])
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])

  const { host } = window.location
  const { metadata } = config.options
  const name = metadata?.name || host

  const sign = async () => {
    const controller = new AbortController()
    asking.current = controller
    setIsHeld(false)
    try {
      await signIn({ signal: controller.signal })
    } catch (error) {
      if (!isLatchkeyError(error, 'ABORTED')) toasts.show((error as Error).message, 'error')
    }
  }
  const cancel = async () => {
    asking.current?.abort()
    if (!isRequired || !connector) return modal.close()
    try {
      await disconnect({ connector })
    } catch (error) {
      toasts.show((error as Error).message, 'error')
    }
  }

  return (
    <div className="lk-view">
      <Notice
        live
        picture={
          isPending && walletName ? (
            <Waiting>
              <Picture src={icon} name={walletName} size={64} shape="square" />
            </Waiting>
          ) : (
            <Picture src={metadata?.icons?.[0]} name={name} size={64} shape="square" />
          )
        }
        title={strings.signInTo(name)}
      >
        {isPending && walletName ? strings.signInConfirm(walletName) : strings.signInText}
      </Notice>
      <dl className="lk-facts">
        <Fact label={strings.signInSite}>
          <bdi className="lk-cut">{host}</bdi>
        </Fact>
        {caipNetwork && (
          <Fact label={strings.signInNetwork}>
            <Picture src={caipNetwork.iconUrl} name={caipNetwork.name} size={20} />
            <span className="lk-cut">{caipNetwork.name}</span>
          </Fact>
        )}
        {address && (
          <Fact label={strings.signInAccount}>
            <Avatar address={address} size={20} />
            <bdi title={address}>{shorten(address)}</bdi>
          </Fact>
        )}
      </dl>
      {isHeld && <Callout>{strings.signInMust}</Callout>}
      <div className="lk-notice-actions">
        <Button onClick={sign} busy={isPending} disabled={isPending || isLeaving} autoFocus>
          {strings.signInAction}
        </Button>
        <Button kind="secondary" onClick={cancel} busy={isLeaving} disabled={isLeaving}>
          {strings.cancel}
        </Button>
      </div>
    </div>
  )
}
