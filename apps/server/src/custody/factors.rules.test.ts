import { randomBytes } from 'node:crypto'
import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { sealHpke } from '@latchkey/protocol/internal/hpke'
import type { FactorKind, NewFactor } from '@latchkey/protocol/internal/walletApi'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustody } from '../../test/createCustody.js'
import { rows } from '../platform/db/rows.js'
import { hashToken } from '../platform/secrets/randomId.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { addFactor, autoNotice, deleteFactor, keepFactor, listFactors } from './factors.js'
import { findByCode, locatorIndex } from './findByCode.js'
import { endFreeze, endOldFreezes } from './freezes.js'
import { uploadBinding } from './halfBinding.js'
import { noteProof } from './proofs.js'

const hour = 3_600_000
const refused = (refusal: string) => ({ refusal })
const random = () => Uint8Array.from(randomBytes(32))
const parts: { readonly [kind in FactorKind]: () => Partial<NewFactor> } = {
  device: () => ({}),
  auto: () => ({ sealedClientHalf: 'AAAA' }),
  code: () => ({ clientCipher: 'AAAA', verifier: toBase64Url(random()), locator: toBase64Url(random()) }),
  passkey: () => ({
    clientCipher: 'AAAA',
    passkey: { credentialId: 'AAAA', publicKey: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'B'.repeat(43) } },
  }),
}

let custody: Awaited<ReturnType<typeof createCustody>>
beforeAll(async () => {
  custody = await createCustody()
}, 180_000)
afterAll(() => custody?.stop())

/** A person who has just opened the wallet with the browser's half. */
async function owner(kinds: readonly FactorKind[] = ['auto'], proven: FactorKind | null = 'device') {
  const made = await custody.owner(kinds)
  const { session, userId, walletId } = made
  const { context, db } = custody
  if (proven !== null) await noteProof(context, session, { walletId, kind: proven })
  const factor = (kind: FactorKind, more: Partial<NewFactor> = {}): NewFactor => {
    const factorId = custody.newId()
    const half = sealHpke(
      context.hpke.publicKey,
      random(),
      uploadBinding({ userId, walletId, factorId, kind, epoch: 1 }, 'server-half'),
    )
    return { factorId, kind, sealedServerHalf: toBase64Url(half), ...parts[kind](), ...more }
  }
  return {
    ...made,
    factor,
    add: (factor: NewFactor, { at = session, replaces }: { at?: Principal; replaces?: string } = {}) =>
      addFactor(context, at, { walletId, epoch: 1, factor, replaces }),
    remove: (factorId: string, at: Principal = session) => deleteFactor(context, at, factorId),
    keep: (factorId: string, at: Principal = session) => keepFactor(context, at, factorId),
    kinds: async () => (await listFactors(context, session)).factors.map(({ kind }) => kind).sort(),
    told: () => custody.notices.filter((notice) => notice.userId === userId),
    rows: (table: 'vault.factors' | 'recovery.halves') =>
      rows<{ kind: string; due: boolean }>(
        db.query,
        sql`select ${table === 'vault.factors' ? sql`kind` : sql`'auto'`} as kind, delete_at is not null as due
          from ${sql.raw(table)} where wallet_id = ${walletId}`,
      ),
  }
}

