import { emailVerifyAnswer, type NewFactor, type WalletRotateRequest } from '@latchkey/protocol/internal/walletApi'
import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import * as z from 'zod/mini'
import type { MailCodes } from '../api/createMailCodes.js'
import type { WalletServer } from '../types.js'

/** The calls that change what opens a wallet or whose it is; only the wallet's own windows make them. */
export type OwnerCalls = ReturnType<typeof createOwnerCalls>

const added = z.object({ factorId: z.string() })
const deleted = z.object({ deleteAt: z.number() })
const nothing = z.object({})
const voucher = z.object({ voucher: z.string() })
const restores = z.object({
  restores: z.array(
    z.object({ deviceId: z.string(), name: z.string(), askedAt: z.number(), readyAt: z.nullable(z.number()) }),
  ),
})
const deletion = z.object({ dueAt: z.nullable(z.number()), waitMs: z.number() })
const record = z.record(z.string(), z.unknown())
/** A browser that asks for the wallet by e-mail; times in milliseconds. */
export type Restore = z.infer<typeof restores>['restores'][number]

/**
 * Words the calls that change what opens a wallet.
 *
 * @param server - The wallet's server.
 * @param codes - Gives each code to recovery first, which takes it before `auth` goes on.
 * @returns One function for each call.
 */
export function createOwnerCalls(server: WalletServer, codes: MailCodes) {
  const path = (factorId: string) => `/api/vault/factors/${encodeURIComponent(factorId)}`
  const change = <S extends z.ZodMiniType>(step: string, body: unknown, schema: S, signal: AbortSignal) =>
    server.call<z.output<S>>({
      method: 'POST',
      path: `/api/auth/email/change/${step}`,
      body,
      parse: (answer) => z.parse(schema, answer),
      signal,
    })
  return {
    revokeDevice: (id: string) =>
      server.call({
        method: 'DELETE',
        path: `/api/auth/devices/${encodeURIComponent(id)}`,
        parse: (answer) => z.parse(nothing, answer),
      }),
    /** Sends a code to the present address; that one, typed, has another sent to the new address. */
    startChange: (newEmail: string, signal: AbortSignal) => change('start', { newEmail }, nothing, signal),
    async verifyPrimary(code: string, signal: AbortSignal) {
      await codes.prove('change-primary', { code }, { signal })
      return change('primary', { typedIn: 'frame' }, nothing, signal)
    },
    /** The new address as typed. */
    async verifySecondary(code: string, email: string, signal: AbortSignal) {
      await codes.prove('change-secondary', { code, email }, { signal })
      return change('secondary', { typedIn: 'frame' }, z.object({ newEmail: z.email() }), signal)
    },
    addFactor: (body: { walletId: string; epoch: number; factor: NewFactor; replaces?: string }) =>
      server.call({ method: 'POST', path: '/api/vault/factors', body, parse: (answer) => z.parse(added, answer) }),
    deleteFactor: (factorId: string) =>
      server.call({ method: 'DELETE', path: path(factorId), parse: (answer) => z.parse(deleted, answer) }),
    keepFactor: (factorId: string) =>
      server.call({
        method: 'POST',
        path: `${path(factorId)}/keep`,
        body: {},
        parse: (answer) => z.parse(nothing, answer),
      }),
    find: (body: { locator: string; devicePublicKey: DevicePublicKey }) =>
      server.call({ method: 'POST', path: '/api/vault/find', body, parse: (answer) => z.parse(voucher, answer) }),
    verifyCode: (body: {
      voucher: string
      projectId: string
      parentOrigin: string
      devicePublicKey: DevicePublicKey
      deviceName: string
    }) =>
      server.call({
        method: 'POST',
        path: '/api/auth/code/verify',
        body,
        parse: (answer) => z.parse(emailVerifyAnswer, answer),
      }),
    listRestores: () =>
      server.call({ method: 'GET', path: '/api/vault/restores', parse: (answer) => z.parse(restores, answer) }),
    answerRestore: (deviceId: string, say: 'stop' | 'approve') =>
      server.call({
        method: 'POST',
        path: `/api/vault/restores/${encodeURIComponent(deviceId)}/${say}`,
        body: {},
        parse: (answer) => z.parse(nothing, answer),
      }),
    /** When the wallet will be deleted, if it was asked to be, and how long that takes; in milliseconds. */
    readDeletion: () =>
      server.call({ method: 'GET', path: '/api/vault/deletion', parse: (answer) => z.parse(deletion, answer) }),
    askDeletion: () =>
      server.call({
        method: 'POST',
        path: '/api/vault/deletion',
        body: {},
        parse: (answer) => z.parse(z.object({ dueAt: z.number() }), answer),
      }),
    keepWallet: () =>
      server.call({ method: 'DELETE', path: '/api/vault/deletion', parse: (answer) => z.parse(nothing, answer) }),
    /** All data that the server stores about the user. */
    readRecord: () =>
      server.call({ method: 'GET', path: '/api/auth/export', parse: (answer) => z.parse(record, answer) }),
    rotate: (walletId: string, body: WalletRotateRequest) =>
      server.call({
        method: 'POST',
        path: `/api/vault/wallets/${encodeURIComponent(walletId)}/rotate`,
        body,
        parse: (answer) => z.parse(z.object({ epoch: z.number() }), answer),
      }),
  }
}
