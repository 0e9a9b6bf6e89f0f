import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import * as z from 'zod/mini'
import { awaitFarcaster } from '../api/awaitFarcaster.js'
import { createSocialCalls } from '../api/createSocialCalls.js'
import type { WalletServer } from '../types.js'

/** The calls that change what signs in to a wallet, and those of a sign-in at a provider; only the wallet's own windows make the former. */
export type LoginCalls = ReturnType<typeof createLoginCalls>

const nothing = z.object({})
const started = z.object({ challengeId: z.string(), uri: z.string().check(z.regex(/^https?:\/\//)) })
const account = z.object({ provider: z.string(), name: z.nullable(z.string()) })
const list = z.object({
  logins: z.array(
    z.object({
      id: z.string(),
      provider: z.string(),
      name: z.nullable(z.string()),
      addedAt: z.number(),
      isRemovable: z.boolean(),
    }),
  ),
  offered: z.array(z.string()),
})
/** A way to sign in, as the server lists it; the time in milliseconds. */
export type Login = z.infer<typeof list>['logins'][number]
/** An account as recovery names it, before it is linked. */
export type LinkedAccount = z.infer<typeof account>
/** The result of a sign-in at a provider, in the wallet's own window. */
export type LoginResult = { readonly challengeId: string; readonly result: string }

/**
 * Words the calls about logins.
 *
 * @param server - The wallet's server.
 * @returns One function for each call.
 */
export function createLoginCalls(server: WalletServer) {
  const call = <S extends z.ZodMiniType>(method: 'GET' | 'POST' | 'DELETE', path: string, schema: S, body?: object) =>
    server.call<z.output<S>>({
      method,
      path: `/api/${path}`,
      ...(body === undefined ? {} : { body }),
      parse: (answer) => z.parse(schema, answer),
    })
  const social = createSocialCalls(server)
  return {
    /** The providers that anybody can sign in with. */
    offered: async () => (await call('GET', 'auth/social', z.object({ providers: z.array(z.string()) }))).providers,
    async startSignIn({
      provider,
      ...body
    }: {
      provider: string
      projectId: string
      parentOrigin: string
      devicePublicKey: DevicePublicKey
      deviceName: string
      returnUri?: string | undefined
    }): Promise<{ challengeId: string; uri: string }> {
      if (provider !== 'farcaster') return social.start({ provider, ...body })
      const { challengeId, url } = await social.startFarcaster(body)
      return { challengeId, uri: url }
    },
    finishSignIn: (given: LoginResult) => social.finish(given),
    /** Waits for the response of the user's Farcaster app. */
    awaitFarcaster: (challengeId: string, signal: AbortSignal) => awaitFarcaster(social, challengeId, signal),
    list: () => call('GET', 'auth/logins', list),
    start: (body: { provider: string; purpose: 'link' | 'step-up'; returnTo?: string | undefined }) =>
      call('POST', 'auth/logins/start', started, body),
    /** Confirms with an account in the place of a code. */
    stepUp: (social: LoginResult) => call('POST', 'auth/step-up/verify', nothing, { social }),
    take: (given: LoginResult) => call('POST', 'auth/logins/link', nothing, given),
    /** The account that would be linked, as verified by recovery. */
    look: (challengeId: string) => call('GET', `recovery/link/${encodeURIComponent(challengeId)}`, account),
    agree: (challengeId: string) => call('POST', 'recovery/link', nothing, { challengeId }),
    remove: (id: string) => call('DELETE', `auth/logins/${encodeURIComponent(id)}`, nothing),
  }
}
