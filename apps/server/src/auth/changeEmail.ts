import { sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import { noticeMail } from '../platform/mail/writeMails.js'
import { hashToken, randomId, randomToken } from '../platform/secrets/randomId.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { askRecovery } from '../platform/wallet/mailAsk.js'
import { readEmail } from '../platform/wallet/readEmail.js'
import { requireThawed, requireTypedAlike, requireTypedInside } from '../platform/wallet/requireFresh.js'
import { requireUnfrozen } from '../platform/wallet/requireUnfrozen.js'
import { takeLimit } from '../platform/wallet/takeLimit.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { Asker, AuthContext } from './authContext.js'
import { consumeChallenge } from './consumeChallenge.js'
import { emailIndex, openEmail, sealEmail } from './emailIndex.js'
import { makeFreezeLink } from './freezeLink.js'
import { liveUndo } from './liveUndo.js'
import { requireOwner } from './ownerFactor.js'
import { readUserEmail, sendSessionCode } from './sessions.js'
import { requireMailUser } from './social/requireMailUser.js'

/** How long a change of address can be undone, and what is grave stays locked after it, in milliseconds. */
export const undoLife = 72 * 3_600_000

/** How long a change may take from its beginning, as two codes and the wait between them allow, in milliseconds. */
const changeLife = 20 * 60_000

/** Whether the page around the wallet has seen the code. */
type TypedCode = { readonly typedIn?: Principal['typedIn'] | undefined }

/** Begins a change of address: a code goes to the old one. */
export async function startEmailChange(
  context: AuthContext,
  principal: Principal,
  asker: Asker,
  newEmail: string,
): Promise<{ action: 'VERIFY_PRIMARY_OTP' }> {
  requireTypedInside(principal)
  requireThawed(principal)
  await requireUnfrozen(context, principal)
  await requireOwner(context, principal)
  await requireMailUser(context, principal.userId)
  const wanted = readEmail(newEmail)
  await takeLimit(context.db.query, context.now, [{ key: `change/${principal.userId}`, max: 3, windowMs: 3_600_000 }])
  const { index, box } = await readUserEmail(context, principal.userId)
  await sendSessionCode(context, principal, asker, {
    kind: 'change-primary',
    index,
    box,
    newEmailBox: context.box.seal(wanted, `new/${principal.userId}`),
  })
  return { action: 'VERIFY_PRIMARY_OTP' }
}

/** Takes the code of the old address and sends one to the new. */
export async function verifyPrimary(
  context: AuthContext,
  principal: Principal,
  asker: Asker,
  { typedIn = 'frame' }: TypedCode,
): Promise<{ action: 'VERIFY_SECONDARY_OTP' }> {
  requireTypedInside(principal)
  requireTypedAlike(principal, typedIn)
  requireThawed(principal)
  await requireUnfrozen(context, principal)
  await requireOwner(context, principal, changeLife)
  const { sessionId, deviceId, userId } = principal
  const spent = await consumeChallenge(context, { sessionId, deviceId, kind: 'change-primary' })
  const wanted = context.box.open(spent.newEmailBox ?? '', `new/${userId}`)
  await sendSessionCode(context, principal, asker, {
    kind: 'change-secondary',
    index: emailIndex(context.box, wanted),
    box: sealEmail(context.box, wanted),
  })
  return { action: 'VERIFY_SECONDARY_OTP' }
}

/** Takes the code of the new address and changes to it; the old one gets a way back for three days. */
export async function verifySecondary(
  context: AuthContext,
  principal: Principal,
  { typedIn = 'frame' }: TypedCode,
): Promise<{ newEmail: string }> {
  requireTypedInside(principal)
  requireTypedAlike(principal, typedIn)
  requireThawed(principal)
  await requireUnfrozen(context, principal)
  await requireOwner(context, principal, changeLife)
  const { db, now, box } = context
  const { sessionId, deviceId, userId } = principal
  const spent = await consumeChallenge(context, { sessionId, deviceId, kind: 'change-secondary' })
  const newEmail = openEmail(box, spent.emailBox, spent.emailIndex)
  const old = await readUserEmail(context, userId)
  const token = randomToken()
  await db.query.transaction(async (query) => {
    const changed = await rows<{ id: string }>(
      query,
      sql`update auth.users set email_index = ${spent.emailIndex}, email_box = ${spent.emailBox}, frozen_until = ${plusMs(now(), undoLife)}
        where id = ${userId} and email_index = ${old.index} and (frozen_until is null or frozen_until <= ${now()})
          and not exists (select 1 from auth.users where email_index = ${spent.emailIndex})
          and not exists (${liveUndo(context, spent.emailIndex)}) returning id`,
    )
    if (changed.length === 0) throw new WalletRefusal('CONFLICT', 'This address cannot be used')
    const id = randomId()
    await query.execute(
      sql`insert into auth.email_changes (id, user_id, old_index, old_box, undo_hash, undo_until)
        values (${id}, ${userId}, ${old.index}, ${old.box}, ${hashToken(token)}, ${plusMs(now(), undoLife)})`,
    )
    await askRecovery(query, now, { ask: 'move', id, userId, deviceId })
    // A wallet that is not made yet will belong to the new address.
    await query.execute(
      sql`update auth.sessions set mail_id = case when id = ${sessionId} then ${spent.id} end where user_id = ${userId}`,
    )
    const undo = { label: 'Undo the change', url: `${context.origin}/undo?token=${token}` }
    const text =
      'Your wallet now belongs to another e-mail address. You can undo this for 72 hours. For that long, e-mail cannot bring the wallet to another browser.'
    const freezeUrl = await makeFreezeLink(context, query, old.index)
    const facts = { ...spent, to: old.email, wallet: context.name, freezeUrl }
    await context.outbox.put(query, noticeMail(facts, { title: 'Your e-mail was changed', text, undo }), undoLife)
  })
  context.outbox.poke()
  return { newEmail }
}

/** Returns whether an undo link still works, and changes nothing. */
export async function isUndoLink({ db, now }: AuthContext, token: string): Promise<boolean> {
  const found = await rows(
    db.query,
    sql`select 1 from auth.email_changes where undo_hash = ${hashToken(token)} and undone_at is null and undo_until > ${now()}`,
  )
  return found.length > 0
}

/** Takes a change of address back and ends every session; gives false when there was nothing to undo. */
export async function undoEmailChange(context: AuthContext, token: string): Promise<boolean> {
  const { db, now } = context
  const isUndone = await db.query.transaction(async (query) => {
    const [change] = await rows<{ userId: string; oldIndex: string; oldBox: string; id: string }>(
      query,
      sql`update auth.email_changes set undone_at = ${now()}
        where undo_hash = ${hashToken(token)} and undone_at is null and undo_until > ${now()}
        returning id, user_id as "userId", old_index as "oldIndex", old_box as "oldBox"`,
    )
    if (change === undefined) return false
    await askRecovery(query, now, { ask: 'undo', id: change.id, userId: change.userId })
    // An older address wins over what came after it: later changes can no longer be undone into the thief's hands.
    await query.execute(
      sql`update auth.email_changes set undone_at = ${now()} where user_id = ${change.userId} and undone_at is null and id <> ${change.id} and undo_until > (select undo_until from auth.email_changes where id = ${change.id})`,
    )
    await query.execute(
      sql`update auth.users set email_index = ${change.oldIndex}, email_box = ${change.oldBox} where id = ${change.userId}`,
    )
    await query.execute(
      sql`update auth.sessions set revoked_at = ${now()} where user_id = ${change.userId} and revoked_at is null`,
    )
    return true
  })
  if (isUndone) context.outbox.poke()
  return isUndone
}
