import { fromBase64Url } from '@latchkey/protocol/internal/bytes'
import { hpkeInfo, openHpke } from '@latchkey/protocol/internal/hpke'
import type { MailCode, MailCodeKind } from '@latchkey/protocol/internal/walletApi'
import { mailCodeAad } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { plusMs, toMs } from '../../platform/db/dbClock.js'
import { type Query, rows } from '../../platform/db/rows.js'
import { mailCode } from '../../platform/wallet/mailRequests.js'
import { codeTries, failuresWithoutLink, isCode, readCode } from '../../platform/wallet/oneTimeCode.js'
import { readEmail } from '../../platform/wallet/readEmail.js'
import { stepUpLife } from '../../platform/wallet/requireFresh.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { MailboxContext } from './mailboxContext.js'
import { mailboxIndex } from './mailboxIndex.js'

const day = 86_400_000
const failuresADay = 10
/** After how many wrong codes in a row no code is taken at all. */
const failuresForGood = 100

type Tried = {
  id: string
  kind: 'login' | MailCodeKind
  mailboxIndex: string
  deviceId: string
  byLink: boolean
  authIndex: string
  salt: string
  mac: string
}

/**
 * Takes a code that was typed on a device: from then on the device has proven the mailbox. The try counts before the code is looked at,
 * in the statement that reads the row, so tries in parallel count too. The same right code may come again within five minutes, since
 * an answer can be lost; it proves nothing anew.
 *
 * @param given - The device that signed the call, and the sign-in's challenge, or the session and the kind of code.
 * @throws WalletRefusal CODE_WRONG, CODE_EXPIRED, LOCKED, INVALID.
 */
export async function checkMailCode(
  context: MailboxContext,
  given: { deviceId: string; sealed: string } & ({ challengeId: string } | { sessionId: string; kind: Tried['kind'] }),
): Promise<void> {
  const { db, now, box, hpke } = context
  const { deviceId } = given
  const [kind, id] = 'challengeId' in given ? (['login', given.challengeId] as const) : [given.kind, given.sessionId]
  const typed = openCode(hpke.privateKey, given.sealed, { kind, deviceId, id })
  const which = 'challengeId' in given ? sql`id = ${id} and session_id is null` : sql`session_id = ${id}`
  const live = sql`coalesce(${plusMs(sql`proven_at`, stepUpLife)}, expires_at) > ${now()}`
  const [tried] = await rows<Tried>(
    db.query,
    sql`update recovery.mail_codes set attempts = attempts + 1
      where id = (select id from recovery.mail_codes where ${which} and kind = ${kind} and device_id = ${deviceId}
          order by made_at desc limit 1)
        and attempts < ${codeTries} and ${live}
      returning id, kind, mailbox_index as "mailboxIndex", device_id as "deviceId", by_link as "byLink",
        auth_index as "authIndex", salt, mac`,
  )
  if (tried === undefined) throw new WalletRefusal('CODE_EXPIRED', 'This code has expired. Ask for a new one.')
  await countTry(context, db.query, tried)
  const code = readCode(typed.code)
  const isRight = code !== undefined && isCode(box, tried, tried, code)
  // A code that was mailed to another address proves another mailbox than the intended one.
  if (!isRight || !isMeant(context, tried, typed.email))
    throw new WalletRefusal('CODE_WRONG', 'Wrong code. Check the mail.')
  const proven = await rows(
    db.query,
    sql`with forgiven as (delete from recovery.mailboxes where mailbox_index = ${counterOf(tried, tried.mailboxIndex)})
      update recovery.mail_codes set proven_at = coalesce(proven_at, ${now()})
      where id = ${tried.id} and mac = ${tried.mac} and ${live} returning 1 as one`,
  )
  if (proven.length === 0) throw new WalletRefusal('CODE_EXPIRED', 'This code has expired. Ask for a new one.')
}

function openCode(privateKey: Uint8Array, sealed: string, bound: Parameters<typeof mailCodeAad>[0]): MailCode {
  try {
    const text = openHpke(privateKey, fromBase64Url(sealed), { info: hpkeInfo('mail-code'), aad: mailCodeAad(bound) })
    return mailCode.parse(JSON.parse(Buffer.from(text).toString('utf8')))
  } catch (cause) {
    throw new WalletRefusal('INVALID', 'The code is not sealed for this place', {}, cause)
  }
}

/** Returns whether the mailbox is that of the address which the person gave; only an account's own address is known without one. */
function isMeant({ box }: MailboxContext, { kind, mailboxIndex: index }: Tried, email: string | undefined): boolean {
  if (email === undefined) return kind === 'step-up' || kind === 'change-primary'
  return mailboxIndex(box, readEmail(email)) === index
}

// Anybody can have a code for a change sent to an address that is not theirs: wrong ones must end neither its owner's codes nor a change
// that is begun elsewhere. How often one may guess in all, the mails to an address limit.
function counterOf({ kind, deviceId }: Pick<Tried, 'kind' | 'deviceId'>, index: string): string {
  return kind === 'change-secondary' ? `${index}.change.${deviceId}` : index
}

/** Counts a try of a mailbox, over all its codes: a new code gives no new tries. */
async function countTry(
  { now }: MailboxContext,
  query: Query,
  tried: Pick<Tried, 'kind' | 'mailboxIndex' | 'deviceId' | 'authIndex' | 'byLink'>,
): Promise<void> {
  const [index, authIndex] = [counterOf(tried, tried.mailboxIndex), counterOf(tried, tried.authIndex)]
  const isOld = sql`a.first_failure_at < ${plusMs(now(), -day)}`
  const [row] = await rows<{ left: number | null; total: number }>(
    query,
    sql`insert into recovery.mailboxes as a (mailbox_index, auth_index, failures, first_failure_at, total)
      values (${index}, ${authIndex}, 1, ${now()}, 1)
      on conflict (mailbox_index) do update set auth_index = excluded.auth_index,
        failures = case when ${isOld} then 1 else a.failures + 1 end,
        first_failure_at = case when ${isOld} then ${now()} else a.first_failure_at end,
        total = a.total + 1,
        locked_until = case
          when a.locked_until > ${now()} then a.locked_until
          when not (${isOld}) and a.failures >= ${failuresADay} then ${plusMs(now(), day)}
          else null end
      returning ${toMs(sql`a.locked_until`)} - ${toMs(now())} as left, total`,
  )
  if (row === undefined || row.left !== null)
    throw new WalletRefusal('LOCKED', 'Too many wrong codes. Codes are off for a day.', {
      retryAfterMs: Math.ceil(row?.left ?? day),
    })
  if (row.total > failuresForGood)
    throw new WalletRefusal('LOCKED', 'Too many wrong codes. Use a passkey or a recovery code.')
  // Anyone can enter an address, but only its owner can open the link, so strangers cannot lock the owner out.
  if (row.total > failuresWithoutLink && !tried.byLink)
    throw new WalletRefusal('LOCKED', 'Too many wrong codes. Sign in again with the link in a new mail.')
}
