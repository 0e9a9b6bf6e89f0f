import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../platform/db/db.js'
import { rows, rowsOfLong } from '../platform/db/rows.js'
import { sweepRows } from '../platform/db/sweepRows.js'
import type { HashReceipt, StoredMessage, Taken, Want } from './message.js'
import type { Counted } from './messageStoreQuota.js'
import { grantSize, messagesPerTopic, pageBytes, rowSize, ttlSeconds } from './relayLimits.js'

/** The places of new messages by topic and hash, what was counted before them, and when that was, in milliseconds. */
export type Kept = { seqs: ReadonlyMap<string, number>; counted: readonly Counted[]; now: number }

/** The acknowledged messages by party, and when the record expires. */
export type Receipt = { seq: number; party: string; expires: number }

const sweepSize = 2_000

/** The statements of a message store. */
export type MessageStoreTables = ReturnType<typeof createMessageStoreTables>

/** The statements of the message store; each takes many rows as one JSON text, which both databases read fast. */
export function createMessageStoreTables(db: Db, origin: string) {
  const { query } = db
  // Clients in other languages take whole numbers only. `extract` would give numeric, which costs ten times as much.
  const ms = (time: SQL) => sql`round(date_part('epoch', ${time}) * 1000)`
  const columns = sql`m.seq::float8 as seq, m.topic, m.hash, m.message, m.tag, m.attestation, m.sender,
    ${ms(sql`m.published_at`)} as "publishedAt", ${ms(sql`m.expires_at`)} as "expiresAt"`
  const json = (values: readonly object[]): SQL => sql`${JSON.stringify(values)}::json`
  const insertReceipts = (receipts: readonly Receipt[]) => sql`insert into relay.receipts (seq, party, expires_at)
    select g.seq, g.party, to_timestamp(g.expires / 1000)
    from json_to_recordset(${json(receipts)}) as g (seq bigint, party text, expires float8)
    on conflict do nothing`

  return {
    /**
     * Keeps messages, on the topics to count only as many as there is room for, and gives the places of those that are new. A
     * message that nobody may have any more gives its place to its equal. Keeps acknowledgements with them.
     */
    async insert(
      messages: readonly Taken[],
      toCount: ReadonlySet<string>,
      receipts: readonly Receipt[] = [],
    ): Promise<Kept> {
      const before = Date.now()
      const counts = new Map<string, number>()
      const numbered = messages.map(({ topic, hash, message, tag, attestation, sender, ttl, delivered }, at) => {
        // A delivered message keeps its time and its room.
        if (delivered !== undefined)
          return { at, topic, hash, message, tag, attestation, sender, ttl, age: before - delivered.publishedAt }
        const nth = toCount.has(topic) ? (counts.get(topic) ?? 0) + 1 : undefined
        if (nth !== undefined) counts.set(topic, nth)
        return { at, topic, hash, message, tag, attestation, sender, ttl, age: 0, nth }
      })
      // Whole milliseconds, the precision of the wire.
      const published = sql`date_trunc('milliseconds', now()) - g.age * interval '1 millisecond'`
      const had = receipts.length === 0 ? sql`` : sql`had as (${insertReceipts(receipts)}),`
      // One row, which drivers read much faster than one for each message.
      const [row] = await rows<{ seqs: { [key: string]: number } | null; counted: Counted[] | null; now: number }>(
        query,
        sql`with ${had} counted as (
            select t.topic, (select count(*)::int from
                (select from relay.messages o where o.topic = t.topic limit ${messagesPerTopic}) held) as held,
              array(select o.hash from relay.messages o where o.topic = t.topic limit ${grantSize + 1}) as hashes
            from json_array_elements_text(${JSON.stringify([...toCount])}::json) as t (topic)),
          kept as (
            insert into relay.messages as m
              (topic, hash, message, tag, attestation, sender, origin, published_at, expires_at)
            select g.topic, g.hash, g.message, g.tag, g.attestation, g.sender, ${origin},
              ${published}, ${published} + g.ttl * interval '1 second'
            from json_to_recordset(${json(numbered)}) as g
              (at int, topic text, hash text, message text, tag int, attestation text, sender text, ttl int, age float8, nth int)
            left join counted c on c.topic = g.topic
            where g.nth is null or c.held + g.nth <= ${messagesPerTopic}
            order by g.at
            on conflict (topic, hash) do update set seq = default, tag = excluded.tag, attestation = excluded.attestation,
              sender = excluded.sender, origin = excluded.origin, published_at = excluded.published_at,
              expires_at = excluded.expires_at
            where m.expires_at <= now()
            returning m.seq, m.topic || m.hash as key)
          select (select json_object_agg(key, seq) from kept) as seqs, (select json_agg(counted) from counted) as counted,
            ${ms(sql`date_trunc('milliseconds', now())`)} as now`,
      )
      return { seqs: new Map(Object.entries(row?.seqs ?? {})), counted: row?.counted ?? [], now: row?.now ?? before }
    },
    /** Returns topic and hash, one after the other, of those that are kept. */
    async whichExist(messages: readonly { topic: string; hash: string }[]): Promise<string[]> {
      const found = await rows<{ key: string }>(
        query,
        sql`select m.topic || m.hash as key
          from json_to_recordset(${json(messages.map(({ topic, hash }) => ({ topic, hash })))}) as g (topic text, hash text)
          join relay.messages m on m.topic = g.topic and m.hash = g.hash`,
      )
      return found.map(({ key }) => key)
    },
    async insertReceipts(receipts: readonly Receipt[]): Promise<void> {
      await rows(query, insertReceipts(receipts))
    },
    /** Returns until when acknowledgements are kept, in milliseconds: those that are new and whose message is there. */
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
    /** Returns how many bytes are kept, by the minute since 1970 in which they go. */
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
    /** Returns the next messages up to a number and a size, at least one, and whether there are more. */
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
    /** Returns the places of what was kept on topics in the last seconds, the oldest first, by other processes only unless asked for all. */
    async findOthers(wants: readonly Want[], seconds: number, { withOwn = false } = {}): Promise<number[]> {
      const topics = JSON.stringify(wants.map(({ topic }) => topic))
      // Within `coalesce` the topics are looked up by their hash; as a join they may be run through for each message.
      const [row] = await rows<{ seqs: number[] | null }>(
        query,
        sql`select json_agg(m.seq order by m.seq) as seqs from relay.messages m
          where m.published_at > now() - ${seconds}::int * interval '1 second'
            ${withOwn ? sql`` : sql`and m.origin <> ${origin}`}
            and coalesce(m.topic in (select json_array_elements_text(${topics}::json)), false)`,
      )
      return row?.seqs ?? []
    },
    /** Returns messages by their places for those who neither sent nor have them; twice where two want one. */
    readPlaces(wants: readonly Want[], seqs: readonly number[]): Promise<StoredMessage[]> {
      return rows<StoredMessage>(
        query,
        sql`select ${columns} from relay.messages m
          join json_to_recordset(${json(wants)}) as w (topic text, party text) on w.topic = m.topic and w.party <> m.sender
          where m.seq = any(${`{${seqs.join()}}`}::bigint[])
            and not exists (select from relay.receipts r where r.seq = m.seq and r.party = w.party)
          order by m.seq`,
      )
    },
    /** Deletes what has expired, and messages that are older than some seconds: they may be from before a shorter time was set. */
    async sweep(most = ttlSeconds.max): Promise<void> {
      const due = { by: sql`expires_at`, due: sql`expires_at <= now()`, batch: sweepSize }
      const run = (statement: SQL) => rows(query, statement)
      await sweepRows(run, { table: sql`relay.messages`, ...due })
      const published = sql`published_at`
      const old = sql`${published} <= now() - ${most}::int * interval '1 second'`
      await sweepRows(run, { table: sql`relay.messages`, by: published, due: old, batch: sweepSize })
      await sweepRows(run, { table: sql`relay.receipts`, ...due })
    },
  }
}
