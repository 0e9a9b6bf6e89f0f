import { useCallback } from 'react'
import { CodeStep } from '../../../components/CodeStep.js'
import { useLatchkey } from '../../../context.js'
import { useEmailStrings } from '../../../hooks/useEmailStrings.js'
import type { Routes } from '../../routes.js'

/** Has the code typed that went to the new e-mail; then the new e-mail is the one of this wallet. */
export function UpdateEmailSecondaryOtp({ data: { newEmail } }: { data: Routes['UpdateEmailSecondaryOtp'] }) {
  const { modal, toasts } = useLatchkey()
  const strings = useEmailStrings()
  const onTaken = useCallback(
    (answer: { readonly newEmail?: string | undefined }) => {
      toasts.show(strings.emailChanged(answer.newEmail ?? newEmail))
      if (modal.getState().open) modal.reset(modal.home())
    },
    [modal, strings, toasts, newEmail],
  )
  const working = { title: strings.emailChanging }
  return <CodeStep purpose="secondary" email={newEmail} working={working} onTaken={onTaken} />
}
