import { sql } from 'drizzle-orm'
import { plusMs } from '../../platform/db/dbClock.js'
import { type Query, rows } from '../../platform/db/rows.js'
import { type MailAsk, openAsk } from '../../platform/wallet/mailAsk.js'
import { loginLife } from '../../platform/wallet/oneTimeCode.js'
import type { MailboxContext } from './mailboxContext.js'
import { mailboxIndex } from './mailboxIndex.js'
import { moveMailbox, undoMove } from './moveMailbox.js'
import { proveSocial } from './proveSocial.js'
import { sendMailCode } from './sendMailCode.js'
import { unlinkAccount } from './unlinkAccount.js'

/** Does what `auth` asks of recovery, each ask once and in the order of asking. */
export type MailWorker = {
  /** Looks for asks, without making anybody wait. */
  poke(): void
  /** The same; resolves once the queued jobs are done and their mails were tried. */
  drain(): Promise<void>
  close(): Promise<void>
}

/**
 * Creates the worker of one server; several may share the table.
 *
 * @param context - Recovery and its outbox.
 * @param pause - How often it looks by itself, in milliseconds.
 */
export function createMailWorker(context: MailboxContext, pause = 1_000): MailWorker {
  const { log, outbox } = context
  let serving: Promise<void> | undefined
  let again = false
  let closed = false
  const timer = setInterval(poke, pause)
  timer.unref()

  async function serve(): Promise<void> {
    let isAny = false
    for (;;) {
      const served = closed ? false : await serveNext(context)
      if (served === false) break
      isAny = true
      // A provider may take its time: neither the database nor the mails of others wait for it.
      if (served !== true)
        void proveSocial(context, served).catch(() => log.warn('A social login could not be written'))
    }
    if (isAny) outbox.poke()
  }
  function look(): Promise<void> {
    if (serving !== undefined) {
      again = true
      return serving
    }
    serving = serve().finally(() => {
      serving = undefined
      if (!again) return
      again = false
      poke()
    })
    return serving
  }
  function poke(): void {
    if (!closed) void look().catch(() => log.warn('What was asked of recovery could not be read'))
  }

  return {
    poke,
    async drain() {
      // One that looks already may have passed what was asked since.
      await serving?.catch(() => undefined)
      await look()
      await outbox.drain()
    },
    async close() {
      closed = true
      clearInterval(timer)
      await serving?.catch(() => undefined)
      await outbox.close()
    },
  }
}

type SocialAsk = Extract<MailAsk, { ask: 'social' }>

/** Does the oldest ask; gives false when there is none, and an ask that is to be done outside the transaction. */
async function serveNext(context: MailboxContext): Promise<boolean | SocialAsk> {
  const { db, now, hpke, log } = context
  return db.query.transaction(async (query) => {
    const [asked] = await rows<{ id: string; sealed: string; late: boolean }>(
      query,
      sql`delete from recovery.asks where seq = (select seq from recovery.asks order by seq limit 1 for update skip locked)
        returning id, sealed, created_at < ${plusMs(now(), -loginLife)} as late`,
    )
    if (asked === undefined) return false
    const ask = openAsk(hpke.privateKey, asked)
    if (ask === undefined) log.warn('Recovery was asked for something that it cannot read')
    else if (ask.ask === 'social') {
      if (!asked.late) return ask
    }
    // Such a code has expired.
    else if (ask.ask !== 'code' || !asked.late) await obey(context, query, ask)
    return true
  })
}

async function obey(context: MailboxContext, query: Query, ask: Exclude<MailAsk, SocialAsk>): Promise<void> {
  switch (ask.ask) {
    case 'code':
      return sendMailCode(context, query, ask)
    case 'move':
      return moveMailbox(context, query, ask)
    case 'unlink':
      return unlinkAccount(context, query, ask)
    case 'undo':
      return undoMove(context, query, ask)
    case 'owner':
      // Only wallets of older versions lack a mailbox; they take the first.
      await query.execute(
        sql`update recovery.owners set mailbox_index = ${mailboxIndex(context.box, ask.email)}
          where user_id = ${ask.userId} and mailbox_index is null`,
      )
  }
}