describe('what opens a wallet', () => {
  it('is listed as its owner knows it, and is nothing where there is no wallet', async () => {
    const { session, add, factor, factorOf, walletId } = await owner()
    const passkey = factor('passkey', { name: 'My key' })
    await add(passkey)
    await custody.db.query.execute(
      sql`update vault.factors set used_at = ${custody.context.now()} where id = ${passkey.factorId}`,
    )
    const { now } = custody.clock
    const listed = await listFactors(custody.context, session)
    expect(listed).toEqual({ walletId, epoch: 1, factors: expect.any(Array) })
    expect(listed.factors).toHaveLength(3)
    expect(listed.factors).toContainEqual({ factorId: factorOf('auto'), kind: 'auto', createdAt: now, deleteAt: null })
    expect(listed.factors).toContainEqual({
      factorId: passkey.factorId,
      kind: 'passkey',
      name: 'My key',
      passkey: passkey.passkey,
      createdAt: now,
      deleteAt: null,
      usedAt: now,
    })
    const making = await custody.owner([], 'creating')
    expect(await listFactors(custody.context, making.session)).toEqual({ walletId: null, epoch: 0, factors: [] })
  })

  it('tells of a freeze, and what ends it', async () => {
    const freeze = (walletId: string) =>
      custody.db.query.execute(
        sql`insert into vault.freezes (id, wallet_id, frozen_at) values (${custody.newId()}, ${walletId}, ${custody.context.now()})`,
      )
    const [plain, safe] = [await owner(), await owner(['auto', 'code'])]
    for (const { walletId } of [plain, safe]) await freeze(walletId)
    expect((await listFactors(custody.context, plain.session)).frozenForMs).toBe(custody.context.freezeLife)
    expect((await listFactors(custody.context, safe.session)).frozenForMs).toBeNull()
  })
})

describe('adding', () => {
  it('takes a factor of each kind, and tells the owner which', async () => {
    const words = { device: 'a browser', passkey: 'a passkey', code: 'a recovery code', auto: 'restoring by e-mail' }
    for (const kind of ['device', 'passkey', 'code', 'auto'] as const) {
      const { add, factor, kinds, session, told } = await owner(kind === 'auto' ? ['code'] : ['auto'])
      const made = factor(kind)
      expect(await add(made)).toEqual({ factorId: made.factorId })
      const before = kind === 'auto' ? ['code', 'device'] : ['auto', 'device']
      // A browser has one half: the new one stands in the place of the old.
      expect(await kinds()).toEqual((kind === 'device' ? before : [...before, kind]).sort())
      const text = `From “${session.deviceName}” ${words[kind]} was added.`
      expect(told()).toEqual([{ userId: session.userId, title: 'Something new opens your wallet', text }])
    }
  })

  it('asks for a code, for the wallet itself, for a day of the browser, and that the wallet was just opened', async () => {
    const { add, factor, session, told } = await owner()
    const ask = (kind: FactorKind, change: Partial<Principal>) => add(factor(kind), { at: { ...session, ...change } })
    for (const kind of ['passkey', 'device'] as const)
      await expect(ask(kind, { otpAt: session.now - 300_001 })).rejects.toMatchObject(refused('STEP_UP_REQUIRED'))
    await expect(ask('passkey', { typedIn: 'host' })).rejects.toMatchObject(refused('TYPED_OUTSIDE'))
    await expect(ask('passkey', { frozenUntil: session.now + 1 })).rejects.toMatchObject(refused('FROZEN'))
    for (const kind of ['passkey', 'device'] as const)
      await expect(ask(kind, { sessionId: custody.newId() })).rejects.toMatchObject(refused('PROOF_WRONG'))
    expect(told()).toEqual([])
    // A browser that was just recovered may add itself.
    await ask('device', { typedIn: 'host', frozenUntil: session.now + 1 })
  })

  it('takes an automatic factor only where the wallet has a mailbox, and one at most', async () => {
    const [none, one] = [await owner(['code']), await owner()]
    await custody.db.query.execute(sql`delete from recovery.owners where user_id = ${none.userId}`)
    // Any mailbox will do for the rest, since none opens this wallet.
    await none.add(none.factor('passkey'))
    await expect(none.add(none.factor('auto'))).rejects.toMatchObject({
      ...refused('CONFLICT'),
      message: expect.stringMatching(/without restoring by e-mail/),
    })
    await expect(one.add(one.factor('auto'))).rejects.toMatchObject(refused('CONFLICT'))
  })

  it('replaces a passkey or a code by one of its kind, and nothing else', async () => {
    const { add, factor, factorOf, kinds, told } = await owner(['auto', 'code', 'passkey'])
    await add(factor('code'), { replaces: factorOf('code') })
    expect(told().at(-1)?.text).toMatch(/a recovery code was added in the place of the old one\.$/)
    expect(await kinds()).toEqual(['auto', 'code', 'device', 'passkey'])
    for (const [kind, replaces] of [
      ['code', factorOf('passkey')],
      ['auto', factorOf('auto')],
      ['code', factorOf('code')],
    ] as const)
      await expect(add(factor(kind), { replaces })).rejects.toMatchObject(refused('CONFLICT'))
    expect(await kinds()).toEqual(['auto', 'code', 'device', 'passkey'])
  })

  it('is refused at another epoch, for a taken id or a taken code, and after ten in an hour', async () => {
    const { add, factor, factorOf, session, walletId } = await owner()
    const code = factor('code')
    await add(code)
    await expect(
      addFactor(custody.context, session, { walletId, epoch: 2, factor: factor('passkey') }),
    ).rejects.toMatchObject({ refusal: 'INVALID' })
    const behind = await owner()
    await custody.db.query.execute(sql`update vault.wallets set epoch = 2 where id = ${behind.walletId}`)
    await expect(behind.add(behind.factor('passkey'))).rejects.toMatchObject(refused('CONFLICT'))
    const clash = factor('code', code.locator === undefined ? {} : { locator: code.locator })
    await expect(add(clash)).rejects.toMatchObject(refused('CONFLICT'))
    await expect(add(code)).rejects.toMatchObject(refused('CONFLICT'))
    for (let at = 0; at < 6; at++) await add(factor('passkey'))
    await expect(add(factor('passkey'))).rejects.toMatchObject(refused('RATE_LIMITED'))
    expect(factorOf('auto')).not.toBe('')
  })

  it('ends the wait of the browser that adds itself', async () => {
    const { add, factor, session, walletId } = await owner()
    const asks = (deviceId: string) =>
      custody.db.query.execute(
        sql`insert into vault.restores (wallet_id, device_id, device_name, asked_at, stop_hash)
          values (${walletId}, ${deviceId}, '', ${custody.context.now()}, ${custody.newId()})`,
      )
    for (const deviceId of [session.deviceId, 'another']) await asks(deviceId)
    await add(factor('passkey'))
    const waiting = () =>
      rows<{ id: string }>(
        custody.db.query,
        sql`select device_id as id from vault.restores where wallet_id = ${walletId}`,
      )
    expect(await waiting()).toHaveLength(2)
    await add(factor('device'))
    expect(await waiting()).toEqual([{ id: 'another' }])
  })
})

