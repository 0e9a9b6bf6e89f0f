import { type ConnectionInfo, type Namespace, setAddressLabel } from '@latchkey/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLatchkey } from '../context.js'
import { useAccountState } from '../hooks/useAccountState.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { Avatar } from '../primitives/Avatar.js'
import { CopyButton } from '../primitives/CopyButton.js'
import { Icon } from '../primitives/Icon.js'
import { IconButton } from '../primitives/IconButton.js'
import { shorten } from '../primitives/shorten.js'
import { AccountKind } from './AccountKind.js'

/** Longer names would only be cut. */
const longestLabel = 32

/** An account of a wallet: its name or address, what it is for, and the way to name it. */
export function WalletAccount({
  account: { address, caipAddress, type },
  namespace,
}: {
  account: ConnectionInfo['accounts'][number]
  namespace: Namespace
}) {
  const { config } = useLatchkey()
  const strings = useAccountStrings()
  const { addressLabels } = useAccountState({ namespace })
  const [isEditing, setIsEditing] = useState(false)
  const pencil = useRef<HTMLSpanElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // Who ends the editing goes on where it began.
    if (wasEditing.current && !isEditing) pencil.current?.querySelector('button')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const label = addressLabels[address]

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('label') ?? '').trim()
    setAddressLabel(config, { account: caipAddress, label: name.slice(0, longestLabel) || undefined })
    setIsEditing(false)
  }

  if (isEditing) {
    return (
      <li>
        <form className="lk-wallet-account" onSubmit={save}>
          <input
            className="lk-label-input"
            name="label"
            aria-label={strings.labelField}
            placeholder={shorten(address)}
            defaultValue={label ?? ''}
            maxLength={longestLabel}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
            autoFocus
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              // Only the field is left, not the modal.
              event.preventDefault()
              event.stopPropagation()
              setIsEditing(false)
            }}
          />
          <button type="submit" className="lk-chip">
            {strings.labelSave}
          </button>
        </form>
      </li>
    )
  }
  return (
    <li className="lk-wallet-account">
      <Avatar address={address} size={20} />
      <span className="lk-wallet-account-name" title={address}>
        <bdi className="lk-cut">{label ?? shorten(address)}</bdi>
        {label && <span className="lk-wallet-account-address">{shorten(address)}</span>}
      </span>
      <AccountKind type={type} />
      <span className="lk-row-actions" ref={pencil}>
        <IconButton
          icon={<Icon name="edit" />}
          label={strings.labelEdit(label ?? shorten(address))}
          onClick={() => setIsEditing(true)}
        />
        <CopyButton text={address} label={`${strings.copyAddress}: ${address}`} />
      </span>
    </li>
  )
}
