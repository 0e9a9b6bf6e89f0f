import { timingSafeEqual } from 'node:crypto'
import { isWorkDone, maxWorkBits } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { plusMs, toMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import { randomId } from '../platform/secrets/randomId.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { AuthContext } from './authContext.js'
import { readLoad } from './withSendLimits.js'

/** The zero bits of the first proof of work, about a second on a laptop; each bit more doubles it. */
export const firstWorkBits = 18
/** How long a proof of work can be handed in, in milliseconds. */
export const workLife = 120_000

/** The subject of a proof of work: one address and one browser. */
type WorkFor = { emailIndex: string; deviceId: string; ip: string; projectId: string }

/**
 * Has a stranger pay with work for mails beyond those that anybody may ask for. Nothing is kept of a challenge before it is solved.
 *
 * @returns Whether work was done, and so more mails may be asked for.
 * @throws WalletRefusal WORK_REQUIRED with what to solve.
 */
export async function takeWork(
  context: AuthContext,
  asked: WorkFor,
  work: { challenge: string; nonce: string } | undefined,
): Promise<boolean> {
  const load = await readLoad(context, asked)
  // Beyond what work buys, the limits say how long to wait.
  if (load === undefined || load >= 1) return false
  if (work !== undefined && (await spendWork(context, asked, work))) return true
  const bits = Math.min(maxWorkBits, firstWorkBits + Math.floor(load * (maxWorkBits - firstWorkBits + 1)))
  throw new WalletRefusal(
    'WORK_REQUIRED',
    'Many mails were asked for here. This browser has to work for the next one.',
    {
      work: { challenge: await makeChallenge(context, asked, bits), bits },
    },
  )
}

async function makeChallenge({ db, now, box }: AuthContext, asked: WorkFor, bits: number): Promise<string> {
  const [row] = await rows<{ until: number }>(db.query, sql`select ${toMs(plusMs(now(), workLife))} as until`)
  const plain = `${Math.round(row?.until ?? 0)}.${bits}.${randomId()}`
  return `${plain}.${macOf(box, asked, plain)}`
}

/** Returns whether work is what was asked for here, in time, and was not handed in before. */
async function spendWork(
  { db, now, box }: AuthContext,
  asked: WorkFor,
  work: { challenge: string; nonce: string },
): Promise<boolean> {
  const [until = '', bits = '', id = '', mac = ''] = work.challenge.split('.')
  const right = Buffer.from(macOf(box, asked, `${until}.${bits}.${id}`))
  const given = Buffer.from(mac)
  if (given.length !== right.length || !timingSafeEqual(given, right) || !isWorkDone(work, Number(bits))) return false
  const spent = await rows(
    db.query,
    sql`insert into auth.nonces (device_id, nonce, expires_at)
      select 'work', ${id}, ${plusMs(now(), workLife)} where ${toMs(now())} <= ${Number(until)}::float8
      on conflict do nothing returning 1 as one`,
  )
  return spent.length > 0
}

function macOf(box: AuthContext['box'], { emailIndex, deviceId }: WorkFor, plain: string): string {
  return box.index('work', `${plain}/${emailIndex}/${deviceId}`)
}
