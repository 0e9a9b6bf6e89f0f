import { isIP } from 'node:net'
import { sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { type Query, rows } from '../platform/db/rows.js'
import { isLoopback } from '../platform/http/clientIp.js'
import { networkOf, wideNetworkOf } from '../platform/limits/networkOf.js'
import { defaultMailLimits } from '../platform/wallet/mailLimits.js'
import { takeLimit } from '../platform/wallet/takeLimit.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { AuthContext } from './authContext.js'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** Returns the network of an address as a keyed hash; one household counts once. */
export function networkIndex({ box }: Pick<AuthContext, 'box'>, ip: string): string {
  return box.index('network', isIP(ip) === 0 ? 'unknown' : networkOf(ip))
}

/** Returns the wide network of an address as a keyed hash, by which mails are counted. */
export function wideNetworkIndex({ box }: Pick<AuthContext, 'box'>, ip: string): string {
  return box.index('wide-network', isIP(ip) === 0 ? 'unknown' : wideNetworkOf(ip))
}

/**
 * Whose mails are counted: those of a browser that the account knows (`known`), those that confirm in a session (`session`), those of a
 * browser whose link was approved (`link`), each by its device, or those that anybody may ask for.
 */
export type SendBudget = { kind: 'known' | 'session' | 'link'; deviceId: string } | undefined

type Window = {
  readonly name: '2-hour' | '3-day'
  readonly ms: number
  readonly max: number
  readonly worked: number
}
/** How many mails strangers may ask for: without work, and with it. The latter keeps a mailbox from being flooded. */
function windowsOf({ mailLimits: { address, network, site } = defaultMailLimits }: Pick<AuthContext, 'mailLimits'>) {
  const hourly = (max: number, times = 3): Window => ({ name: '2-hour', ms: hour, max, worked: times * max })
  const daily = (max: number, times = 3): Window => ({ name: '3-day', ms: day, max, worked: times * max })
  return {
    toAddress: [hourly(address.hour), daily(address.day, 4)],
    fromNetwork: [hourly(network.hour), daily(network.day)],
    ofSite: [hourly(site.hour)],
  }
}

/** The counter that keeps mails to one address apart; a right code ends the wait, since its owner sits before the page. */
export function sendGapKey(emailIndex: string, budget?: SendBudget): string {
  return `send/to/1-gap/${budgetKey(emailIndex, budget)}`
}

// A browser that signs with a known device key has its own budget, so strangers cannot use it up.
function budgetKey(emailIndex: string, budget: SendBudget): string {
  return budget === undefined ? emailIndex : `${emailIndex}/${budget.kind}/${budget.deviceId}`
}

/** The request for one mail: its client, address and site. */
export type SendAsk = {
  ip: string
  emailIndex: string
  projectId: string
  budget?: SendBudget
  /** A stranger has paid with work for it. */
  isWorked?: boolean
  /** A session asks, though not for a mail to its own address. */
  inSession?: boolean
}

/**
 * Counts one mail, and runs what queues it. Whatever refuses counts nothing: all is one transaction. First come the limits of the
 * address. Those of the network and the site come last, since many share them, and hold for strangers only: what these use up is never
 * that of a browser which the account knows, or of a session.
 *
 * @param send - Queues the mail within the transaction.
 * @throws WalletRefusal RATE_LIMITED.
 */
export async function withSendLimits<Result>(
  context: AuthContext,
  ask: SendAsk,
  send: (query: Query) => Promise<Result>,
): Promise<Result> {
  const { db, now } = context
  const { emailIndex, budget, inSession = false } = ask
  const key = ask.isWorked ? 'worked' : 'max'
  const isStranger = budget === undefined && !inSession
  const { toAddress } = windowsOf(context)
  return db.query.transaction(async (query) => {
    await takeLimit(query, now, [
      { key: sendGapKey(emailIndex, budget), max: 1, windowMs: 30_000 },
      ...toAddress.map((each) => ({
        key: addressKey(each, budgetKey(emailIndex, budget)),
        max: each[key],
        windowMs: each.ms,
      })),
    ])
    if (isStranger) await requireFewAddresses(context, query, ask)
    const result = await send(query)
    if (isStranger)
      await takeLimit(
        query,
        now,
        wideWindows(context, ask).map((each) => ({ key: each.key, max: each[key], windowMs: each.ms })),
      )
    return result
  })
}

function addressKey({ name }: Window, to: string): string {
  return `send/to/${name}/${to}`
}

/** What many strangers share: their network, unless it is this machine of a local world, and the site. */
function wideWindows(context: AuthContext, { ip, projectId }: { ip: string; projectId: string }) {
  const { fromNetwork, ofSite } = windowsOf(context)
  const isExempt = context.exemptLoopback && isLoopback(ip)
  const network = isExempt ? [] : fromNetwork
  const site = context.box.index('project', projectId)
  return [
    ...network.map((each) => ({ ...each, key: `send/wide/net/${each.name}/${wideNetworkIndex(context, ip)}` })),
    ...ofSite.map((each) => ({ ...each, key: `send/wide/site/${each.name}/${site}` })),
  ]
}

/**
 * Returns how far strangers are beyond what they may ask for without work, from 0 to 1; undefined when they are not. The address counts
 * whether or not it has an account.
 */
export async function readLoad(
  context: AuthContext,
  { emailIndex, ...from }: { ip: string; emailIndex: string; projectId: string },
): Promise<number | undefined> {
  const { db, now } = context
  const windows = [
    ...windowsOf(context).toAddress.map((each) => ({ ...each, key: addressKey(each, emailIndex) })),
    ...wideWindows(context, from),
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

/** Refuses one more address to a network that has asked for many within ten minutes; one after the other, or many at once would not see each other. */
async function requireFewAddresses(
  context: AuthContext,
  query: Query,
  { ip, emailIndex }: { ip: string; emailIndex: string },
): Promise<void> {
  if (context.exemptLoopback && isLoopback(ip)) return
  const { now, mailLimits = defaultMailLimits } = context
  const network = wideNetworkIndex(context, ip)
  await query.execute(sql`select pg_advisory_xact_lock(hashtextextended(${network}, 0))`)
  const [others] = await rows<{ count: number }>(
    query,
    sql`select count(distinct email_index)::int as count from auth.challenges
      where network = ${network} and created_at > ${plusMs(now(), -10 * minute)} and email_index <> ${emailIndex}`,
  )
  if ((others?.count ?? 0) >= mailLimits.network.addresses)
    throw new WalletRefusal('RATE_LIMITED', 'Too many addresses from this network. Try again later.', {
      retryAfterMs: 10 * minute,
    })
}

/** Returns the budget of a known browser of an account; undefined for other browsers, or without an account. */
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
