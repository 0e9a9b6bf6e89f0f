import { fromBase64Url, toBase64Url } from '@latchkey/protocol/internal/bytes'
import { socialProviders } from '@latchkey/protocol/internal/frame'
import { hpkeInfo, openHpke, sealHpke } from '@latchkey/protocol/internal/hpke'
import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { DbClock } from '../db/dbClock.js'
import { type Query, rows } from '../db/rows.js'
import { randomId } from '../secrets/randomId.js'
import { mailCodeKinds } from './mailRequests.js'
import { WalletRefusal } from './walletRefusal.js'

const schema = z.discriminatedUnion('ask', [
  z.object({
    ask: z.literal('code'),
    /** The challenge that the code answers. */
    id: z.string(),
    kind: z.enum(['login', ...mailCodeKinds]),
    email: z.string(),
    /** The index by which `auth` knows the address; only for telling it how many wrong codes were typed. */
    authIndex: z.string(),
    deviceId: z.string(),
    sessionId: z.nullable(z.string()),
    byLink: z.boolean(),
    parentOrigin: z.url(),
    browser: z.string(),
    place: z.string(),
    /** Of a link, since an address of the asker's choice must not get into a mail of recovery's. */
    freezeToken: z.string().regex(/^[\w-]{43}$/),
  }),
  z.object({ ask: z.literal('move'), id: z.string(), userId: z.string(), deviceId: z.string() }),
  z.object({ ask: z.literal('undo'), id: z.string(), userId: z.string() }),
  z.object({ ask: z.literal('owner'), userId: z.string(), email: z.string() }),
  z.object({
    ask: z.literal('social'),
    /** The sign-in. */
    id: z.string(),
    provider: z.enum([...socialProviders, 'farcaster']),
    /** The provider's proof: an identity token, an access token, or a signed message. */
    evidence: z.string().max(20_000),
    deviceId: z.string(),
    /** The purpose; absent: a sign-in. The other two belong to a session. */
    kind: z.enum(['login', 'link', 'step-up']).default('login'),
    sessionId: z.nullable(z.string()).default(null),
  }),
  z.object({
    ask: z.literal('unlink'),
    userId: z.string(),
    deviceId: z.string(),
    provider: z.enum([...socialProviders, 'farcaster']),
    /** The provider's own number of the account. */
    subject: z.string(),
  }),
])

/**
 * What `auth` asks of recovery: to mail a code, to check a social login, to unlink an account, to follow a change of address or its undoing,
 * or to take the address of a wallet that was made before recovery kept mailboxes.
 */
export type MailAsk = z.output<typeof schema>

const bindingOf = (id: string) => ({ info: hpkeInfo('mail-ask'), aad: Uint8Array.from(Buffer.from(id)) })

/**
 * Writes an ask within a transaction, sealed to recovery's key.
 *
 * @throws WalletRefusal UNAVAILABLE before recovery has started for the first time.
 */
export async function askRecovery(query: Query, now: DbClock, ask: z.input<typeof schema>): Promise<void> {
  const [recovery] = await rows<{ key: string }>(
    query,
    sql`select public_key as key from recovery.hpke_keys where id = 1`,
  )
  if (recovery === undefined) throw new WalletRefusal('UNAVAILABLE', 'Recovery has not started yet')
  const id = randomId()
  const text = Uint8Array.from(Buffer.from(JSON.stringify(ask)))
  const sealed = toBase64Url(sealHpke(fromBase64Url(recovery.key), text, bindingOf(id)))
  await query.execute(sql`insert into recovery.asks (id, sealed, created_at) values (${id}, ${sealed}, ${now()})`)
}

/** Opens an ask; gives nothing when it was not sealed to this key, or says nothing that recovery knows. */
export function openAsk(privateKey: Uint8Array, { id, sealed }: { id: string; sealed: string }): MailAsk | undefined {
  try {
    const text = openHpke(privateKey, fromBase64Url(sealed), bindingOf(id))
    return schema.parse(JSON.parse(Buffer.from(text).toString('utf8')))
  } catch {
    return undefined
  }
}
