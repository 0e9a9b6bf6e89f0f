import { LatchkeyError } from '@latchkey/protocol/errors'
import type { EmbeddedWallet, SocialProvider } from '../embedded.js'
import type { FakeEmbeddedParts } from './fakeEmbeddedParts.js'

/** The actions of a fake embedded wallet by which a person signs in without an address. */
export type FakeSocialActions = {
  readonly wallet: Pick<
    EmbeddedWallet,
    'hasSocials' | 'getSocials' | 'connectSocial' | 'connectFarcaster' | 'hasPasskey' | 'connectPasskey'
  >
  /** The person's Farcaster app has answered, or what went wrong with it. */
  answerFarcaster(failure?: string): void
  /** Whether the sign-in has no e-mail address: by Farcaster or a passkey. */
  isSignedIn(): boolean
  signOut(): void
}

/** Creates them; `offers` says what the wallet's server takes. */
export function createFakeSocialActions(
  { switches, set, call, ask }: FakeEmbeddedParts,
  offers: { socials?: readonly SocialProvider[]; hasPasskey?: boolean },
): FakeSocialActions {
  let isSignedIn = false
  let farcaster: { resolve(): void; reject(error: Error): void } | undefined
  function refuse(): void {
    if (switches.refuseSocial !== undefined) throw new LatchkeyError('CONNECTION_FAILED', switches.refuseSocial)
  }
  return {
    wallet: {
      hasSocials: offers.socials !== undefined,
      getSocials: async () => offers.socials ?? [],
      connectSocial: ({ provider, redirect }) =>
        call(`connectSocial ${provider}${redirect ? ' redirect' : ''}`, () => {
          refuse()
          set({ email: 'ada@example.com' })
        }),
      connectFarcaster: ({ onLink, signal }) =>
        call('connectFarcaster', () => {
          refuse()
          onLink('https://farcaster.example/siwf?channelToken=FAKE')
          return new Promise<void>((resolve, reject) => {
            farcaster = { resolve, reject }
            signal?.addEventListener('abort', () => reject(new LatchkeyError('USER_REJECTED', 'Popup closed')))
          })
        }),
      hasPasskey: async () => offers.hasPasskey ?? false,
      connectPasskey: ({ signal } = {}) =>
        call('connectPasskey', async () => {
          await ask('code', 'Something went wrong', signal)
          isSignedIn = true
        }),
    },
    answerFarcaster(failure) {
      if (farcaster && failure === undefined) {
        isSignedIn = true
        farcaster.resolve()
      } else farcaster?.reject(new LatchkeyError('CONNECTION_FAILED', 'Failed to connect', { details: failure ?? '' }))
    },
    isSignedIn: () => isSignedIn,
    signOut() {
      isSignedIn = false
    },
  }
}
