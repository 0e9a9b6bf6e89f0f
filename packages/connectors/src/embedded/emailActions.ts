import type { EmbeddedWallet } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { emailCooldown } from '@latchkey/protocol/internal/limits'
import type { FrameLink } from './frameLink.js'
import type { FrameTasks } from './frameTasks.js'
import type { SignInCache } from './signInCache.js'
import type { StateStore } from './stateStore.js'

/** How long the frame stays visible after the code was accepted, for a page that does not connect by itself. */
const hideDelay = 2_000

type Theme = Parameters<EmbeddedWallet['syncTheme']>[0]
type Shown = ReturnType<FrameTasks['begin']>

/** The actions of an embedded wallet that need no account. */
export type EmailActions = {
  readonly wallet: Pick<
    EmbeddedWallet,
    | 'connectEmail'
    | 'connectDevice'
    | 'enterCode'
    | 'connectPasskey'
    | 'connectOtp'
    | 'updateEmail'
    | 'updateEmailPrimaryOtp'
    | 'updateEmailSecondaryOtp'
    | 'getSecurity'
    | 'showSecurity'
    | 'syncTheme'
  >
  /** Applies the theme again, if one was set. */
  syncTheme(): Promise<void>
  /** The frame that is still visible after the code was accepted; its next user hides it. */
  takeShown(): Shown | undefined
}

/** Creates the actions that sign in by e-mail and change the address. */
export function createEmailActions(options: {
  readonly link: FrameLink
  readonly tasks: FrameTasks
  readonly cache: SignInCache
  readonly store: StateStore
  /** A sign-out in progress, which a new sign-in must wait for. */
  readonly settle: () => Promise<void> | undefined
}): EmailActions {
  const { link, tasks, cache, store, settle } = options
  let theme: Theme | undefined
  let shown: Shown | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  function takeShown(): Shown | undefined {
    clearTimeout(hiding)
    const taken = shown
    shown = undefined
    return taken
  }

  function keepShown(): void {
    takeShown()?.end()
    shown = tasks.begin('code')
    hiding = setTimeout(() => takeShown()?.end(), hideDelay)
  }

  function codeTaken(): void {
    cache.set({ lastEmailAt: undefined })
    store.set({ nextEmailAt: 0, matchNumber: undefined })
    keepShown()
  }

  async function syncTheme(): Promise<void> {
    if (!theme) return
    const { sendTheme } = await import('./frameChannel.js')
    await sendTheme(link, theme)
  }

  return {
    syncTheme,
    takeShown,
    wallet: {
      async connectEmail({ email, signal }) {
        const { readEmail } = await import('./frameChannel.js')
        const address = readEmail(email)
        if (address === undefined) throw new LatchkeyError('INVALID_PARAMS', 'Enter a valid e-mail address')
        const wait = store.get().nextEmailAt - Date.now()
        if (wait > 0) {
          throw new LatchkeyError('RATE_LIMITED', `Please try again after ${Math.ceil(wait / 1000)} seconds`)
        }
        // Once the frame has loaded, a pending sign-out is sent first.
        await link.start(signal)
        await settle()
        const { action, matchNumber } = await link.ask('connectEmail', { email: address }, signal)
        const now = Date.now()
        cache.set({ lastEmailAt: now })
        store.set({ email: address, matchNumber, nextEmailAt: now + emailCooldown })
        return { action }
      },
      async connectDevice({ signal } = {}) {
        await link.ask('connectDevice', undefined, signal)
        store.set({ matchNumber: undefined })
      },
      async enterCode({ purpose, signal }) {
        const { newEmail } = await tasks.run(
          'code',
          async (each) => {
            const answer = await link.ask('enterCode', { purpose }, each)
            // Before this task ends, or the frame would hide between the code and the next task.
            if (purpose === 'login') codeTaken()
            return answer
          },
          signal,
        )
        if (newEmail) rename(newEmail)
        return { newEmail }
      },
      async connectPasskey({ signal } = {}) {
        await tasks.run(
          'code',
          async (each) => {
            await settle()
            await link.ask('connectPasskey', undefined, each)
            store.set({ email: undefined })
            keepShown()
          },
          signal,
        )
      },
      async connectOtp({ otp }) {
        await link.ask('connectOtp', { otp })
        codeTaken()
      },
      updateEmail: ({ email }) => link.ask('updateEmail', { newEmail: email, email }),
      updateEmailPrimaryOtp: ({ otp }) => link.ask('updateEmailPrimaryOtp', { otp }),
      async updateEmailSecondaryOtp({ otp }) {
        const answer = await link.ask('updateEmailSecondaryOtp', { otp })
        rename(answer.newEmail)
        return answer
      },
      getSecurity: () => link.ask('getSecurity', undefined),
      showSecurity: ({ signal } = {}) =>
        tasks.run('security', (each) => link.ask('showSecurity', undefined, each), signal),
      async syncTheme(next) {
        theme = next
        // A frame that has not loaded gets it when it has.
        if (link.isLoaded) await syncTheme()
      },
    },
  }

  function rename(email: string): void {
    store.set({ email })
    cache.set({ email })
  }
}
