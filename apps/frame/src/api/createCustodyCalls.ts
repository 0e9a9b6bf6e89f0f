import {
  challengeAnswer,
  factorsAnswer,
  type NewFactor,
  type ReleasePurpose,
  type ReleaseRequest,
  recoveryReleaseAnswer,
  vaultKeysAnswer,
  vaultReleaseAnswer,
  type WalletCreateRequest,
} from '@latchkey/protocol/internal/walletApi'
import * as z from 'zod/mini'
import type { WalletServer } from '../types.js'

type Options = { readonly signal?: AbortSignal | undefined }

/** The calls under `/api/vault` and `/api/recovery`. */
export type CustodyCalls = ReturnType<typeof createCustodyCalls>

/**
 * Words the calls under `/api/vault` and `/api/recovery`.
 *
 * @param server - The wallet's server.
 * @returns One function for each call.
 */
export function createCustodyCalls(server: WalletServer) {
  const get = <S extends z.ZodMiniType>(path: string, schema: S, { signal }: Options = {}) =>
    server.call<z.output<S>>({ method: 'GET', path: `/api/${path}`, parse: (body) => z.parse(schema, body), signal })
  const post = <S extends z.ZodMiniType>(path: string, body: unknown, schema: S, { signal }: Options = {}) =>
    server.call<z.output<S>>({
      method: 'POST',
      path: `/api/${path}`,
      body,
      parse: (answer) => z.parse(schema, answer),
      signal,
    })
  return {
    readKeys: async (options?: Options) => {
      const { hpke } = await get('vault/keys', vaultKeysAnswer, options)
      return { vaultKey: hpke.vault, recoveryKey: hpke.recovery }
    },
    listFactors: (options?: Options) => get('vault/factors', factorsAnswer, options),
    challenge: (role: 'vault' | 'recovery', body: { factorId: string; purpose: ReleasePurpose }, options?: Options) =>
      post(`${role}/challenge`, body, challengeAnswer, options),
    releaseServerHalf: (body: ReleaseRequest, options?: Options) =>
      post('vault/release', body, vaultReleaseAnswer, options),
    releaseClientHalf: (body: ReleaseRequest, options?: Options) =>
      post('recovery/release', body, recoveryReleaseAnswer, options),
    createWallet: (body: WalletCreateRequest, options?: Options) =>
      post('vault/wallets', body, z.object({ state: z.literal('creating') }), options),
    activateWallet: (
      walletId: string,
      proofs: readonly { factorId: string; challenge: string; mac: string }[],
      options?: Options,
    ) => post(`vault/wallets/${walletId}/activate`, { proofs }, z.object({ state: z.literal('active') }), options),
    addFactor: (body: { walletId: string; epoch: number; factor: NewFactor }, options?: Options) =>
      post('vault/factors', body, z.object({ factorId: z.string() }), options),
  }
}
