import pg from 'pg'
import { Refusal } from '../http/refusal.js'
import { endWhenSilent } from './endWhenSilent.js'

/** The connection limit of one part of the server. */
export type PoolLimits = {
  /** Connections at most. */
  size: number
  /** How long to wait for a connection, in milliseconds. */
  wait: number
  /** How long a statement may run, in milliseconds; 0 for as long as it needs. */
  statement: number
  /** How long an open transaction may do nothing, in milliseconds; 0 for as long as it likes. */
  idleTransaction: number
}

type Callback = Extract<Parameters<pg.Pool['connect']>[0], (...args: never[]) => unknown>

/**
 * Creates a pool of connections; it opens them as they are needed.
 *
 * @param url - The `postgres://` URL.
 * @param limits - How many connections, and how long each wait may be, in milliseconds.
 * @returns The pool. A wait that is over rejects with a `Refusal` of status 503.
 */
export function createPool(url: string, limits: PoolLimits): pg.Pool {
  const pool = new LimitedPool({
    connectionString: url,
    max: limits.size,
    connectionTimeoutMillis: limits.wait,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Compiling a statement takes a tenth of a second and more; all of ours are short, however many rows the planner expects.
    options: '-c jit=off',
    ...(limits.statement === 0 ? {} : { statement_timeout: limits.statement }),
    ...(limits.idleTransaction === 0 ? {} : { idle_in_transaction_session_timeout: limits.idleTransaction }),
  })
  // A connection that breaks is replaced by the next query. Without listeners it would end the process: the pool's is for idle
  // ones, the connection's for one that is taken while no statement runs on it.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    if (limits.statement > 0 && client instanceof pg.Client) endWhenSilent(client, limits.statement + limits.wait)
  })
  return pool
}

/** A pool that says in our words that there was no connection. */
class LimitedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined)
      return super.connect().catch((error: unknown) => {
        throw toRefusal(error)
      })
    super.connect((error, client, done) => callback(error && toRefusal(error), client, done))
    return undefined
  }
}

/** The two waits have no code of their own, for a connection of the pool and for a new one; neither has one that breaks as it opens. */
function toRefusal<Fault>(error: Fault): Fault | Refusal {
  const message = error instanceof Error ? error.message : ''
  const refuse = (what: string) =>
    new Refusal(503, 'database', `${what}. Try again in some seconds.`, {
      headers: { 'retry-after': '5' },
      cause: error,
    })
  if (message === 'timeout exceeded when trying to connect') return refuse('All connections to the database are taken')
  return message.startsWith('Connection terminated') ? refuse('The database does not answer') : error
}
