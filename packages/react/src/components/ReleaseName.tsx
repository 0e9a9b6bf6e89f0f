import { isLatchkeyError } from '@latchkey/core'
import { releaseNameMutationOptions } from '@latchkey/core/query'
import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import { useLatchkey } from '../context.js'
import { useNameStrings } from '../hooks/useNameStrings.js'
import { useReleaseName } from '../hooks/useReleaseName.js'
import { Button } from '../primitives/Button.js'

/** The way to give a name back, which is asked about once more. */
export function ReleaseName({ name }: { name: string }) {
  const { config, toasts } = useLatchkey()
  const strings = useNameStrings()
  const [isAsked, setIsAsked] = useState(false)
  // The view may have stood back for the wallet's approval meanwhile, so what it knows itself is not enough.
  const isBusy = useIsMutating({ mutationKey: releaseNameMutationOptions(config).mutationKey }) > 0
  const { mutate: releaseName } = useReleaseName({
    mutation: {
      onSuccess: () => toasts.show(strings.nameReleased(name)),
      onError: (error) => {
        const isRejected = isLatchkeyError(error, 'USER_REJECTED')
        toasts.show(isRejected ? strings.rejected : error.message || strings.unknownError, 'error')
      },
    },
  })
  const isOpen = isAsked || isBusy
  return (
    <div className="lk-fact" data-tall={isOpen || undefined}>
      <dt className={isOpen ? undefined : 'lk-hidden'}>{isOpen ? strings.nameReleaseText : strings.nameRelease}</dt>
      <dd>
        {isOpen ? (
          <>
            <Button kind="text" busy={isBusy} disabled={isBusy} onClick={() => releaseName({ name })}>
              {strings.nameReleaseYes}
            </Button>
            <Button kind="text" disabled={isBusy} onClick={() => setIsAsked(false)} autoFocus>
              {strings.nameReleaseNo}
            </Button>
          </>
        ) : (
          <button type="button" className="lk-text-button" onClick={() => setIsAsked(true)}>
            {strings.nameRelease}
            <span className="lk-hidden"> {name}</span>
          </button>
        )}
      </dd>
    </div>
  )
}
