import { createTransport } from 'nodemailer'
import { type Mail, mailsAtOnce } from './mail.js'

const sendTime = 120_000

/**
 * Sends mails over SMTP.
 *
 * @param options - An `smtp://` or `smtps://` URL with login if one is needed, and who the mails come from.
 * @returns The mail port.
 *
 * @example
 * import { createSmtpMail } from './createSmtpMail.js'
 * const mail = createSmtpMail({ url: 'smtp://127.0.0.1:2525', from: 'Wallet <wallet@example.com>' })
 */
export function createSmtpMail({ url, from }: { url: string; from: string }): Mail {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: mailsAtOnce,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // A server that takes a minute over a mail has often taken it: who gives up sooner sends it twice.
    socketTimeout: 90_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^@\s<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ to, subject, text, html, id }) {
      await transport.sendMail({
        from,
        // As an object, so that nothing in the address is read as a second one.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // Of two copies with one Message-ID most mailboxes show one.
        ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
        signal: AbortSignal.timeout(sendTime),
        headers: { 'auto-submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
