import { fromBase64Url } from '@latchkey/protocol/internal/bytes'
import { openHpke } from '@latchkey/protocol/internal/hpke'
import type { NewFactor } from '@latchkey/protocol/internal/walletApi'
import { type SQL, sql } from 'drizzle-orm'
import { type Query, rows } from '../platform/db/rows.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { CustodyContext } from './custodyContext.js'
import { sealEnvelope } from './envelope.js'
import { locatorIndex } from './findByCode.js'
import { credentialIndex } from './findByPasskey.js'
import { envelopeAad, uploadBinding } from './halfBinding.js'

/** A factor whose halves are ready for their rows. */
export type ReadyFactor = NewFactor & { envelope: string }

/**
 * Opens the server halves that a frame sealed and puts each into its envelope; nothing is written yet.
 *
 * @throws WalletRefusal INVALID when a factor lacks what its kind needs, or a half is not sealed for this place.
 */
export async function readyFactors(
  { hpke, keys }: CustodyContext,
  { userId }: Principal,
  wallet: { walletId: string; epoch: number },
  factors: readonly NewFactor[],
): Promise<ReadyFactor[]> {
  if (new Set(factors.map(({ factorId }) => factorId)).size !== factors.length)
    throw new WalletRefusal('INVALID', 'Two factors have the same id')
  return Promise.all(
    factors.map(async (factor) => {
      const { kind, sealedClientHalf, clientCipher, verifier, passkey } = factor
      const isWhole =
        (kind === 'auto') === (sealedClientHalf !== undefined) &&
        (kind === 'passkey' || kind === 'code') === (clientCipher !== undefined) &&
        (kind === 'code') === (verifier !== undefined) &&
        (kind === 'code' || factor.locator === undefined) &&
        (kind === 'passkey') === (passkey !== undefined)
      if (!isWhole) throw new WalletRefusal('INVALID', `A factor of kind ${kind} has other parts`)
      const name = { userId, factorId: factor.factorId, kind, ...wallet }
      let half: Uint8Array
      try {
        half = openHpke(hpke.privateKey, fromBase64Url(factor.sealedServerHalf), uploadBinding(name, 'server-half'))
      } catch (cause) {
        throw new WalletRefusal('INVALID', 'A half is not sealed for this place', {}, cause)
      }
      if (half.length !== 32) throw new WalletRefusal('INVALID', 'A half has 32 bytes')
      const envelope = await sealEnvelope(keys, half, envelopeAad(name))
      half.fill(0)
      return { ...factor, envelope }
    }),
  )
}

/**
 * Writes factors within a transaction; what is for recovery stays sealed to it.
 *
 * @throws WalletRefusal CONFLICT for a passkey that signs in to another wallet.
 */
export async function insertFactors(
  { box, now }: CustodyContext,
  query: Query,
  { userId, deviceId, deviceName }: Principal,
  { walletId, epoch }: { walletId: string; epoch: number },
  factors: readonly ReadyFactor[],
): Promise<void> {
  for (const factor of factors) {
    const { factorId, kind, sealedClientHalf } = factor
    const verifierMac = factor.verifier === undefined ? null : box.index(`verifier/${factorId}`, factor.verifier)
    const locatorMac = factor.locator === undefined ? null : locatorIndex(box, factor.locator)
    const door = factor.passkey?.isDoor === true ? credentialIndex(box, factor.passkey.credentialId) : null
    const isTaken =
      door !== null && (await rows(query, sql`select 1 from vault.factors where credential_mac = ${door}`)).length > 0
    if (isTaken) throw new WalletRefusal('CONFLICT', 'This passkey signs in to a wallet already')
    const passkey: SQL = factor.passkey === undefined ? sql`null` : sql`${JSON.stringify(factor.passkey)}::jsonb`
    await query.execute(
      sql`insert into vault.factors (id, wallet_id, kind, epoch, envelope, client_cipher, device_id, verifier_mac, locator_mac, credential_mac, passkey, name, created_at)
        values (${factorId}, ${walletId}, ${kind}, ${epoch}, ${factor.envelope}, ${factor.clientCipher ?? null},
          ${kind === 'device' ? deviceId : null}, ${verifierMac}, ${locatorMac}, ${door}, ${passkey},
          ${factor.name ?? (kind === 'device' ? deviceName : null)}, ${now()})`,
    )
    if (sealedClientHalf !== undefined)
      await query.execute(
        sql`insert into recovery.halves (factor_id, user_id, wallet_id, epoch, sealed, created_at)
          values (${factorId}, ${userId}, ${walletId}, ${epoch}, ${sealedClientHalf}, ${now()})`,
      )
  }
}
