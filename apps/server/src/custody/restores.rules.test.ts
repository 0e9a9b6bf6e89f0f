import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustody } from '../../test/createCustody.js'
import { rows } from '../platform/db/rows.js'
import { hashToken } from '../platform/secrets/randomId.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import type { CustodyContext } from './custodyContext.js'
import { noteProof } from './proofs.js'
import { admitNewBrowser, approveRestore, listRestores, restoreWait, stopRestore } from './restores.js'

const hour = 3_600_000
const day = 24 * hour
const frozen = { refusal: 'FROZEN' }

let custody: Awaited<ReturnType<typeof createCustody>>
beforeAll(async () => {
  custody = await createCustody()
}, 180_000)
afterAll(() => custody?.stop())

/** An owner, and a new browser that asks for the wallet. */
async function asked(newDevice: CustodyContext['newDevice']) {
  const made = await custody.owner(['auto'])
  const { session, walletId, userId } = made
  const fresh = await custody.signIn(userId, { deviceName: 'Fresh' })
  const links: { label: string; url: string }[] = []
  let sent = 0
  const context: CustodyContext = {
    ...custody.context,
    newDevice,
    async notify(query, to, notice) {
      await custody.context.notify(query, to, notice)
      if (notice.link) links.push(notice.link)
    },
    async sendNotices() {
      sent++
    },
  }
  const admit = (at: Principal = fresh, deps: Partial<CustodyContext> = {}) =>
    admitNewBrowser({ ...context, ...deps }, { ...at, now: custody.clock.now }, walletId)
  return {
    ...made,
    fresh,
    context,
    admit,
    links,
    sent: () => sent,
    told: () => custody.notices.filter((notice) => notice.userId === userId),
    list: (at: Principal = session) => listRestores(context, at),
    stop: (deviceId = fresh.deviceId, at: Principal = session) => stopRestore(context, at, deviceId),
    approve: (deviceId = fresh.deviceId, at: Principal = session) => approveRestore(context, at, deviceId),
  }
}

describe('a new browser', () => {
  it('is let in at once where the operator says so, without a word', async () => {
    const { admit, list, told } = await asked('at-once')
    await admit()
    expect([await list(), told()]).toEqual([{ restores: [] }, []])
  })

  it('waits a day and is let in for a week after it, where it is to wait', async () => {
    const { admit, context, fresh, links, list, sent, told, walletId } = await asked('wait')
    const first = await admit().catch((error: unknown) => error)
    expect(first).toMatchObject({ ...frozen, more: { retryAfterMs: restoreWait } })
    expect(first).toMatchObject({ message: expect.stringContaining('It can open it in 24 hours, unless') })
    const { now } = custody.clock
    const entry = { deviceId: fresh.deviceId, name: 'Fresh', askedAt: now, readyAt: now + day }
    expect(await list()).toEqual({ restores: [entry] })
    expect(told()).toEqual([
      {
        userId: fresh.userId,
        title: 'A new browser wants your wallet',
        text: expect.stringMatching(
          /^The browser “Fresh” signed in by e-mail and asks for your wallet\. It gets the wallet in 24 hours, unless/,
        ),
      },
    ])
    const token = /^https:\/\/wallet\.example\/stop\?token=([\w-]{43})$/.exec(links[0]?.url ?? '')?.[1] ?? ''
    expect(links).toEqual([{ label: 'Stop this browser', url: expect.any(String) }])
    const hash = sql`select 1 from vault.restores where wallet_id = ${walletId} and stop_hash = ${hashToken(token)}`
    expect(await rows(context.db.query, hash)).toHaveLength(1)
    custody.later(fresh, day - hour)
    await expect(admit()).rejects.toMatchObject({
      more: { retryAfterMs: hour },
      message: expect.stringContaining('in 1 hour, unless'),
    })
    // Asking again is no new question.
    expect([told().length, sent()]).toEqual([1, 1])
    custody.later(fresh, hour - 1)
    await expect(admit()).rejects.toMatchObject({ ...frozen, more: { retryAfterMs: 1 } })
    custody.later(fresh, 1)
    await admit()
    custody.later(fresh, 7 * day)
    await admit()
    custody.later(fresh, 1)
    await expect(admit()).rejects.toMatchObject({ ...frozen, more: { retryAfterMs: restoreWait } })
    expect(told()).toHaveLength(2)
  })

  it('gets it when an older browser allows it, where it is to be allowed, and not by waiting', async () => {
    const { admit, approve, fresh, list, session, told, walletId } = await asked('approve')
    const says = {
      ...frozen,
      message: expect.stringMatching(/^This browser is new to your wallet\. Allow it under Security/),
    }
    await expect(admit()).rejects.toMatchObject(says)
    expect(told()[0]?.text).toMatch(/It gets the wallet only when you allow it under Security/)
    const entry = { deviceId: fresh.deviceId, name: 'Fresh', askedAt: custody.clock.now, readyAt: null }
    expect(await list()).toEqual({ restores: [entry] })
    custody.later(fresh, 2 * day)
    await expect(admit()).rejects.toMatchObject(says)
    expect(told()).toHaveLength(1)
    const at = { ...session, now: custody.clock.now, otpAt: custody.clock.now }
    await custody.proveMailbox(session)
    await noteProof(custody.context, at, { walletId, kind: 'device' })
    await approve(fresh.deviceId, at)
    expect(await list()).toEqual({ restores: [] })
    await admit()
    custody.later(fresh, 7 * day + 1)
    await expect(admit()).rejects.toMatchObject(says)
  })

  it('is written down by the vault alone', async () => {
    const { admit, list, told } = await asked('wait')
    const refusal = { ...frozen, more: { retryAfterMs: restoreWait } }
    await expect(admit(undefined, { schema: 'recovery' })).rejects.toMatchObject(refusal)
    expect([await list(), told()]).toEqual([{ restores: [] }, []])
  })

  it('starts again when it was removed since it asked', async () => {
    const { admit, context, fresh, told } = await asked('wait')
    await expect(admit()).rejects.toMatchObject(frozen)
    custody.later(fresh, day)
    await context.db.query.execute(
      sql`update auth.devices set created_at = ${context.now()} where id = ${fresh.deviceId}`,
    )
    await expect(admit()).rejects.toMatchObject({ ...frozen, more: { retryAfterMs: restoreWait } })
    expect(told()).toHaveLength(2)
  })

  it('is one of ten a day', async () => {
    const { admit, fresh, userId } = await asked('wait')
    await expect(admit()).rejects.toMatchObject(frozen)
    for (let at = 0; at < 9; at++) await expect(admit(await custody.signIn(userId))).rejects.toMatchObject(frozen)
    await expect(admit(await custody.signIn(userId))).rejects.toMatchObject({ refusal: 'RATE_LIMITED' })
    await expect(admit(fresh)).rejects.toMatchObject(frozen)
  })
})

