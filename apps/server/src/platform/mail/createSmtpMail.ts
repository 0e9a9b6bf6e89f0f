import { createTransport } from 'nodemailer'
import type { Mail } from './mail.js'

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
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html }) {
      await transport.sendMail({
        from,
        // As an object, so that nothing in the address is read as a second one.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'auto-submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
