import { LatchkeyError } from '@latchkey/protocol/errors'
import { appEvents } from '@latchkey/protocol/internal/frame'
import { emailCooldown } from '@latchkey/protocol/internal/limits'
import type { EmailAction, EmbeddedWallet } from '../embedded.js'
import type { FakeEmbeddedParts } from './fakeEmbeddedParts.js'

/** The actions of a fake embedded wallet by which a person signs in with an address and changes it. */
export type FakeEmailActions = {
  readonly wallet: Pick<
    EmbeddedWallet,
    | 'connectEmail'
    | 'connectDevice'
    | 'enterCode'
    | 'connectOtp'
    | 'updateEmail'
    | 'updateEmailPrimaryOtp'
    | 'updateEmailSecondaryOtp'
  >
  /** The link in the mail was opened and confirmed, or what went wrong with it. */
  confirmDevice(failure?: string): void
}

/** Creates them; `answers` says what a mail and a change of address lead to. */
export function createFakeEmailActions(
  { switches, getState, set, call, ask }: FakeEmbeddedParts,
  answers: {
    action?: EmailAction
    matchNumber?: string
    updateAction?: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'
  },
): FakeEmailActions {
  const { action = 'VERIFY_OTP', matchNumber = '42', updateAction = 'VERIFY_PRIMARY_OTP' } = answers
  let newEmail: string | undefined
  let device: { resolve(): void; reject(error: Error): void } | undefined
  return {
    wallet: {
      connectEmail: ({ email }) =>
        call('connectEmail', () => {
          const wait = getState().nextEmailAt - Date.now()
          if (wait > 0) {
            throw new LatchkeyError('RATE_LIMITED', `Please try again after ${Math.ceil(wait / 1000)} seconds`)
          }
          if (switches.refuseEmail !== undefined) throw new LatchkeyError('API_REFUSED', switches.refuseEmail)
          const parsed = appEvents.connectEmail.payload.safeParse({ email })
          if (!parsed.success) throw new LatchkeyError('INVALID_PARAMS', 'This is not an e-mail address')
          set({
            email: parsed.data.email,
            matchNumber: action === 'VERIFY_DEVICE' ? matchNumber : undefined,
            nextEmailAt: Date.now() + emailCooldown,
          })
          return { action }
        }),
      connectDevice: ({ signal } = {}) =>
        call(
          'connectDevice',
          () =>
            new Promise<void>((resolve, reject) => {
              device = { resolve, reject }
              signal?.addEventListener('abort', () => reject(new LatchkeyError('ABORTED', 'Something went wrong')))
            }),
        ),
      enterCode: ({ purpose, signal }) =>
        call(`enterCode ${purpose}`, async () => {
          await ask('code', 'Something went wrong', signal)
          if (purpose === 'login') set({ nextEmailAt: 0 })
          if (purpose !== 'secondary') return {}
          set({ email: newEmail })
          return { newEmail }
        }),
      connectOtp: ({ otp }) =>
        call('connectOtp', () => {
          if (otp !== '123456') throw new LatchkeyError('UNAUTHORIZED', 'Invalid code')
          set({ nextEmailAt: 0 })
        }),
      updateEmail: ({ email }) =>
        call('updateEmail', () => {
          if (switches.refuseEmail !== undefined) throw new LatchkeyError('API_REFUSED', switches.refuseEmail)
          newEmail = email
          return { action: updateAction }
        }),
      updateEmailPrimaryOtp: () => call('updateEmailPrimaryOtp', () => {}),
      updateEmailSecondaryOtp: () =>
        call('updateEmailSecondaryOtp', () => {
          set({ email: newEmail })
          return { newEmail: newEmail ?? '' }
        }),
    },
    confirmDevice(failure) {
      if (failure === undefined) device?.resolve()
      else device?.reject(new LatchkeyError('UNAUTHORIZED', failure))
    },
  }
}
