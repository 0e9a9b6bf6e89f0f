import type { EmbeddedWallet } from '@latchkey/core'
import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { createFarcasterAction } from './farcasterAction.js'
import type { createSocialActions, SocialActions } from './socialActions.js'

/** Creates the actions of social logins; their code loads on first use. */
export function createLazySocialActions(
  isOffered: boolean,
  parts: Parameters<typeof createSocialActions>[0] &
    Parameters<typeof createFarcasterAction>[0] & { readonly onTrouble: (trouble: string) => void },
): Pick<EmbeddedWallet, 'hasSocials' | 'getSocials' | 'hasPasskey' | 'connectSocial' | 'connectFarcaster'> & {
  /** Completes a sign-in by redirect and connects; does nothing without one. */
  comeBack(connect: () => Promise<void>): Promise<void>
} {
  let loading: Promise<SocialActions> | undefined
  function load(): Promise<SocialActions> {
    loading ??= import('./socialActions.js').then(({ createSocialActions }) => createSocialActions(parts))
    return loading
  }
  return {
    async comeBack(connect) {
      if (!isOffered || typeof location !== 'object' || !location.hash.startsWith('#latchkey-social=')) return
      try {
        if (!(await (await load()).comeBack())) return
        await connect()
      } catch (error) {
        const { message, details } = error as LatchkeyError
        parts.onTrouble(details ?? message)
      }
    },
    hasSocials: isOffered,
    getSocials: async () => (isOffered ? (await load()).getSocials() : []),
    hasPasskey: async () => isOffered && (await load()).hasPasskey(),
    async connectSocial(parameters) {
      if (parameters.redirect) return (await load()).redirectToProvider(parameters)
      // Browsers open a window only during the click; its random name keeps others from targeting it.
      const popup = open(`${parts.origin}/loading`, crypto.randomUUID(), 'popup,width=600,height=800,scrollbars=yes')
      return (await load()).connectSocial(popup, parameters)
    },
    async connectFarcaster(parameters) {
      const { createFarcasterAction } = await import('./farcasterAction.js')
      return createFarcasterAction(parts)(parameters)
    },
  }
}
