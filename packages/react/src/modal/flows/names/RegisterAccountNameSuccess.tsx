import { useLatchkey } from '../../../context.js'
import { useNameStrings } from '../../../hooks/useNameStrings.js'
import { useNames } from '../../../hooks/useNames.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Button } from '../../../primitives/Button.js'
import { CopyButton } from '../../../primitives/CopyButton.js'
import { Icon } from '../../../primitives/Icon.js'
import { Notice } from '../../../primitives/Notice.js'
import type { Routes } from '../../routes.js'

/** Shows which name was registered, and leads to the account. */
export function RegisterAccountNameSuccess({ data }: { data: Routes['RegisterAccountNameSuccess'] }) {
  const { modal } = useLatchkey()
  const strings = useNameStrings()
  const { data: names } = useNames({ query: { enabled: data === undefined } })
  const name = data?.name ?? names?.[0] ?? ''
  useWalletGone()
  return (
    <div className="lk-view">
      <Notice
        live
        tone="success"
        icon={<Icon name="check" size={28} />}
        title={
          <>
            <bdi>{strings.nameYours(name)}</bdi> {name && <CopyButton text={name} label={strings.copyName} />}
          </>
        }
        actions={<Button onClick={() => modal.reset({ view: 'Account' })}>{strings.done}</Button>}
      >
        {strings.nameYoursText}
      </Notice>
    </div>
  )
}
