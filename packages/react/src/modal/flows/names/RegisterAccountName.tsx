import { isLatchkeyError } from '@latchkey/core'
import { registerNameMutationOptions } from '@latchkey/core/query'
import { nameFault } from '@latchkey/protocol/namesApi'
import { useIsMutating } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { NameField } from '../../../components/NameField.js'
import { useLatchkey } from '../../../context.js'
import { useDebounced } from '../../../hooks/useDebounced.js'
import { useNameStrings } from '../../../hooks/useNameStrings.js'
import { useNameSuggestions } from '../../../hooks/useNameSuggestions.js'
import { useRegisterName } from '../../../hooks/useRegisterName.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Icon } from '../../../primitives/Icon.js'
import { List } from '../../../primitives/List.js'
import { Row } from '../../../primitives/Row.js'
import type { Routes } from '../../routes.js'

/** Chooses a name for the embedded wallet and registers it. */
export function RegisterAccountName({ data }: { data: Routes['RegisterAccountName'] }) {
  const { config, modal, toasts } = useLatchkey()
  const strings = useNameStrings()
  const [text, setText] = useState(data?.name ?? '')
  const [isTried, setIsTried] = useState(false)
  const { mutateAsync: registerName } = useRegisterName()
  // The view may have stood back for the wallet's approval meanwhile, so what it knows itself is not enough.
  const isBusy = useIsMutating({ mutationKey: registerNameMutationOptions(config).mutationKey }) > 0
  useWalletGone()

  const label = text.trim().toLowerCase()
  const fault = nameFault(label)
  const debounced = useDebounced(label)
  const isAsked = fault === undefined && debounced === label
  const { data: found, error } = useNameSuggestions({ ...(isAsked ? { name: label } : {}) })
  const [asked, ...others] = (isAsked && found) || []
  const zone = asked?.name.slice(label.length)

  const trouble =
    fault === 'characters'
      ? strings.nameCharacters
      : fault === 'long'
        ? strings.nameLong
        : fault === 'short' && isTried
          ? strings.nameShort
          : isAsked && error
            ? error.message
            : asked?.registered
              ? strings.nameTaken(asked.name)
              : isAsked && found?.length === 0
                ? strings.nameNone
                : undefined
  const hint = fault === 'short' ? strings.nameShort : asked ? strings.nameFree(asked.name) : strings.nameChecking

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsTried(true)
    if (isBusy) return
    if (fault !== undefined || !asked || asked.registered) {
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    // What was typed is there again when the wallet's approval has left.
    modal.replace({ view: 'RegisterAccountName', data: { name: label } })
    try {
      const { name } = await registerName({ name: asked.name })
      if (modal.getState().open) modal.reset({ view: 'RegisterAccountNameSuccess', data: { name } })
    } catch (thrown) {
      const isRejected = isLatchkeyError(thrown, 'USER_REJECTED')
      toasts.show(isRejected ? strings.rejected : (thrown as Error).message || strings.unknownError, 'error')
      const { open, stack } = modal.getState()
      if (open && stack.at(-1)?.view !== 'RegisterAccountName') {
        modal.reset({ view: 'Account' })
        modal.push({ view: 'RegisterAccountName', data: { name: label } })
      }
    }
  }

  return (
    <form className="lk-view lk-email-form" data-alone onSubmit={submit} noValidate>
      <p className="lk-lead" dir="auto">
        {strings.nameLead}
      </p>
      <NameField
        text={text}
        zone={zone}
        isBusy={isBusy}
        trouble={trouble}
        hint={hint}
        onText={(typed) => {
          setText(typed)
          setIsTried(false)
        }}
      />
      {asked?.registered && others.length > 0 && (
        <List label={strings.nameOthers} compact>
          {others.map(({ name }) => (
            <Row
              key={name}
              picture={<Icon name="check" size={20} />}
              title={name}
              onClick={() => setText(name.slice(0, name.length - (zone?.length ?? 0)))}
              disabled={isBusy}
            />
          ))}
        </List>
      )}
      <button
        type="submit"
        className="lk-button"
        data-kind="primary"
        disabled={asked?.registered === true}
        aria-busy={isBusy || undefined}
      >
        {isBusy && <span className="lk-spinner" aria-hidden="true" />}
        <span className="lk-button-label">{isBusy ? strings.nameSigning : strings.nameRegister}</span>
      </button>
    </form>
  )
}
