import { type HpkeBinding, hpkeInfo } from '@latchkey/protocol/internal/hpke'
import { type HalfName, halfAad } from '@latchkey/protocol/internal/walletSigning'
import type { Aad } from './keys/keyProvider.js'

/** Binds the envelope of a half to its row. */
export function envelopeAad({ userId, walletId, factorId, kind, epoch }: HalfName): Aad {
  return { v: '1', userId, walletId, factorId, kind, epoch: String(epoch) }
}

/** Binds a half on its way from the frame. */
export function uploadBinding(half: HalfName, info: 'server-half' | 'client-half'): HpkeBinding {
  return { info: hpkeInfo(info), aad: halfAad(half) }
}
