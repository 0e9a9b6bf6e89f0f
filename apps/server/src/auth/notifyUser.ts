import type { Outbox } from '../platform/mail/createOutbox.js'
import type { WalletDeps } from '../walletDeps.js'
import { noticeMail } from './mails/writeMails.js'
import { readUserEmail } from './sessions.js'

/** Tells a user by mail what has happened to the wallet. */
export async function notifyUser(
  context: WalletDeps & { outbox: Outbox },
  userId: string,
  notice: { title: string; text: string },
): Promise<void> {
  const { email } = await readUserEmail(context, userId)
  const facts = { to: email, wallet: context.name, parentOrigin: context.origin, place: '' }
  await context.outbox.put(context.db.query, noticeMail(facts, notice), 86_400_000)
  context.outbox.poke()
}