describe('removing', () => {
  it('takes a passkey or a browser away at once, and says so', async () => {
    const { factorOf, kinds, remove, session, told } = await owner(['auto', 'passkey'])
    expect(await remove(factorOf('passkey'))).toEqual({ deleteAt: session.now })
    expect(told().at(-1)).toMatchObject({
      title: 'A way to open your wallet was removed',
      text: `From “${session.deviceName}”: a passkey was removed.`,
    })
    await remove(factorOf('device'))
    expect(await kinds()).toEqual(['auto'])
  })

  it('takes the automatic factor away after a day, at the vault and at recovery, unless that is taken back', async () => {
    const { factorOf, keep, kinds, remove, rows: kept, session, told, userId, walletId } = await owner(['auto', 'code'])
    const auto = factorOf('auto')
    await custody.db.query.execute(
      sql`insert into recovery.halves (factor_id, user_id, wallet_id, epoch, sealed, created_at)
        values (${auto}, ${userId}, ${walletId}, 1, '', ${custody.context.now()})`,
    )
    await expect(keep(auto)).rejects.toMatchObject(refused('NOT_FOUND'))
    const due = session.now + autoNotice
    expect(await remove(auto)).toEqual({ deleteAt: due })
    expect(told().at(-1)).toMatchObject({
      title: 'A way to open your wallet will be removed',
      text: expect.stringMatching(/restoring by e-mail will be removed in 24 hours\.$/),
    })
    expect(await kept('recovery.halves')).toEqual([{ kind: 'auto', due: true }])
    // A second time changes nothing of the day.
    custody.later(session, 60_000)
    expect(await remove(auto)).toEqual({ deleteAt: due })
    await keep(auto)
    expect(told().at(-1)).toMatchObject({
      title: 'A way to open your wallet stays',
      text: expect.stringMatching(/restoring by e-mail will not be removed\.$/),
    })
    for (const table of ['vault.factors', 'recovery.halves'] as const)
      expect((await kept(table)).filter((each) => each.due)).toEqual([])
    await expect(keep(factorOf('code'))).rejects.toMatchObject(refused('NOT_FOUND'))
    await remove(auto)
    custody.later(session, autoNotice)
    expect(await kinds()).toEqual(['code', 'device'])
  })

  it('leaves one way back besides browsers, and one that goes is none', async () => {
    const [alone, two] = [await owner(['auto']), await owner(['auto', 'code'])]
    const last = { ...refused('CONFLICT'), message: expect.stringMatching(/last way back/) }
    await expect(alone.remove(alone.factorOf('auto'))).rejects.toMatchObject(last)
    await two.remove(two.factorOf('auto'))
    await expect(two.remove(two.factorOf('code'))).rejects.toMatchObject(last)
    expect(await two.kinds()).toEqual(['auto', 'code', 'device'])
    expect(alone.told()).toEqual([])
  })

  it('is only of one’s own, from a session that opened the wallet, with a code, in the wallet, after a day', async () => {
    const [mine, other] = [await owner(['auto', 'code']), await owner(['auto', 'code'])]
    await expect(mine.remove(other.factorOf('code'))).rejects.toMatchObject(refused('NOT_FOUND'))
    for (const act of ['remove', 'keep'] as const) {
      const ask = (change: Partial<Principal>, of = mine) => of[act](of.factorOf('code'), { ...of.session, ...change })
      await expect(ask({ typedIn: 'host' })).rejects.toMatchObject(refused('TYPED_OUTSIDE'))
      await expect(ask({ otpAt: mine.session.now - 300_001 })).rejects.toMatchObject(refused('STEP_UP_REQUIRED'))
      await expect(ask({ frozenUntil: mine.session.now + 1 })).rejects.toMatchObject(refused('FROZEN'))
      await expect(ask({}, await owner(['auto', 'code'], null))).rejects.toMatchObject(refused('PROOF_WRONG'))
      const making = await custody.owner(['auto'], 'creating')
      const call = act === 'remove' ? deleteFactor : keepFactor
      const early = call(custody.context, making.session, making.factorOf('auto'))
      await expect(early).rejects.toMatchObject({ ...refused('NOT_FOUND'), message: 'There is no wallet yet' })
    }
    await expect(mine.keep(other.factorOf('auto'))).rejects.toMatchObject(refused('NOT_FOUND'))
    expect([...mine.told(), ...other.told()]).toEqual([])
  })
})

