import { fromBase64Url, toBase64Url } from '@latchkey/protocol/internal/bytes'
import { createHpkeKeyPair, hpkeInfo, openHpke, sealHpke } from '@latchkey/protocol/internal/hpke'
import { halfAad, releaseBytes } from '@latchkey/protocol/internal/walletSigning'
import type { Addresses } from '../src/worker/keys.js'
import type { FactorPlan, MadeFactor, Opening } from '../src/worker/messages.js'

/** Whose wallet the tests make. */
export const name = { userId: 'user-0000000000001', walletId: 'wallet-00000000001' }
const session = { sessionId: 'session-0000000001', parentOrigin: 'https://app.example' }

/** What a browser keeps of a wallet. */
export type Stored = { addresses: Addresses; epoch: number; blob: string; factors: MadeFactor[] }

/** The vault and the recovery service as far as a worker meets them: they keep halves and release them by HPKE. */
export function createServers() {
  const [vault, recovery] = [createHpkeKeyPair(), createHpkeKeyPair()]
  const custodyKeys = { vaultKey: toBase64Url(vault.publicKey), recoveryKey: toBase64Url(recovery.publicKey) }

  function halfOf(made: MadeFactor, epoch: number, side: 'server' | 'client'): Uint8Array {
    const aad = halfAad({ ...name, factorId: made.factorId, kind: made.kind, epoch })
    const sealed = fromBase64Url((side === 'server' ? made.sealedServerHalf : made.sealedClientHalf) ?? '')
    const key = side === 'server' ? vault.privateKey : recovery.privateKey
    return openHpke(key, sealed, { info: hpkeInfo(`${side}-half`), aad })
  }

  function opening(
    stored: Stored,
    plan: FactorPlan,
    hpkePub: string,
    purpose: string,
    change: { client?: (half: Uint8Array) => Uint8Array; server?: (half: Uint8Array) => Uint8Array } = {},
  ): Opening {
    const made = stored.factors.find(({ factorId }) => factorId === plan.factorId)
    if (!made) throw new Error('There is no such factor')
    const { factorId, kind } = made
    const release = (half: Uint8Array, challenge: string) => {
      const aad = releaseBytes({ challenge, factorId, ...session, hpkePub, purpose })
      return {
        challenge,
        sealed: toBase64Url(sealHpke(fromBase64Url(hpkePub), half, { info: hpkeInfo(purpose), aad })),
      }
    }
    const same = (half: Uint8Array) => half
    const { addresses, epoch, blob } = stored
    return {
      name,
      ...session,
      factorId,
      kind,
      epoch,
      minimumEpoch: 1,
      addresses,
      blob,
      purpose,
      server: release((change.server ?? same)(halfOf(made, epoch, 'server')), 'challenge-of-the-vault'),
      client: plan.clientKey
        ? { cipher: made.clientCipher ?? '', key: plan.clientKey }
        : release((change.client ?? same)(halfOf(made, epoch, 'client')), 'challenge-of-recovery'),
    }
  }
  /** Releases one half as the API of the vault, or of recovery, does. */
  function release(
    stored: Stored,
    { factorId }: FactorPlan,
    bound: { challenge: string; hpkePub: string; purpose: string; sessionId: string; parentOrigin: string },
    side: 'server' | 'client' = 'server',
  ): { sealed: string } {
    const made = stored.factors.find((each) => each.factorId === factorId)
    if (!made) throw new Error('There is no such factor')
    const half = halfOf(made, stored.epoch, side)
    const { hpkePub, purpose } = bound
    const aad = releaseBytes({ ...bound, factorId })
    return { sealed: toBase64Url(sealHpke(fromBase64Url(hpkePub), half, { info: hpkeInfo(purpose), aad })) }
  }
  return { custodyKeys, halfOf, opening, release }
}

/** Makes a key that never leaves the browser's key store. */
export function createClientKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
