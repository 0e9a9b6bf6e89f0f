import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../platform/db/db.js'
import { rows, rowsOfLong } from '../platform/db/rows.js'
import { sweepRows } from '../platform/db/sweepRows.js'
import type { HashReceipt, StoredMessage, Taken, Want } from './message.js'
import { grantSize, mailboxSize, pageBytes, rowSize } from './relayLimits.js'

/** What the database adds to a message. */
type Place = Pick<StoredMessage, 'seq' | 'topic' | 'hash' | 'publishedAt' | 'expiresAt'>

const sweepSize = 2_000

/** The statements of the mailbox; each takes many rows as one JSON text, which both databases read fast. */
export function createMailboxTables(db: Db, origin: string) {
  const { query } = db
  // Clients in other languages take whole numbers only. `extract` would give numeric, which costs ten times as much.
  const ms = (time: SQL) => sql`floor(date_part('epoch', ${time}) * 1000)`
  const place = sql`m.seq::float8 as seq, m.topic, m.hash, ${ms(sql`m.published_at`)} as "publishedAt",
    ${ms(sql`m.expires_at`)} as "expiresAt"`
  const columns = sql`${place}, m.message, m.tag, m.attestation, m.sender`
  const json = (values: readonly object[]): SQL => sql`${JSON.stringify(values)}::json`

  return {
    /** Keeps messages and gives the places of those that are new; a message that nobody may have any more gives its place to its equal. */
    insert(messages: readonly Taken[]): Promise<Place[]> {
      const now = Date.now()
      const numbered = messages.map(({ topic, hash, message, tag, attestation, sender, ttl, told }, at) => {
        // What was told before says the same time when it is told again.
        const age = told === undefined ? 0 : now - told.publishedAt
        return { at, topic, hash, message, tag, attestation, sender, ttl, age }
      })
      return rows<Place>(
        query,
        sql`insert into relay.messages as m
            (topic, hash, message, tag, attestation, sender, origin, published_at, expires_at)
          select g.topic, g.hash, g.message, g.tag, g.attestation, g.sender, ${origin},
            now() - g.age * interval '1 millisecond', now() + g.ttl * interval '1 second' - g.age * interval '1 millisecond'
          from json_to_recordset(${json(numbered)})
            as g (at int, topic text, hash text, message text, tag int, attestation text, sender text, ttl int, age float8)
          order by g.at
          on conflict (topic, hash) do update set seq = default, tag = excluded.tag, attestation = excluded.attestation,
            sender = excluded.sender, origin = excluded.origin, published_at = excluded.published_at,
            expires_at = excluded.expires_at
          where m.expires_at <= now()
          returning ${place}`,
      )
    },
    /** Counts what waits on topics, up to the size of a mailbox, and gives the hashes of the first. */
    count(topics: readonly string[]): Promise<{ topic: string; held: number; hashes: string[] }[]> {
      return rows(
        query,
        sql`select t.topic, (select count(*)::int from
            (select from relay.messages o where o.topic = t.topic limit ${mailboxSize}) held) as held,
            array(select o.hash from relay.messages o where o.topic = t.topic limit ${grantSize + 1}) as hashes
          from json_array_elements_text(${JSON.stringify(topics)}::json) as t (topic)`,
      )
    },
    /** Gives topic and hash, one after the other, of those that are kept. */
    async whichExist(messages: readonly { topic: string; hash: string }[]): Promise<string[]> {
      const found = await rows<{ key: string }>(
        query,
        sql`select m.topic || m.hash as key
          from json_to_recordset(${json(messages.map(({ topic, hash }) => ({ topic, hash })))}) as g (topic text, hash text)
          join relay.messages m on m.topic = g.topic and m.hash = g.hash`,
      )
      return found.map(({ key }) => key)
    },
    async insertReceipts(receipts: readonly { seq: number; party: string; expires: number }[]): Promise<void> {
      await rows(
        query,
        sql`insert into relay.receipts (seq, party, expires_at)
          select g.seq, g.party, to_timestamp(g.expires / 1000)
          from json_to_recordset(${json(receipts)}) as g (seq bigint, party text, expires float8)
          on conflict do nothing`,
      )
    },
    /** Gives until when acknowledgements are kept, in milliseconds: those that are new and whose message is there. */
    async insertReceiptsByHash(receipts: readonly HashReceipt[]): Promise<number[]> {
      const inserted = await rows<{ until: number }>(
        query,
        sql`insert into relay.receipts (seq, party, expires_at)
          select m.seq, g.party, m.expires_at
          from json_to_recordset(${json(receipts)}) as g (topic text, hash text, party text)
          join relay.messages m on m.topic = g.topic and m.hash = g.hash order by m.seq
          on conflict do nothing returning ${ms(sql`expires_at`)} as until`,
      )
      return inserted.map(({ until }) => until)
    },
    /** Gives how many bytes are kept, by the minute since 1970 in which they go. */
    async measure(): Promise<Map<number, number>> {
      const minute = sql`ceil(date_part('epoch', expires_at) / 60)`
      const sums = await rowsOfLong<{ minute: number; bytes: number }>(
        query,
        sql`select minute, sum(bytes)::float8 as bytes from (
            select ${minute} as minute, octet_length(message) + coalesce(octet_length(attestation), 0) + ${rowSize.message} as bytes
            from relay.messages
            union all select ${minute}, ${rowSize.receipt} from relay.receipts) as kept
          group by minute`,
      )
      return new Map(sums.map(({ minute, bytes }) => [minute, bytes]))
    },
    /** Gives the next messages up to a number and a size, at least one, and whether there are more. */
    async read(
      wants: readonly Want[],
      after: number,
      limit: number,
    ): Promise<{ messages: StoredMessage[]; hasMore: boolean }> {
      type Row = StoredMessage & { found: number }
      const page = await rows<Row>(
        query,
        sql`select ${columns}, m.found from (
            select *, count(*) over ()::int as found, row_number() over (order by seq) as place,
              sum(bytes) over (order by seq) - bytes as before
            from (select m.*, octet_length(m.message) + coalesce(octet_length(m.attestation), 0) as bytes
              from json_to_recordset(${json(wants)}) as w (topic text, party text)
              join relay.messages m on m.topic = w.topic
              where m.seq > ${after}::bigint and m.expires_at > now() and m.sender <> w.party
                and not exists (select from relay.receipts r where r.seq = m.seq and r.party = w.party)
              order by m.seq limit ${limit + 1}) next) m
          where m.place <= ${limit} and m.before < ${pageBytes} order by m.seq`,
      )
      const messages = page.map(({ found: _, ...message }) => message)
      return { messages, hasMore: (page[0]?.found ?? 0) > page.length }
    },
    /** Gives what was kept in the last seconds for those who neither sent nor have it, by other processes only unless asked for all. */
    readOthers(wants: readonly Want[], seconds: number, { withOwn = false } = {}): Promise<StoredMessage[]> {
      return rows<StoredMessage>(
        query,
        sql`select ${columns} from relay.messages m
          join json_to_recordset(${json(wants)}) as w (topic text, party text) on w.topic = m.topic and w.party <> m.sender
          where m.published_at > now() - ${seconds}::int * interval '1 second'
            ${withOwn ? sql`` : sql`and m.origin <> ${origin}`}
            and not exists (select from relay.receipts r where r.seq = m.seq and r.party = w.party)
          order by m.seq`,
      )
    },
    async sweep(): Promise<void> {
      const due = { by: sql`expires_at`, due: sql`expires_at <= now()`, batch: sweepSize }
      const run = (statement: SQL) => rows(query, statement)
      await sweepRows(run, { table: sql`relay.messages`, ...due })
      await sweepRows(run, { table: sql`relay.receipts`, ...due })
    },
  }
}
