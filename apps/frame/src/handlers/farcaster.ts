import { LatchkeyError } from '@latchkey/protocol/errors'
import { awaitFarcaster } from '../api/awaitFarcaster.js'
import { createSocialCalls } from '../api/createSocialCalls.js'
import { isRefusal } from '../api/walletServerError.js'
import type { WalletServer } from '../types.js'
import type { WalletContext } from '../wallet/walletContext.js'
import type { SignIn } from './createSignIn.js'
import type { HandlerGroup } from './groups.js'

/** The steps of a sign-in with Farcaster as a page asks for them: a link for the person's app, and the wait for its answer. */
export function createFarcasterHandlers({
  context,
  server,
  signIn,
  deviceName,
}: {
  readonly context: Pick<WalletContext, 'device' | 'embedder'>
  readonly server: WalletServer
  readonly signIn: Pick<SignIn, 'adopt' | 'begin'>
  readonly deviceName: string
}): HandlerGroup<'getFarcasterUri' | 'connectFarcaster'> {
  const { device, embedder } = context
  const calls = createSocialCalls(server)
  let begun: { readonly challengeId: string; readonly ended: AbortSignal } | undefined

  return {
    async getFarcasterUri(_, { signal }) {
      const asked = {
        projectId: embedder.projectId,
        parentOrigin: embedder.origin,
        devicePublicKey: device.publicKey,
        deviceName,
      }
      const { challengeId, url } = await calls.startFarcaster(asked, { signal }).catch((cause: unknown) => {
        if (!isRefusal(cause, 'NOT_FOUND')) throw cause
        const text = 'Signing in with Farcaster is not set up on this server'
        throw new LatchkeyError('UNSUPPORTED_METHOD', text, { cause })
      })
      begun = { challengeId, ended: signIn.begin() }
      return { url }
    },
    async connectFarcaster(_, { signal: given }) {
      if (begun === undefined) throw new LatchkeyError('INVALID_REQUEST', 'No Farcaster sign-in has started.')
      const { challengeId, ended } = begun
      const signal = AbortSignal.any([given, ended])
      const result = await awaitFarcaster(calls, challengeId, signal)
      const answer = await calls.finish({ challengeId, result }, { signal })
      begun = undefined
      await signIn.adopt(answer, answer.email, signal)
      return { userName: answer.userName ?? '' }
    },
  }
}
