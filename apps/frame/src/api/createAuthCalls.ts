import { emailStartAnswer, emailVerifyAnswer } from '@latchkey/protocol/internal/walletApi'
import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import * as z from 'zod/mini'
import type { WalletServer } from '../types.js'
import type { Keyring } from '../worker/messages.js'
import type { MailCodes } from './createMailCodes.js'
import { isRefusal } from './walletServerError.js'

type Options = { readonly signal?: AbortSignal | undefined }
/** A code, and whether the page around the wallet has seen it. */
type TypedCode = { readonly code: string; readonly typedIn: 'frame' | 'host' }

const nothing = z.object({})
const deviceState = z.object({ state: z.enum(['waiting', 'approved', 'expired']) })
const sessionAnswer = z.object({
  user: z.object({ id: z.string(), email: z.nullable(z.string()) }),
  device: z.object({ id: z.string(), name: z.string(), frozenUntil: z.number() }),
  expiresAt: z.number(),
  confirmedForMs: z.optional(z.number()),
})
const deviceList = z.object({
  devices: z.array(z.object({ id: z.string(), name: z.string(), lastSeenAt: z.number(), isThis: z.boolean() })),
})
const wait = z.object({ retryAfterMs: z.number() })

/** The calls under `/api/auth`. */
export type AuthCalls = ReturnType<typeof createAuthCalls>

/**
 * Words the calls under `/api/auth`.
 *
 * @param server - The wallet's server.
 * @param codes - Gives each code to recovery first, which takes it before `auth` goes on.
 * @param keyring - Who does the work that a server may ask of a stranger's browser.
 * @returns One function for each call.
 */
export function createAuthCalls(server: WalletServer, codes: MailCodes, keyring?: Pick<Keyring, 'work'>) {
  const get = <S extends z.ZodMiniType>(path: string, schema: S, { signal }: Options = {}) =>
    server.call<z.output<S>>({
      method: 'GET',
      path: `/api/auth/${path}`,
      parse: (body) => z.parse(schema, body),
      signal,
    })
  const post = <S extends z.ZodMiniType>(path: string, body: unknown, schema: S, { signal }: Options = {}) =>
    server.call<z.output<S>>({
      method: 'POST',
      path: `/api/auth/${path}`,
      body,
      parse: (answer) => z.parse(schema, answer),
      signal,
    })
  /** Does what a server asks a stranger's browser to pay with, once, and asks again. */
  async function postWorked<S extends z.ZodMiniType>(path: string, body: object, schema: S, options?: Options) {
    try {
      return await post(path, body, schema, options)
    } catch (error) {
      if (!keyring || !isRefusal(error, 'WORK_REQUIRED') || !error.work) throw error
      const { challenge } = error.work
      const { nonce } = await keyring.work(error.work)
      return post(path, { ...body, work: { challenge, nonce } }, schema, options)
    }
  }
  return {
    startEmail: (
      body: {
        email: string
        projectId: string
        parentOrigin: string
        devicePublicKey: DevicePublicKey
        deviceName: string
        locale?: string
      },
      options?: Options,
    ) => postWorked('email/start', body, emailStartAnswer, options),
    resendEmail: (challengeId: string, options?: Options) =>
      postWorked('email/resend', { challengeId }, emailStartAnswer, options),
    readDevice: (challengeId: string, options?: Options) => get(`email/device/${challengeId}`, deviceState, options),
    async verifyEmail(
      { code, email, challengeId, typedIn }: { challengeId: string; email: string } & TypedCode,
      options?: Options,
    ) {
      await codes.proveLogin({ challengeId, code, email }, options)
      return post('email/verify', { challengeId, typedIn }, emailVerifyAnswer, options)
    },
    readSession: (options?: Options) => get('session', sessionAnswer, options),
    signOut: (options?: Options) => post('sign-out', {}, nothing, options),
    listDevices: (options?: Options) => get('devices', deviceList, options),
    startStepUp: (options?: Options) => post('step-up/start', {}, wait, options),
    async verifyStepUp(code: string, options?: Options) {
      await codes.prove('step-up', { code }, options)
      return post('step-up/verify', {}, nothing, options)
    },
  }
}
