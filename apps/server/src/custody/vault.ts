import { timingSafeEqual } from 'node:crypto'
import { fromBase64Url, toBase64Url } from '@latchkey/protocol/internal/bytes'
import { hpkeInfo, sealHpke } from '@latchkey/protocol/internal/hpke'
import type { FactorKind, ReleaseRequest, WalletAddresses } from '@latchkey/protocol/internal/walletApi'
import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { takeLimit } from '../platform/wallet/takeLimit.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import { checkRelease } from './checkRelease.js'
import type { CustodyContext } from './custodyContext.js'
import { openEnvelope } from './envelope.js'
import { locatorIndex } from './findByCode.js'
import { takeFound } from './findByPasskey.js'
import { endFreeze } from './freezes.js'
import { envelopeAad } from './halfBinding.js'
import { isOwned, noteProof } from './proofs.js'
import { wasRemoved } from './readStanding.js'
import { verifyPasskey } from './verifyPasskey.js'
import { blobAad } from './wallets.js'

const codeGuesses = { max: 10, windowMs: 86_400_000 }

type FactorRow = {
  kind: FactorKind
  envelope: string
  epoch: number
  clientCipher: string | null
  deviceId: string | null
  verifierMac: string | null
  passkey: { credentialId: string; publicKey: DevicePublicKey } | null
  walletId: string
  walletEpoch: number
  blob: string
  addresses: WalletAddresses
}

/**
 * Releases one server half to a frame. The vault trusts no other module: session, device, site, challenge and factor are checked
 * here, whatever `auth` said before.
 *
 * @throws WalletRefusal NOT_FOUND, ORIGIN_REFUSED, STEP_UP_REQUIRED, OWNER_REQUIRED, WALLET_FROZEN, FROZEN, SPENT, PROOF_WRONG, LOCKED, RATE_LIMITED.
 */
export async function releaseServerHalf(
  context: CustodyContext,
  principal: Principal,
  request: ReleaseRequest,
  ip: string,
): Promise<{ sealed: string; blob: string; epoch: number; addresses: WalletAddresses; clientCipher?: string }> {
  const { db, now, keys } = context
  const { userId } = principal
  const { factorId, purpose } = request
  const [factor] = await rows<FactorRow>(
    db.query,
    sql`select f.kind, f.envelope, f.epoch, f.client_cipher as "clientCipher", f.device_id as "deviceId",
        f.verifier_mac as "verifierMac", f.passkey, w.id as "walletId", w.epoch as "walletEpoch",
        w.blob_envelope as blob, w.addresses
      from vault.factors f join vault.wallets w on w.id = f.wallet_id
      where f.id = ${factorId} and w.user_id = ${userId} and f.epoch = w.epoch
        and (f.delete_at is null or f.delete_at > ${now()}) and not (f.kind = 'device' and ${wasRemoved(userId)})`,
  )
  const isOthers = factor?.kind === 'device' && factor.deviceId !== principal.deviceId
  if (factor === undefined || isOthers) throw new WalletRefusal('NOT_FOUND', 'There is no such factor')
  const { walletId, kind, epoch } = factor
  const aad = await checkRelease(context, principal, request, {
    walletId,
    kind,
    ip,
    async answer() {
      if (kind === 'code') return checkCode(context, principal, factorId, factor.verifierMac, request.verifier)
      // It has just answered in this browser, to be found.
      const isFound = purpose === 'recover' && request.assertion === undefined
      if (isFound && (await takeFound(context, { deviceId: principal.deviceId, factorId }))) return
      if (factor.passkey === null || !verifyPasskey(factor.passkey, request, context.origin))
        throw new WalletRefusal('PROOF_WRONG', 'The passkey did not answer this')
    },
  })
  const half = await openEnvelope(keys, factor.envelope, envelopeAad({ userId, walletId, factorId, kind, epoch }))
  const blob = await openEnvelope(keys, factor.blob, blobAad(userId, walletId, factor.walletEpoch))
  const sealed = sealHpke(fromBase64Url(request.hpkePub), half, { info: hpkeInfo(purpose), aad })
  half.fill(0)
  if (kind === 'code' && request.locator !== undefined)
    // One that was made before codes were found by themselves is found from now on.
    await db.query.execute(
      sql`update vault.factors set locator_mac = ${locatorIndex(context.box, request.locator)}
        where id = ${factorId} and locator_mac is null
          and not exists (select 1 from vault.factors where locator_mac = ${locatorIndex(context.box, request.locator)})`,
    )
  await noteProof(context, principal, { walletId, kind })
  if (isOwned(kind) && purpose === 'recover') await endFreeze(context, principal, walletId)
  if (isOwned(kind) && (purpose === 'recover' || purpose === 'unlock'))
    await db.query.execute(sql`update vault.factors set used_at = ${now()} where id = ${factorId}`)
  if (purpose === 'sign-up-roundtrip')
    await db.query.execute(sql`update vault.factors set round_trip = ${request.challenge} where id = ${factorId}`)
  if (purpose === 'export') {
    const text = `This was done from “${principal.deviceName}”.`
    await context.notify(db.query, userId, { title: 'Your wallet was opened for export', text })
    await context.sendNotices()
  }
  return {
    sealed: toBase64Url(sealed),
    blob: Buffer.from(blob).toString('utf8'),
    epoch,
    addresses: factor.addresses,
    ...(factor.clientCipher === null ? {} : { clientCipher: factor.clientCipher }),
  }
}

/**
 * Looks at the proof of a recovery code; the guess counts before it is looked at. Each device has guesses of its own, and new
 * ones after a day: 128 bits cannot be guessed, but the holder of the mailbox could use up the owner's attempts.
 */
async function checkCode(
  { db, now, box }: CustodyContext,
  { deviceId }: Principal,
  factorId: string,
  kept: string | null,
  verifier: string | undefined,
): Promise<void> {
  const key = `vault/code/${factorId}/${deviceId}`
  await takeLimit(db.query, now, [{ key, ...codeGuesses }]).catch((error: unknown) => {
    // A database that fails has counted nothing.
    if (!(error instanceof WalletRefusal)) throw error
    throw new WalletRefusal('LOCKED', 'Too many wrong recovery codes. Try again tomorrow.', error.more, error)
  })
  const given = box.index(`verifier/${factorId}`, verifier ?? '')
  if (kept === null || !timingSafeEqual(Buffer.from(given), Buffer.from(kept)))
    throw new WalletRefusal('PROOF_WRONG', 'This recovery code is not right')
  await db.query.execute(sql`update auth.limits set count = 0 where key = ${key}`)
}
