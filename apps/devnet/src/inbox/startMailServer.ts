import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Message } from './message.js'

/** The largest mail that is taken, in bytes. */
export const maxMailSize = 100_000

/** An SMTP server. */
export type MailServer = { url: string; stop(): Promise<void> }

/**
 * Starts a real SMTP server on this machine, without accounts and without encryption, that hands over each mail it takes.
 *
 * @param options - `port` is 0 for any; `take` gets each mail, and may throw to have it sent again later.
 */
export async function startMailServer(options: {
  port: number
  take: (message: Message) => void
}): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxMailSize,
    banner: 'Latchkey inbox',
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        // What is over the limit is read to its end, as the protocol wants, and forgotten.
        if (!stream.sizeExceeded) chunks.push(chunk)
      })
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(refusal(552, 'The mail is larger than 100 kB'))
        PostalMime.parse(Buffer.concat(chunks))
          .then((mail) =>
            options.take(
              toMessage(
                mail,
                session.envelope.rcptTo.map(({ address }) => address),
              ),
            ),
          )
          .then(
            () => done(),
            () => done(refusal(451, 'Try later')),
          )
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(options.port, '127.0.0.1')
  await Promise.race([
    once(server.server, 'listening'),
    once(server.server, 'error').then(([error]) => Promise.reject(error)),
  ])
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function toMessage(mail: Email, to: readonly string[]): Message {
  const { name, address } = mail.from ?? {}
  return {
    id: randomUUID(),
    at: Date.now(),
    from: name ? `${name} <${address ?? ''}>` : (address ?? ''),
    // The envelope says who got it, whatever the mail claims.
    to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
