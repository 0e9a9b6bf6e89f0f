import type { Log } from '../platform/log/log.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import { anybody, type Claim, type Storage } from './createStorageQuota.js'
import type { NewMessage, Taken } from './message.js'
import type { MessageStoreTables } from './messageStoreTables.js'
import { rowSize } from './relayLimits.js'
import { RelayRefusal } from './relayRefusal.js'

/** Runs what keeps messages while their room is claimed; gives back the room of those that were not kept. */
export type MessageStoreClaims = (rows: readonly Taken[], keep: () => Promise<void>) => Promise<void>

const noRoom = 'There is no room for more messages from your address now'

/**
 * Creates the claims of one message store on a storage.
 *
 * @param options - The storage, the statements that measure what was kept before this process began, and the log.
 * @returns The claims.
 */
export function createMessageStoreClaims(options: {
  storage: Storage
  tables: MessageStoreTables
  log: Log
}): MessageStoreClaims {
  const { storage, tables, log } = options
  let measuring: Promise<void> | undefined = tables
    .measure()
    .then(storage.add, (error: unknown) =>
      log.warn({ reason: reasonOf(error) }, 'What the relay keeps could not be counted'),
    )
    .then(() => {
      measuring = undefined
    })

  return async (rows, keep) => {
    if (measuring) await measuring
    const now = Date.now()
    const claims: Claim[] = []
    try {
      for (const row of rows) {
        const claim = storage.take(row.account ?? anybody, sizeOf(row), now + row.ttl * 1_000)
        if (claim === undefined) throw new RelayRefusal('MailboxLimitExceeded', noRoom)
        claims.push(claim)
      }
      await keep()
    } finally {
      claims.forEach((claim, at) => {
        if (!rows[at]?.isKept) storage.release(claim)
      })
    }
  }
}

function sizeOf({ message, attestation }: NewMessage): number {
  return rowSize.message + message.length + (attestation?.length ?? 0)
}
