import { fromBase64Url, toBase64Url } from '@latchkey/protocol/bytes'
import { hpkeInfo, openHpke, sealHpke } from '@latchkey/protocol/hpke'
import type { ReleaseRequest } from '@latchkey/protocol/walletApi'
import { sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { requireStepUp } from '../platform/wallet/requireFresh.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import { checkRelease } from './checkRelease.js'
import type { CustodyContext } from './custodyContext.js'
import { openEnvelope, sealEnvelope } from './envelope.js'
import { envelopeAad, uploadBinding } from './halfBinding.js'

const signUpLife = 3_600_000

/**
 * Releases the client half of an automatic factor: to a session whose code was typed in the last five minutes, on a device
 * that was confirmed, of a wallet whose address has not just changed.
 *
 * @throws WalletRefusal NOT_FOUND, STEP_UP_REQUIRED, FROZEN, ORIGIN_REFUSED, SPENT, PROOF_WRONG, RATE_LIMITED.
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
    moved: boolean
    isNew: boolean
  }>(
    db.query,
    sql`select h.wallet_id as "walletId", h.epoch, h.sealed, h.envelope, coalesce(u.frozen_until > ${now()}, false) as moved,
        h.created_at > ${plusMs(now(), -signUpLife)} as "isNew"
      from recovery.halves h join auth.users u on u.id = h.user_id
      where h.factor_id = ${factorId} and h.user_id = ${userId} and (h.delete_at is null or h.delete_at > ${now()})`,
  )
  if (row === undefined) throw new WalletRefusal('NOT_FOUND', 'There is no such factor')
  // The wallet itself is the vault's to look at; but no sign-up is older, and one that is over sends nothing back in silence.
  if (purpose === 'sign-up-roundtrip' && !row.isNew)
    throw new WalletRefusal('CONFLICT', 'The wallet is not in the state for this')
  requireStepUp(principal)
  if (row.moved)
    throw new WalletRefusal(
      'FROZEN',
      'The e-mail of this wallet was changed within the last 72 hours. For that long no e-mail brings it to another browser: use one that has it, a passkey or the recovery code.',
    )
  const { walletId, epoch } = row
  const aad = await checkRelease(context, principal, request, { walletId, ip })
  const name = { userId, walletId, factorId, kind: 'auto', epoch }
  const envelope = row.envelope ?? (await adopt(context, name, row.sealed ?? ''))
  const half = await openEnvelope(keys, envelope, envelopeAad(name))
  const sealed = sealHpke(fromBase64Url(request.hpkePub), half, { info: hpkeInfo(purpose), aad })
  half.fill(0)
  if (purpose === 'sign-up-roundtrip')
    await db.query.execute(sql`update recovery.halves set round_trip_at = ${now()} where factor_id = ${factorId}`)
  else {
    const text = `It can be used on “${principal.deviceName}” now. For 24 hours that browser cannot export it, change who can restore it, or change your e-mail.`
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
