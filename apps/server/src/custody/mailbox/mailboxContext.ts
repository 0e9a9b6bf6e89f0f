import type { Outbox } from '../../platform/mail/createOutbox.js'
import type { CustodyContext } from '../custodyContext.js'

/** What recovery proves mailboxes with: its own keys, and mails of its own. */
export type MailboxContext = CustodyContext & { schema: 'recovery'; outbox: Outbox }
