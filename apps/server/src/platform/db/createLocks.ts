import pg from 'pg'

/** Locks between the processes of one database, each held by one process at a time. */
export type Locks = {
  /** Takes a lock, or finds that this process still has it; false while another process does. */
  take(name: string): Promise<boolean>
  /** Releases all locks. */
  close(): Promise<void>
}

type Session = { client: pg.Client; held: Set<string> }

/**
 * Creates the locks of one process. They are PostgreSQL's own and live as long as the connection that took them: one that is killed
 * gives them back at once, and one whose machine went away within half a minute.
 *
 * @param url - The `postgres://` URL; the connection is one of its own and is made when the first lock is taken.
 * @returns The locks.
 */
export function createLocks(url: string): Locks {
  let session: Promise<Session> | undefined

  function open(): Promise<Session> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    const opened = connect(client).catch((error: unknown) => {
      forget()
      throw error
    })
    // PostgreSQL gives the locks to others once the connection has ended, so nothing may be believed of it then.
    function forget(): void {
      if (session === opened) session = undefined
      client.end().catch(() => undefined)
    }
    client.on('error', forget)
    client.on('end', forget)
    return opened
  }

  return {
    async take(name) {
      session ??= open()
      const { client, held } = await session
      if (held.has(name)) return true
      const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [name])
      if (rows[0]?.taken !== true) return false
      held.add(name)
      return true
    },
    async close() {
      const opened = await session?.catch(() => undefined)
      await opened?.client.end().catch(() => undefined)
    },
  }
}

async function connect(client: pg.Client): Promise<Session> {
  await client.connect()
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
  return { client, held: new Set() }
}
