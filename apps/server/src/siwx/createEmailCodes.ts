import { isLatchkeyError } from '@latchkey/protocol/errors'
import { Refusal } from '../platform/http/refusal.js'
import { wideNetworkOf } from '../platform/limits/networkOf.js'
import { layoutMail } from '../platform/mail/layoutMail.js'
import type { Mail } from '../platform/mail/mail.js'
import { randomId } from '../platform/secrets/randomId.js'
import type { SecretBox } from '../platform/secrets/secretBox.js'
import { isCode, newCode, readCode, sealCode } from '../platform/wallet/oneTimeCode.js'
import { readEmail } from '../platform/wallet/readEmail.js'
import { codeMinutes, type SiwxTables } from './createSiwxTables.js'

/** The request for a code: its client and address. */
export type EmailAsk = {
  email: string
  account: string
  /** The id of the account where it is signed in as it asks: it has a budget of its own. */
  accountId: string | undefined
  projectId: string
  ip: string
  site: string | undefined
}

/** The confirmation of an e-mail address for an account. */
export type EmailCodes = {
  /** Mails a code and returns its id; undefined where the address is confirmed already, which only its own account learns. */
  ask(ask: EmailAsk): Promise<string | undefined>
  /** Refuses a code that is not the one. */
  confirm(id: string, code: string): Promise<void>
  /** The keyed hash of an address that is confirmed for an account, by this code or before; refuses one that is not. */
  take(email: string, of: { account: string; projectId: string; id: string | undefined }): Promise<string>
}

/**
 * Creates the codes that confirm an address. Only a keyed hash of it is kept.
 *
 * @param options - The statements, the boxes of the ring, the mail port, how many codes an address and a network get in an hour, who
 * the sender of the mail, and the callback for failed mails.
 */
export function createEmailCodes(options: {
  tables: SiwxTables
  boxes: readonly [SecretBox, ...SecretBox[]]
  mail: Mail
  most: { address: number; network: number }
  name: string
  onFailed: (cause: unknown) => void
}): EmailCodes {
  const { tables, boxes, mail, most, name, onFailed } = options
  const [box] = boxes
  const indexesOf = (email: string) => boxes.map((each) => each.index('siwx e-mail', email))
  const bindingOf = (id: string, account: string, emailIndex: string) => ({
    id,
    kind: 'siwx',
    mailboxIndex: emailIndex,
    deviceId: account,
  })

  return {
    async ask({ email: typed, account, accountId, projectId, ip, site }) {
      const email = normalise(typed)
      const [emailIndex = '', ...older] = indexesOf(email)
      // Anybody can ask, and would learn whose address belongs to which account.
      const isOwn = accountId !== undefined
      if (isOwn && (await tables.hasEmail(projectId, account, [emailIndex, ...older]))) return undefined
      const id = randomId()
      const code = newCode()
      const { salt, mac } = sealCode(box, bindingOf(id, account, emailIndex), code)
      const networkIndex = box.index('siwx network', wideNetworkOf(ip))
      const full = await tables.addCode(
        { id, projectId, account, accountId, emailIndex, networkIndex, salt, mac },
        most,
      )
      if (full !== undefined) throw new Refusal(429, full, 'Too many codes were asked for. Try again in an hour.')
      try {
        await mail.send(codeMail({ email, code, name, site }))
      } catch (cause) {
        onFailed(cause)
        // Without its cause, which the log would tell: a mail server's refusal names the address.
        throw new Refusal(503, 'email', 'The mail could not be sent. Try again later.')
      }
      return id
    },
    async confirm(id, typed) {
      const code = readCode(typed)
      const kept = code === undefined ? undefined : await tables.tryCode(id)
      const isRight =
        code !== undefined &&
        kept !== undefined &&
        boxes.some((each) => isCode(each, bindingOf(id, kept.account, kept.emailIndex), kept, code))
      if (!isRight) throw new Refusal(401, 'code', 'The code is wrong or over')
      await tables.proveCode(id)
    },
    async take(typed, { account, projectId, id }) {
      const indexes = indexesOf(normalise(typed))
      const proven = id === undefined ? undefined : await tables.takeProven(id, projectId, account)
      if (proven !== undefined && indexes.includes(proven)) return proven
      if (id === undefined && (await tables.hasEmail(projectId, account, indexes))) return indexes[0] ?? ''
      throw new Refusal(401, 'email', 'The e-mail address is not confirmed')
    },
  }
}

function codeMail({
  email,
  code,
  name,
  site,
}: {
  email: string
  code: string
  name: string
  site: string | undefined
}) {
  const where = site === undefined ? 'the app that asks for it' : new URL(site).host
  return layoutMail({
    to: email,
    subject: site === undefined ? `${code} is your code` : `${code} is your code for ${where}`,
    wallet: name,
    title: 'Confirm your e-mail',
    parts: [
      { text: `Type this code at ${where} to sign in with your wallet and this e-mail address.` },
      { code },
      { small: `It works once, for ${codeMinutes} minutes. If you did not ask for it, ignore this e-mail.` },
    ],
  })
}

function normalise(typed: string): string {
  try {
    return readEmail(typed)
  } catch (cause) {
    if (!isLatchkeyError(cause) && !(cause instanceof Error)) throw cause
    throw new Refusal(400, 'email', 'This is not an e-mail address we can write to', { cause })
  }
}