describe('a freeze', () => {
  const freeze = async (walletId: string) => {
    const id = custody.newId()
    await custody.db.query.execute(
      sql`insert into vault.freezes (id, wallet_id, frozen_at) values (${id}, ${walletId}, ${custody.context.now()})`,
    )
    return async () =>
      (
        await rows<{ ended: boolean }>(
          custody.db.query,
          sql`select ended_at is not null as ended from vault.freezes where id = ${id}`,
        )
      )[0]?.ended
  }
  const life = () => custody.context.freezeLife

  it('ends with the owner’s answer, which signs every other browser out and is told once', async () => {
    const { session, told, userId, walletId } = await owner(['auto', 'passkey'])
    const other = await custody.signIn(userId)
    const hasEnded = await freeze(walletId)
    let sent = 0
    const sendNotices = async () => void sent++
    await endFreeze({ ...custody.context, sendNotices }, session, walletId)
    expect(await hasEnded()).toBe(true)
    const live = await rows<{ id: string }>(
      custody.db.query,
      sql`select id from auth.sessions where user_id = ${userId} and revoked_at is null`,
    )
    expect(live).toEqual([{ id: session.sessionId }])
    expect(live).not.toContainEqual({ id: other.sessionId })
    expect([told().length, told()[0]?.title, sent]).toEqual([1, 'Your wallet is no longer frozen', 1])
    expect(told()[0]?.text).toContain(`on “${session.deviceName}”`)
    // Where nothing was frozen nobody is signed out or told.
    const third = await custody.signIn(userId)
    await endFreeze({ ...custody.context, sendNotices }, session, walletId)
    const after = sql`select 1 from auth.sessions where id = ${third.sessionId} and revoked_at is null`
    expect([(await rows(custody.db.query, after)).length, told().length, sent]).toEqual([1, 1, 1])
  })

  it('ends by itself where the owner has no factor, counted from the last, and never where there is one', async () => {
    const [plain, safe] = [await owner(), await owner(['auto', 'code'])]
    const [first, kept] = [await freeze(plain.walletId), await freeze(safe.walletId)]
    custody.later(plain.session, hour)
    const second = await freeze(plain.walletId)
    custody.later(plain.session, life() - hour)
    await endOldFreezes(custody.context)
    expect([await first(), await second()]).toEqual([false, false])
    custody.later(plain.session, hour)
    await endOldFreezes(custody.context)
    expect([await first(), await second(), await kept()]).toEqual([true, true, false])
    const notices = await rows<{ title: string; text: string }>(
      custody.db.query,
      sql`select title, body as text from auth.notices where user_id in (${plain.userId}, ${safe.userId})`,
    )
    expect(notices).toEqual([
      { title: 'Your wallet is no longer frozen', text: expect.stringMatching(/^The freeze ended by itself/) },
    ])
  })
})

