import type { Hub } from './hub.js'
import type { MailboxTables } from './mailboxTables.js'
import type { MailboxWriter } from './mailboxWriter.js'
import type { Want } from './message.js'
import { pageSize } from './relayLimits.js'

/** How long after a failed write it may still be done, in milliseconds. */
const doubtTime = 20_000

/**
 * Tells what other processes took in the last seconds, and what this one may have kept without hearing of it.
 *
 * @param mailbox - The statements of the mailbox, and its writer, which knows of writes that failed.
 * @param asked - The parties and their topics, how far back in seconds, and the hub, which knows what was delivered.
 */
export async function tellMissed(
  { tables, writer }: { tables: MailboxTables; writer: Pick<MailboxWriter, 'failedAt' | 'forgetFailure'> },
  { wants, seconds, hub }: { wants: readonly Want[]; seconds: number; hub: Pick<Hub, 'hasHeard' | 'tellHere'> },
): Promise<void> {
  const [now, failed] = [performance.now(), writer.failedAt()]
  const found = await tables.findOthers(wants, seconds, { withOwn: failed !== undefined })
  const missed = found.filter((seq) => !hub.hasHeard(seq))
  for (let at = 0; at < missed.length; at += pageSize)
    hub.tellHere(await tables.readPlaces(wants, missed.slice(at, at + pageSize)))
  if (failed !== undefined && now - failed > doubtTime) writer.forgetFailure(failed)
}
