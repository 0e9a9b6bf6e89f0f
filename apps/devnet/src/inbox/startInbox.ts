import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { inboxRoutes } from './inboxRoutes.js'
import { createMailbox } from './mailbox.js'
import type { Message } from './message.js'
import { startMailServer } from './startMailServer.js'

/** How to start the inbox. */
export type StartInboxOptions = {
  /** Port of the page; 0 (default) means any. */
  port?: number
  /** Port for mails; 0 (default) means any. */
  smtpPort?: number
}

/** A running inbox. */
export type Inbox = {
  /** The page on which a person reads the mails. */
  url: string
  /** The SMTP URL. */
  smtpUrl: string
  /** The mails that arrived, newest first; those to one address when it is given. */
  messages(to?: string): readonly Message[]
  stop(): Promise<void>
}

/**
 * Starts a mail server that delivers to a page instead of to people: every mail to any address shows up there at once.
 * `GET /messages?to=ada@mail.example` answers with the same as JSON, newest first.
 *
 * @param options - The ports.
 * @returns Where the page and the mail server are, and `stop`.
 * @throws LatchkeyError INVALID_CONFIG when a port cannot be had.
 *
 * @example
 * import { startInbox } from '@latchkey/devnet'
 * const inbox = await startInbox()
 * console.log(inbox.url, inbox.smtpUrl)
 */
export async function startInbox(options: StartInboxOptions = {}): Promise<Inbox> {
  const mailbox = createMailbox()
  const failed = (cause: unknown) => new LatchkeyError('INVALID_CONFIG', 'The inbox could not be started', { cause })
  const mail = await startMailServer({ port: options.smtpPort ?? 0, take: mailbox.add }).catch((cause: unknown) => {
    throw failed(cause)
  })
  const server = serve({ fetch: inboxRoutes(mailbox).fetch, port: options.port ?? 0, hostname: '127.0.0.1' })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('listening', resolve)
      server.once('error', reject)
    })
  } catch (cause) {
    await mail.stop()
    throw failed(cause)
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    smtpUrl: mail.url,
    messages: mailbox.list,
    async stop() {
      await mail.stop()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
    },
  }
}
