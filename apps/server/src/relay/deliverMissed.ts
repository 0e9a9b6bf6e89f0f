import type { Hub } from './hub.js'
import type { Want } from './message.js'
import type { MessageStoreTables } from './messageStoreTables.js'
import type { MessageStoreWriter } from './messageStoreWriter.js'
import { pageSize } from './relayLimits.js'

/** How long after a failed write it may still be done, in milliseconds. */
const uncertainWriteWindow = 20_000

/**
 * Delivers messages that other processes stored in the last seconds, and those that this process may have stored although its write failed.
 *
 * @param store - The statements of the message store, and its writer, which knows of writes that failed.
 * @param asked - The parties and their topics, how far back in seconds, and the hub, which knows what was delivered.
 */
export async function deliverMissed(
  { tables, writer }: { tables: MessageStoreTables; writer: Pick<MessageStoreWriter, 'failedAt' | 'forgetFailure'> },
  { wants, seconds, hub }: { wants: readonly Want[]; seconds: number; hub: Pick<Hub, 'hasDelivered' | 'deliver'> },
): Promise<void> {
  const [now, failed] = [performance.now(), writer.failedAt()]
  const found = await tables.findOthers(wants, seconds, { withOwn: failed !== undefined })
  const missed = found.filter((seq) => !hub.hasDelivered(seq))
  for (let at = 0; at < missed.length; at += pageSize)
    hub.deliver(await tables.readPlaces(wants, missed.slice(at, at + pageSize)))
  if (failed !== undefined && now - failed > uncertainWriteWindow) writer.forgetFailure(failed)
}