describe('a recovery code', () => {
  const publicKey = (browser: { deviceKey: Parameters<typeof findByCode>[1]['devicePublicKey'] }) => browser.deviceKey

  it('finds its wallet for the browser that asks, for five minutes, and no other code does', async () => {
    const { add, factor, session, userId, walletId } = await owner()
    const code = factor('code')
    await add(code)
    const devicePublicKey = publicKey(session)
    const find = (locator = '') => findByCode(custody.context, { locator, devicePublicKey }, '203.0.113.5')
    const { voucher, ...found } = await find(code.locator)
    expect(found).toEqual({ walletId })
    expect(voucher).toMatch(/^[\w-]{43}$/)
    const [kept] = await rows<{ hash: string; user: string; device: string; left: number }>(
      custody.db.query,
      sql`select hash, user_id as user, device_id as device, extract(epoch from expires_at - ${custody.context.now()})::int as left from vault.vouchers where user_id = ${userId}`,
    )
    expect(kept).toEqual({ hash: hashToken(voucher), user: userId, device: session.deviceId, left: 300 })
    await expect(find(toBase64Url(random()))).rejects.toMatchObject(refused('NOT_FOUND'))
    await custody.db.query.execute(sql`update vault.wallets set epoch = 2 where id = ${walletId}`)
    await expect(find(code.locator)).rejects.toMatchObject(refused('NOT_FOUND'))
    expect(locatorIndex(custody.context.box, 'a')).not.toBe(locatorIndex(custody.context.box, 'b'))
  })

  it('is asked for twenty times an hour by a network; only a local world exempts its own machine', async () => {
    const { session } = await owner()
    const find = (ip: string, exemptLoopback = false) =>
      findByCode({ ...custody.context, exemptLoopback }, { locator: 'x', devicePublicKey: publicKey(session) }, ip)
    const limited = refused('RATE_LIMITED')
    for (const ip of ['203.0.113.9', '127.0.0.1']) {
      for (let at = 0; at < 20; at++) await expect(find(ip)).rejects.toMatchObject(refused('NOT_FOUND'))
      await expect(find(ip)).rejects.toMatchObject(limited)
    }
    await expect(find('203.0.113.9', true)).rejects.toMatchObject(limited)
    await expect(find('127.0.0.1', true)).rejects.toMatchObject(refused('NOT_FOUND'))
    await expect(find('198.51.100.9')).rejects.toMatchObject(refused('NOT_FOUND'))
  })
})
