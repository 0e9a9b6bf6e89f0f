import { LatchkeyError, type UpdateEmailErrorType, type UpdateEmailReturnType, updateEmail } from '@latchkey/core'
import { updateEmailMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useLatchkey } from '../context.js'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useEmbedded } from './useEmbedded.js'

/** The parameters of `useUpdateEmail`; the config is the provider's, whose modal asks. */
export type UseUpdateEmailParameters<context = unknown> = Pick<
  MutationParameter<UpdateEmailReturnType, UpdateEmailErrorType | LatchkeyError<'MODAL_CLOSED'>, void, context>,
  'mutation'
>

/**
 * Lets the person who is signed in by e-mail change the address, in the modal.
 *
 * @param parameters - TanStack's options as `mutation`: `onSuccess`, `onError` and the like.
 * @returns A TanStack mutation that answers with the new address; its error has the code MODAL_CLOSED 'Modal closed' when they
 * leave, CONNECTOR_NOT_FOUND without an embedded wallet, NOT_CONNECTED when another wallet is the active one.
 *
 * @example
 * import { useUpdateEmail } from '@latchkey/react'
 * const { mutateAsync: updateEmail } = useUpdateEmail()
 * const { email } = await updateEmail()
 */
export function useUpdateEmail<context = unknown>(
  parameters: UseUpdateEmailParameters<context> = {},
): UseMutationResult<UpdateEmailReturnType, UpdateEmailErrorType | LatchkeyError<'MODAL_CLOSED'>, void, context> {
  const { config, modal } = useLatchkey()
  const { embedded } = useEmbedded()
  return useMutation({
    retry: false,
    ...parameters.mutation,
    mutationKey: updateEmailMutationOptions(config).mutationKey,
    async mutationFn() {
      const before = embedded?.getState().email
      const leaving = new AbortController()
      const change = updateEmail(config, { signal: leaving.signal })
      // Who cannot change anything fails here, before anything is opened.
      await Promise.race([change, Promise.resolve()])
      modal.open({ view: 'UpdateEmailWallet' })
      const stop = modal.subscribe(() => {
        if (!modal.getState().open) leaving.abort()
      })
      try {
        const changed = await change
        stop()
        modal.close()
        return changed
      } catch (error) {
        if (!leaving.signal.aborted) throw error
        // Who closes right after the last code has changed it all the same.
        const email = embedded?.getState().email
        if (email !== undefined && email !== before) return { email }
        throw new LatchkeyError('MODAL_CLOSED', 'Modal closed')
      } finally {
        stop()
      }
    },
  })
}
