import { escapeHtml } from '../http/escapeHtml.js'
import type { MailMessage } from './mail.js'

/** One part of a mail, in the order it is read. */
export type MailPart =
  | { text: string }
  | { code: string }
  | { button: string; url: string }
  | { link: string; url: string }
  | { facts: readonly (readonly [name: string, value: string])[] }
  | { small: string }

/**
 * Writes a mail twice, as text and as HTML that needs no pictures and is dark in a dark inbox.
 *
 * @param mail - To whom, about what, from which wallet, and the parts.
 * @returns The message.
 */
export function layoutMail(mail: {
  to: string
  subject: string
  wallet: string
  title: string
  parts: readonly MailPart[]
}): MailMessage {
  const { to, subject, wallet, title, parts } = mail
  const body = parts.map(toHtml).join('\n')
  return {
    to,
    subject: oneLine(subject),
    text: `${[title, ...parts.map(toText), `— ${wallet}`].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${dark}</style></head>
<body class="ground" style="margin:0;padding:24px 12px;background:#f2f5f4;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#10201c">
<div class="card" style="max-width:440px;margin:0 auto;padding:32px 28px;background:#ffffff;border-radius:20px">
<p class="quiet" style="margin:0 0 20px;font-size:14px;font-weight:600;color:#4f605b">${escapeHtml(wallet)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${toLine(title)}</h1>
${body}
</div></body></html>
`,
  }
}

// A mailbox that leaves styles out shows the light colours, which are written at each part.
const dark = [
  '@media (prefers-color-scheme:dark){',
  '.ground{background:#0c110f!important;color:#ecf3f0!important}.card{background:#121816!important}',
  '.quiet{color:#a3b3ad!important}.link{color:#5fd1b3!important}',
  '.button{background:#5fd1b3!important;color:#06231b!important}}',
].join('')

function toText(part: MailPart): string {
  if ('text' in part) return part.text
  if ('code' in part) return `    ${part.code}`
  if ('button' in part) return `${part.button}:\n${part.url}`
  if ('link' in part) return `${part.link}: ${part.url}`
  if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${oneLine(value)}`).join('\n')
  return part.small
}

function toHtml(part: MailPart): string {
  if ('text' in part) return `<p style="margin:0 0 16px">${toLine(part.text)}</p>`
  if ('code' in part)
    return `<p class="ground" style="margin:0 0 20px;padding:16px;background:#f2f5f4;border-radius:12px;text-align:center;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px;text-indent:8px">${escapeHtml(part.code)}</p>`
  if ('button' in part)
    return `<p style="margin:0 0 20px"><a href="${escapeHtml(part.url)}" class="button" style="display:inline-block;padding:12px 24px;background:#0b6b57;color:#ffffff;border-radius:999px;font-weight:600;text-decoration:none">${escapeHtml(part.button)}</a></p>`
  if ('link' in part)
    return `<p style="margin:0 0 8px;font-size:13px"><a href="${escapeHtml(part.url)}" class="link" style="color:#0b6b57">${escapeHtml(part.link)}</a></p>`
  if ('facts' in part) {
    const lines = part.facts.map(
      ([name, value]) =>
        `<tr><td class="quiet" style="padding:4px 16px 4px 0;color:#4f605b;white-space:nowrap;vertical-align:top">${escapeHtml(name)}</td><td style="padding:4px 0;word-break:break-word">${escapeHtml(oneLine(value))}</td></tr>`,
    )
    return `<table role="presentation" style="margin:0 0 20px;border-collapse:collapse;font-size:14px">${lines.join('')}</table>`
  }
  return `<p class="quiet" style="margin:0 0 8px;font-size:13px;color:#4f605b">${toLine(part.small)}</p>`
}

/** No line ends at the hyphen of an e-mail. */
function toLine(text: string): string {
  return escapeHtml(text).replace(/\be-mail/gi, '<span style="white-space:nowrap">$&</span>')
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
}
