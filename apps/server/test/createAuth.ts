import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import type { FactorKind } from '@latchkey/protocol/internal/walletApi'
import { type SQL, sql } from 'drizzle-orm'
import type { AuthContext } from '../src/auth/authContext.js'
import { emailIndex, sealEmail } from '../src/auth/emailIndex.js'
import { rows } from '../src/platform/db/rows.js'
import type { MailMessage } from '../src/platform/mail/mail.js'
import { type MailAsk, openAsk } from '../src/platform/wallet/mailAsk.js'
import { createCustody } from './createCustody.js'

/** What `auth` decides over a real database, without HTTP or mails: what recovery would be asked, and each mail, can be read. */
export async function createAuth(more: Partial<AuthContext> = {}) {
  const custody = await createCustody()
  const { db, now, box, hpke } = custody.context
  const mails: MailMessage[] = []
  const revoked: string[] = []
  let pokes = 0
  const context: AuthContext = {
    ...custody.context,
    mail: { send: async () => undefined, close: () => undefined } as unknown as AuthContext['mail'],
    outbox: {
      put: async (_query, message) => void mails.push(message),
      poke: () => void pokes++,
      drain: async () => undefined,
      depth: async () => mails.length,
      close: async () => undefined,
    },
    onDeviceRevoked: async (userId) => void revoked.push(userId),
    ...more,
  }
  await db.query.execute(
    sql`insert into recovery.hpke_keys (id, public_key, envelope) values (1, ${toBase64Url(hpke.publicKey)}, '')`,
  )

  /** What recovery was asked since the last time, in the order of asking. */
  async function asks(): Promise<MailAsk[]> {
    const found = await rows<{ id: string; sealed: string }>(
      db.query,
      sql`delete from recovery.asks returning id, sealed, created_at`,
    )
    return found.flatMap((row) => openAsk(hpke.privateKey, row) ?? [])
  }

  /** Has a person be known by an address. */
  async function giveEmail(userId: string, email: string): Promise<string> {
    const index = emailIndex(box, email)
    await db.query.execute(
      sql`update auth.users set email_index = ${index}, email_box = ${sealEmail(box, email)} where id = ${userId}`,
    )
    return index
  }

  /** A challenge as a sign-in leaves it, for a browser that may have none of its own yet. */
  async function challenge(
    of: { email: string; deviceId: string; sessionId?: string; kind?: string; newEmailBox?: string },
    { link, isApproved = false }: { link?: string; isApproved?: boolean } = {},
  ): Promise<string> {
    const id = custody.newId()
    await db.query.execute(
      sql`insert into auth.challenges (id, kind, email_index, email_box, new_email_box, session_id, project_id, parent_origin,
          device_id, device_key, device_name, browser, place, network, match_number, token_hash, approved_at, created_at, expires_at)
        values (${id}, ${of.kind ?? 'login'}, ${emailIndex(box, of.email)}, ${sealEmail(box, of.email)}, ${of.newEmailBox ?? null},
          ${of.sessionId ?? null}, 'project', 'https://app.example', ${of.deviceId}, '{}'::jsonb, 'Chrome', 'Chrome', 'Bern', '',
          '42', ${link ?? null}, ${isApproved ? now() : null}, ${now()}, ${now()} + interval '5 minutes')`,
    )
    return id
  }

  /** What recovery writes down when it saw the code of a challenge. */
  async function prove(id: string, deviceId: string, kind = 'login'): Promise<void> {
    await db.query.execute(
      sql`insert into recovery.mail_codes (id, kind, mailbox_index, auth_index, device_id, by_link, salt, mac, made_at, expires_at, proven_at)
        values (${id}, ${kind}, '', '', ${deviceId}, false, '', '', ${now()}, ${now()}, ${now()})`,
    )
  }

  const run = (statement: SQL) => db.query.execute(statement)
  const newEmail = () =>
    `${custody
      .newId()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')}@mail.example`

  /** A person with a wallet and an address. */
  async function person(kinds: readonly FactorKind[] = ['auto'], state: 'creating' | 'active' = 'active') {
    const made = await custody.owner(kinds, state)
    const email = newEmail()
    return { ...made, email, index: await giveEmail(made.userId, email) }
  }

  return {
    ...custody,
    custody: custody.context,
    context,
    mails,
    revoked,
    pokes: () => pokes,
    asks,
    giveEmail,
    challenge,
    prove,
    run,
    newEmail,
    person,
    /** How many rows a statement gives. */
    count: async (statement: SQL) => (await rows(db.query, statement)).length,
    /** What the owner of a wallet will be told. */
    told: (userId: string) =>
      rows<{ title: string; body: string }>(
        db.query,
        sql`select title, body from auth.notices where user_id = ${userId}`,
      ),
  }
}