describe('a browser that has the wallet', () => {
  it('stops another permanently, once, and none that does not ask', async () => {
    const { admit, fresh, list, stop } = await asked('wait')
    await expect(stop()).rejects.toMatchObject({ refusal: 'NOT_FOUND' })
    await expect(admit()).rejects.toMatchObject(frozen)
    await stop()
    await expect(stop()).rejects.toMatchObject({ refusal: 'NOT_FOUND' })
    expect(await list()).toEqual({ restores: [] })
    custody.later(fresh, 30 * day)
    await expect(admit()).rejects.toMatchObject({ ...frozen, message: expect.stringMatching(/has stopped this one/) })
  })

  it('allows another only with a code, on a browser of a day, and after it has opened the wallet', async () => {
    const { admit, approve, fresh, session, stop, walletId } = await asked('approve')
    await expect(admit()).rejects.toMatchObject(frozen)
    await expect(approve()).rejects.toMatchObject({
      refusal: 'PROOF_WRONG',
      message: expect.stringMatching(/factors first/),
    })
    await noteProof(custody.context, session, { walletId, kind: 'device' })
    const ask = (change: Partial<Principal>) => approve(fresh.deviceId, { ...session, ...change })
    await expect(ask({ otpAt: session.now - 300_001 })).rejects.toMatchObject({ refusal: 'STEP_UP_REQUIRED' })
    await expect(ask({ frozenUntil: session.now + 1 })).rejects.toMatchObject(frozen)
    await expect(approve('another')).rejects.toMatchObject({ refusal: 'NOT_FOUND' })
    await expect(admit()).rejects.toMatchObject(frozen)
    await approve()
    await admit()
    await stop()
    await expect(admit()).rejects.toMatchObject(frozen)
    await expect(approve()).rejects.toMatchObject({ refusal: 'NOT_FOUND' })
  })

  it('is the only one that sees, stops or allows anything', async () => {
    const { admit, approve, fresh, list, stop, userId, walletId } = await asked('wait')
    await expect(admit()).rejects.toMatchObject(frozen)
    await noteProof(custody.context, fresh, { walletId, kind: 'auto' })
    const none = { refusal: 'PROOF_WRONG', message: 'This browser does not have the wallet itself' }
    expect(await list(fresh)).toEqual({ restores: [] })
    await expect(stop(fresh.deviceId, fresh)).rejects.toMatchObject(none)
    await expect(approve(fresh.deviceId, fresh)).rejects.toMatchObject(none)
    await custody.db.query.execute(sql`update vault.wallets set state = 'creating' where user_id = ${userId}`)
    expect(await list()).toEqual({ restores: [] })
    await expect(stop()).rejects.toMatchObject(none)
  })
})
