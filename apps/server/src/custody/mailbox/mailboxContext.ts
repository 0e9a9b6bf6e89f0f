import type { Outbox } from '../../platform/mail/createOutbox.js'
import type { CustodyContext } from '../custodyContext.js'

/** The parts with which recovery verifies mailboxes: its own keys and mails. */
export type MailboxContext = CustodyContext & { schema: 'recovery'; outbox: Outbox }
