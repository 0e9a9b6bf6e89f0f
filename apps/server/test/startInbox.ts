import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server that keeps what it is given. */
export type Inbox = {
  url: string
  readonly mails: Email[]
  /** Refuses mails for a while when true. */
  isFull: boolean
  /** Waits for the newest mail to an address that matches; each is given once. */
  next(to: string, subject?: RegExp): Promise<Email>
  stop(): Promise<void>
}

/** Starts the inbox on a free port. */
export async function startInbox(): Promise<Inbox> {
  const mails: Email[] = []
  const taken = new Set<Email>()
  const inbox = { url: '', mails, isFull: false }
  async function take(stream: AsyncIterable<unknown>): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    if (inbox.isFull) throw Object.assign(new Error('Try later'), { responseCode: 451 })
    mails.push(await PostalMime.parse(Buffer.concat(chunks)))
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      // A sender that dies in the middle of a mail has sent none.
      take(stream).then(() => done(), done)
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  inbox.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return Object.assign(inbox, {
    async next(to: string, subject = /./) {
      for (let attempt = 0; attempt < 2_000; attempt++) {
        const found = mails.find(
          (mail) =>
            !taken.has(mail) && mail.to?.some(({ address }) => address === to) && subject.test(mail.subject ?? ''),
        )
        if (found) {
          taken.add(found)
          return found
        }
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`No mail to ${to}`)
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}
