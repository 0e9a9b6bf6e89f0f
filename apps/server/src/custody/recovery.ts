import { fromBase64Url, toBase64Url } from '@latchkey/protocol/internal/bytes'
import { hpkeInfo, openHpke, sealHpke } from '@latchkey/protocol/internal/hpke'
import type { ReleaseRequest } from '@latchkey/protocol/internal/walletApi'
import { sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import { checkRelease } from './checkRelease.js'
import type { CustodyContext } from './custodyContext.js'
import { openEnvelope, sealEnvelope } from './envelope.js'
import { envelopeAad, uploadBinding } from './halfBinding.js'
import { bindMailbox } from './mailbox/bindMailbox.js'

/**
 * Releases the client half of an automatic factor by the same policy as the vault, which it does not rely on.
 *
 * @throws WalletRefusal NOT_FOUND, STEP_UP_REQUIRED, OWNER_REQUIRED, FROZEN, ORIGIN_REFUSED, SPENT, PROOF_WRONG, RATE_LIMITED.
 */
export async function releaseClientHalf(
  context: CustodyContext,
  principal: Principal,
  request: ReleaseRequest,
  ip: string,
): Promise<{ sealed: string }> {
  const { db, now, keys } = context
  const { userId } = principal
  const { factorId, purpose } = request
  const [row] = await rows<{
    walletId: string
    epoch: number
    sealed: string | null
    envelope: string | null
    isNew: boolean
  }>(
    db.query,
    sql`select wallet_id as "walletId", epoch, sealed, envelope, round_trip_at is null as "isNew"
      from recovery.halves
      where factor_id = ${factorId} and user_id = ${userId} and (delete_at is null or delete_at > ${now()})`,
  )
  if (row === undefined) throw new WalletRefusal('NOT_FOUND', 'There is no such factor')
  const { walletId, epoch } = row
  const aad = await checkRelease(context, principal, request, { walletId, kind: 'auto', ip })
  // Once a half has come back its wallet may be in use, and no session can give it to another mailbox.
  if (purpose === 'sign-up-roundtrip' && row.isNew) await bindMailbox(context, principal)
  const name = { userId, walletId, factorId, kind: 'auto', epoch }
  const envelope = row.envelope ?? (await adopt(context, name, row.sealed ?? ''))
  const half = await openEnvelope(keys, envelope, envelopeAad(name))
  const sealed = sealHpke(fromBase64Url(request.hpkePub), half, { info: hpkeInfo(purpose), aad })
  half.fill(0)
  if (purpose === 'sign-up-roundtrip')
    await db.query.execute(sql`update recovery.halves set round_trip_at = ${now()} where factor_id = ${factorId}`)
  else {
    const text = `It can be used on “${principal.deviceName}” now, with everything in it. Anyone who can read this mailbox can open your wallet. Add a passkey or a recovery code under Security to prevent that.`
    await context.notify(db.query, userId, { title: 'Your wallet was restored by e-mail', text })
    await context.sendNotices()
  }
  return { sealed: toBase64Url(sealed) }
}

/** Takes a half that the vault handed over into recovery's own keeping. */
async function adopt(
  { db, keys, hpke }: CustodyContext,
  name: { userId: string; walletId: string; factorId: string; kind: string; epoch: number },
  sealed: string,
): Promise<string> {
  let half: Uint8Array
  try {
    half = openHpke(hpke.privateKey, fromBase64Url(sealed), uploadBinding(name, 'client-half'))
  } catch (cause) {
    throw new WalletRefusal('INVALID', 'The half is not sealed for this place', {}, cause)
  }
  if (half.length !== 32) throw new WalletRefusal('INVALID', 'A half has 32 bytes')
  const envelope = await sealEnvelope(keys, half, envelopeAad(name))
  half.fill(0)
  await db.query.execute(
    sql`update recovery.halves set envelope = ${envelope}, sealed = null where factor_id = ${name.factorId} and sealed = ${sealed}`,
  )
  return envelope
}
