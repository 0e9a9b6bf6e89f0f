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
 * Whose mails are counted: those of a browser that the account knows (`known`), those that confirm in a session (`session`), those of a
 * browser whose link was approved (`link`), each by its device, or those that anybody may ask for.
 */
export type SendBudget = { kind: 'known' | 'session' | 'link'; deviceId: string } | undefined

type Window = {
  readonly name: '1-hour' | '2-hour' | '2-day' | '3-day'
  readonly ms: number
  readonly max: number
  readonly worked: number
}
/** How many mails strangers may ask for: without work, and with it. The latter keeps a mailbox from being flooded. */
const toAddress: readonly Window[] = [
  { name: '2-hour', ms: hour, max: 5, worked: 15 },
  { name: '3-day', ms: day, max: 10, worked: 40 },
]
const fromNetwork: readonly Window[] = [
  { name: '1-hour', ms: hour, max: 20, worked: 60 },
  { name: '2-day', ms: day, max: 100, worked: 300 },
]

/** The counter that keeps mails to one address apart; a right code ends the wait, since its owner sits before the page. */
export function sendGapKey(emailIndex: string, budget?: SendBudget): string {
  return `send/to/1-gap/${budgetKey(emailIndex, budget)}`
}

// A browser that signs with a known device key has its own budget, so strangers cannot use it up.
function budgetKey(emailIndex: string, budget: SendBudget): string {
  return budget === undefined ? emailIndex : `${emailIndex}/${budget.kind}/${budget.deviceId}`
}

/**
 * Counts one mail against the limits of the one who asks for it. `isWorked`: a stranger has paid with work for it.
 *
 * @throws WalletRefusal RATE_LIMITED.
 */
export async function takeSendLimits(
  context: AuthContext,
  query: Query,
  {
    ip,
    emailIndex,
    projectId,
    budget,
    isWorked = false,
  }: { ip: string; emailIndex: string; projectId: string; budget?: SendBudget; isWorked?: boolean },
): Promise<void> {
  const { now } = context
  const to = budgetKey(emailIndex, budget)
  const isExempt = context.exemptLoopback && isLoopback(ip)
  const key = isWorked ? 'worked' : 'max'
  // They are taken in the order of their keys, the shorter window first: what one refuses must not use up the next, or a few
  // hasty tries by anybody would spend all the mails that an address may have in a day.
  await takeLimit(query, now, [
    ...(isExempt
      ? []
      : fromNetwork.map((each) => ({
          key: networkKey(context, each, ip, budget),
          max: each[key],
          windowMs: each.ms,
        }))),
    { key: `send/project/${context.box.index('project', projectId)}`, max: 2_000, windowMs: hour },
    { key: sendGapKey(emailIndex, budget), max: 1, windowMs: 30_000 },
    ...toAddress.map((each) => ({ key: `send/to/${each.name}/${to}`, max: each[key], windowMs: each.ms })),
  ])
}

// Strangers behind the network of an owner use up nothing of the owner's.
function networkKey(context: AuthContext, { name }: Window, ip: string, budget?: SendBudget): string {
  return `send/net/${name}/${networkIndex(context, ip)}${budget === undefined ? '' : '/own'}`
}

/**
 * Tells how far strangers are beyond what they may ask for without work, from 0 to 1; undefined when they are not. The address counts
 * whether or not it has an account.
 */
export async function readLoad(
  context: AuthContext,
  { ip, emailIndex }: { ip: string; emailIndex: string },
): Promise<number | undefined> {
  const { db, now } = context
  const isExempt = context.exemptLoopback && isLoopback(ip)
  const windows = [
    ...toAddress.map((each) => ({ ...each, key: `send/to/${each.name}/${emailIndex}` })),
    ...(isExempt ? [] : fromNetwork.map((each) => ({ ...each, key: networkKey(context, each, ip) }))),
  ]
  const loads: number[] = []
  for (const { key, ms, max, worked } of windows) {
    const [found] = await rows<{ count: number }>(
      db.query,
      sql`select count from auth.limits where key = ${key} and ${plusMs(sql`started_at`, ms)} > ${now()}`,
    )
    if (found !== undefined && found.count >= max) loads.push(Math.min(1, (found.count - max) / (worked - max)))
  }
  return loads.length === 0 ? undefined : Math.max(...loads)
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
