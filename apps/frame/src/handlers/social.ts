import { LatchkeyError } from '@latchkey/protocol/errors'
import type { PayloadOf } from '@latchkey/protocol/internal/channel'
import type { appEvents } from '@latchkey/protocol/internal/frame'
import { createSocialCalls } from '../api/createSocialCalls.js'
import { isRefusal } from '../api/walletServerError.js'
import { awaitSocialResult, type SocialResult } from '../screens/socialResult.js'
import type { WalletServer } from '../types.js'
import type { WalletContext } from '../wallet/walletContext.js'
import type { SignIn } from './createSignIn.js'
import type { HandlerGroup, Handlers } from './groups.js'

/** Stands where a provider gave nothing: the server then says what went wrong. */
const noResult = '-'.repeat(43)
const returned = /#id=([\w-]{16,64})&result=([\w-]{43})?$/

/** The steps of a sign-in at a provider as a page asks for them. What opens the session comes from the wallet's own window. */
export function createSocialHandlers({
  context,
  server,
  signIn,
  getUser,
  origin,
  deviceName,
  window,
}: {
  readonly context: WalletContext
  readonly server: WalletServer
  readonly signIn: Pick<SignIn, 'adopt' | 'cancel' | 'keepFresh'>
  readonly getUser: Handlers['getUser']
  /** The wallet's own. */
  readonly origin: string
  readonly deviceName: string
  /** The receiver of the result of the wallet's own window. */
  readonly window: Parameters<typeof awaitSocialResult>[1]
}): HandlerGroup<'getSocialRedirectUri' | 'connectSocial'> {
  const { device, embedder } = context
  const calls = createSocialCalls(server)
  let begun: { readonly id: string; readonly result: SocialResult } | undefined

  async function finish(
    { uri }: PayloadOf<(typeof appEvents)['connectSocial']>,
    signal: AbortSignal,
  ): Promise<string | null> {
    const login = begun
    // The page was left and came back with the result itself; the server takes it only with the signature of the browser that began.
    const [, back, given = ''] = uri.startsWith(`${origin}/social#`) ? (returned.exec(uri) ?? []) : []
    const id = back ?? login?.id
    if (id === undefined || (back === undefined && uri !== `${origin}/social#id=${id}`))
      throw new LatchkeyError('INVALID_PARAMS', 'This is not the sign-in that was begun here')
    const result = (back === undefined ? await login?.result.take(signal) : given) || noResult
    login?.result.end()
    begun = undefined
    if (signal.aborted) throw new LatchkeyError('ABORTED', 'Request was aborted')
    const answer = await calls.finish({ challengeId: id, result }, { signal })
    await signIn.adopt(answer, answer.email, signal)
    return answer.userName
  }

  return {
    async getSocialRedirectUri({ provider, returnUri }, { signal }) {
      // Who comes back is known by this browser's key, which has to outlast the page.
      if (returnUri !== undefined && !context.storage.isKept)
        throw new LatchkeyError(
          'UNSUPPORTED_METHOD',
          'This browser keeps nothing for the wallet here. Allow windows, or use your e-mail.',
        )
      const { challengeId, uri } = await calls
        .start(
          {
            provider,
            projectId: embedder.projectId,
            parentOrigin: embedder.origin,
            devicePublicKey: device.publicKey,
            deviceName,
            ...(returnUri === undefined ? {} : { returnUri }),
          },
          { signal },
        )
        .catch((error: unknown) => {
          if (!isRefusal(error, 'NOT_FOUND')) throw error
          throw new LatchkeyError(
            'UNSUPPORTED_METHOD',
            'Signing in with a social account is not set up on this server',
            {
              cause: error,
            },
          )
        })
      begun?.result.end()
      signIn.cancel()
      begun = { id: challengeId, result: awaitSocialResult(challengeId, window) }
      return { uri }
    },
    async connectSocial(payload, asked) {
      const userName = await finish(payload, asked.signal)
      const { uri: _, ...more } = payload
      const user = await getUser(more, asked)
      // Right after a sign-in, the sign-in to the page needs no further approval.
      if (more.siwxMessage === undefined) signIn.keepFresh()
      return { ...user, userName }
    },
  }
}
