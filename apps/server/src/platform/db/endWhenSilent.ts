import type { Socket } from 'node:net'
import type pg from 'pg'
import { withoutLimit } from './withoutLimit.js'

/**
 * Ends a connection over which nothing comes while it is asked something: a database whose machine is gone ends no statement itself.
 *
 * @param client - The connection, which is open.
 * @param after - How long nothing may come, in milliseconds: longer than the database lets a statement run. Within a transaction whose
 * statements have no limit it may be as long as it likes.
 */
export function endWhenSilent(client: pg.Client, after: number): void {
  // What the driver types as any stream is a socket, with TLS or without.
  const stream = client.connection.stream as Socket
  const query: unknown = client.query
  let isLong = false
  function ask(...given: unknown[]): unknown {
    const text = textOf(given[0])
    if (text === withoutLimit) isLong = true
    else if (text === 'commit' || text === 'rollback') isLong = false
    stream.setTimeout(isLong ? 0 : after)
    return Reflect.apply(query as typeof ask, client, given)
  }
  Object.assign(client, { query: ask })
  client.on('drain', () => stream.setTimeout(0))
  stream.on('timeout', () => {
    stream.destroy(Object.assign(new Error('The database says nothing any more'), { code: 'ETIMEDOUT' }))
  })
}

/** A statement is asked as a text or as an object that has one. */
function textOf(asked: unknown): unknown {
  return typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked
}
