import { type RefObject, useState } from 'react'
import { useLatchkey } from '../context.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useDisconnect } from '../hooks/useDisconnect.js'
import { Button } from '../primitives/Button.js'
import { Callout } from '../primitives/Callout.js'

/** Ends every connection, once that was said twice. */
export function DisconnectAll({
  count,
  leaving,
  onMoved,
}: {
  count: number
  /** True while somebody leaves of their own accord. */
  leaving: RefObject<boolean>
  onMoved: () => void
}) {
  const { modal, toasts } = useLatchkey()
  const strings = useAccountStrings()
  const { mutateAsync: disconnect, isPending } = useDisconnect()
  const [isAsking, setIsAsking] = useState(false)
  const leave = async () => {
    leaving.current = true
    try {
      await disconnect(undefined)
      toasts.show(strings.walletsLeft)
      if (modal.getState().open) modal.reset({ view: 'Connect' })
    } catch {
      toasts.show(strings.disconnectFailed, 'error')
      setIsAsking(false)
    } finally {
      leaving.current = false
    }
  }
  const stay = () => {
    setIsAsking(false)
    onMoved()
  }
  if (!isAsking) {
    return (
      <Button kind="text" onClick={() => setIsAsking(true)}>
        {strings.disconnectAll}
      </Button>
    )
  }
  return (
    <>
      <Callout>{strings.disconnectAllSure(count)}</Callout>
      <div className="lk-choice">
        <Button kind="secondary" onClick={stay} autoFocus>
          {strings.cancel}
        </Button>
        <Button kind="danger" onClick={leave} busy={isPending} disabled={isPending}>
          {strings.disconnectAll}
        </Button>
      </div>
    </>
  )
}
