import { useCallback } from 'react'
import { CodeStep } from '../../../components/CodeStep.js'
import { useLatchkey } from '../../../context.js'
import { useEmailStrings } from '../../../hooks/useEmailStrings.js'
import { useEmbedded } from '../../../hooks/useEmbedded.js'
import type { Routes } from '../../routes.js'

/** Has the code typed that went to the current e-mail, before the one to the new e-mail. */
export function UpdateEmailPrimaryOtp({ data: { newEmail } }: { data: Routes['UpdateEmailPrimaryOtp'] }) {
  const { modal } = useLatchkey()
  const strings = useEmailStrings()
  const { state } = useEmbedded()
  const onTaken = useCallback(() => {
    if (modal.getState().open) modal.replace({ view: 'UpdateEmailSecondaryOtp', data: { newEmail } })
  }, [modal, newEmail])
  const working = { title: strings.emailChanging }
  return <CodeStep purpose="primary" email={state?.email ?? ''} working={working} onTaken={onTaken} />
}
