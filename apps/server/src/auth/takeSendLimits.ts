import { isIP } from 'node:net'
import { sql } from 'drizzle-orm'
import { isLoopback } from '../platform/clientIp.js'
import { plusMs } from '../platform/db/dbClock.js'
import { type Query, rows } from '../platform/db/rows.js'
import { networkOf } from '../platform/networkOf.js'
import { takeLimit } from '../platform/wallet/takeLimit.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { AuthContext } from './authContext.js'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** Gives the network of an address as a keyed hash; one household counts once. */
export function networkIndex({ box }: Pick<AuthContext, 'box'>, ip: string): string {
  return box.index('network', isIP(ip) === 0 ? 'unknown' : networkOf(ip))
}

/**
 * Whose mails are counted: those of a browser that the account knows (`known`), those that confirm in a session (`session`), each by
 * its device, or those that anybody may ask for.
 */
export type SendBudget = { kind: 'known' | 'session'; deviceId: string } | undefined

/** The counter that keeps mails to one address apart; a right code ends the wait, since its owner sits before the page. */
export function sendGapKey(emailIndex: string, budget?: SendBudget): string {
  return `send/to/1-gap/${budgetKey(emailIndex, budget)}`
}

// A browser that signs with a known device key has its own budget, so strangers cannot use it up.
function budgetKey(emailIndex: string, budget: SendBudget): string {
  return budget === undefined ? emailIndex : `${emailIndex}/${budget.kind}/${budget.deviceId}`
}

/**
 * Counts one mail with a code against every limit of `security.md` §2.1.
 *
 * @throws WalletRefusal RATE_LIMITED.
 */
export async function takeSendLimits(
  context: AuthContext,
  query: Query,
  { ip, emailIndex, projectId, budget }: { ip: string; emailIndex: string; projectId: string; budget?: SendBudget },
): Promise<void> {
  const { now } = context
  const to = budgetKey(emailIndex, budget)
  const network = networkIndex(context, ip)
  const isExempt = context.exemptLoopback && isLoopback(ip)
  // They are taken in the order of their keys, the shorter window first: what one refuses must not use up the next, or a few
  // hasty tries by anybody would spend all the mails that an address may have in a day.
  await takeLimit(query, now, [
    ...(isExempt
      ? []
      : [
          { key: `send/net/1-hour/${network}`, max: 20, windowMs: hour },
          { key: `send/net/2-day/${network}`, max: 100, windowMs: day },
        ]),
    { key: `send/project/${context.box.index('project', projectId)}`, max: 2_000, windowMs: hour },
    { key: sendGapKey(emailIndex, budget), max: 1, windowMs: 30_000 },
    { key: `send/to/2-hour/${to}`, max: 5, windowMs: hour },
    { key: `send/to/3-day/${to}`, max: 10, windowMs: day },
  ])
}

/**
 * Refuses a fourth address to one network within ten minutes. Within the transaction that writes the challenge, and one after the
 * other: else many at once would not see each other.
 *
 * @throws WalletRefusal RATE_LIMITED.
 */
export async function requireFewAddresses(
  context: AuthContext,
  query: Query,
  { ip, emailIndex }: { ip: string; emailIndex: string },
): Promise<void> {
  if (context.exemptLoopback && isLoopback(ip)) return
  const { now } = context
  const network = networkIndex(context, ip)
  await query.execute(sql`select pg_advisory_xact_lock(hashtextextended(${network}, 0))`)
  const [others] = await rows<{ count: number }>(
    query,
    sql`select count(distinct email_index)::int as count from auth.challenges
      where network = ${network} and created_at > ${plusMs(now(), -10 * minute)} and email_index <> ${emailIndex}`,
  )
  if ((others?.count ?? 0) >= 3)
    throw new WalletRefusal('RATE_LIMITED', 'Too many addresses from this network. Try again later.', {
      retryAfterMs: 10 * minute,
    })
}

/** Gives the budget of a browser that an account knows; nothing for a stranger, or where nobody has an account. */
export async function knownBudget(
  { db }: Pick<AuthContext, 'db'>,
  { emailIndex, deviceId }: { emailIndex: string; deviceId: string },
): Promise<SendBudget> {
  const known = await rows(
    db.query,
    sql`select 1 from auth.users u join auth.devices d on d.user_id = u.id
      where u.email_index = ${emailIndex} and d.id = ${deviceId} and d.revoked_at is null`,
  )
  return known.length > 0 ? { kind: 'known', deviceId } : undefined
}
