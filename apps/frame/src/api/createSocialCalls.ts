import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import * as z from 'zod/mini'
import type { WalletServer } from '../types.js'

type Beginning = {
  projectId: string
  parentOrigin: string
  devicePublicKey: DevicePublicKey
  deviceName: string
  returnUri?: string | undefined
}
type Options = { readonly signal?: AbortSignal | undefined }

const farcasterStartAnswer = z.object({ challengeId: z.string(), url: z.string().check(z.regex(/^https?:\/\//)) })
const farcasterWaitAnswer = z.object({ result: z.optional(z.string()) })
const startAnswer = z.object({ challengeId: z.string(), uri: z.string().check(z.regex(/^https?:\/\//)) })
// What is read of a session; the whole schema would be cut out of the file that every page loads.
const finishAnswer = z.object({
  sessionToken: z.string(),
  sessionId: z.string(),
  userId: z.string(),
  expiresAt: z.number(),
  userName: z.nullable(z.string()),
  email: z.nullable(z.string()),
})

/** Words the calls under `/api/auth/social`. */
export function createSocialCalls(server: WalletServer) {
  const post = <S extends z.ZodMiniType>(path: string, body: object, schema: S, { signal }: Options = {}) =>
    server.call<z.output<S>>({
      method: 'POST',
      path: `/api/auth/social/${path}`,
      body,
      parse: (answer) => z.parse(schema, answer),
      signal,
    })
  return {
    start: (body: Beginning & { provider: string }, options?: Options) => post('start', body, startAnswer, options),
    startFarcaster: (body: Beginning, options?: Options) =>
      post('farcaster/start', body, farcasterStartAnswer, options),
    waitForFarcaster: (body: { challengeId: string }, options?: Options) =>
      post('farcaster/wait', body, farcasterWaitAnswer, options),
    finish: (body: { challengeId: string; result: string }, options?: Options) =>
      post('finish', body, finishAnswer, options),
  }
}
