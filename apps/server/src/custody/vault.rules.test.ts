import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustody, site } from '../../test/createCustody.js'
import { addresses, createMaker } from '../../test/createMaker.js'
import { rows } from '../platform/db/rows.js'
import { locatorIndex } from './findByCode.js'
import { createWallet } from './wallets.js'

const day = 86_400_000
const refused = (refusal: string) => ({ refusal })

let custody: Awaited<ReturnType<typeof createCustody>>
let maker: ReturnType<typeof createMaker>
beforeAll(async () => {
  custody = await createCustody()
  maker = createMaker(custody)
}, 180_000)
afterAll(() => custody?.stop())

const all = <Row extends object>(query: ReturnType<typeof sql>) => rows<Row>(custody.db.query, query)
const run = (query: ReturnType<typeof sql>) => custody.db.query.execute(query)
const toldOf = (userId: string) => custody.notices.filter((notice) => notice.userId === userId)
const later = (ms: number) => sql`to_timestamp(${custody.clock.now + ms}::float8 / 1000)`

/** Somebody whose wallet is opened by this browser, the mailbox and a recovery code. */
async function owner() {
  const made = await maker.owner(['device', 'auto', 'code'])
  const { verifier = '', locator = '', factorId: codeId } = made.of('code').factor
  const codeAt = (session = made.session, change: object = { verifier }, ip?: string) =>
    maker.release(session, codeId, 'unlock', ip === undefined ? { change } : { change, ip })
  return { ...made, verifier, locator, codeId, deviceId: made.of('device').factor.factorId, codeAt }
}

describe('the vault', () => {
  it('releases the half of this browser, with what the wallet is called and its sealed seed', async () => {
    const { session, of, walletId, userId } = await maker.owner(['device', 'auto'])
    const { factorId: deviceId } = of('device').factor
    const released = await maker.release(session, deviceId, 'unlock')
    expect(released).toMatchObject({ half: of('device').server, blob: 'sealed seed', epoch: 1, addresses })
    expect(released).not.toHaveProperty('clientCipher')
    expect(toldOf(userId)).toEqual([])
    const [proof] = await all(sql`select wallet_id, owned_at from vault.proofs where session_id = ${session.sessionId}`)
    expect(proof).toEqual({ wallet_id: walletId, owned_at: null })
    const [factor] = await all(sql`select used_at, round_trip from vault.factors where id = ${deviceId}`)
    expect(factor).toEqual({ used_at: null, round_trip: expect.not.stringContaining(released.challenge) })
  })

  it('has nothing for another person, another browser, another epoch, or a factor whose time is over', async () => {
    const { session, deviceId, walletId, userId } = await owner()
    const [stranger, second] = [await maker.person(), await custody.signIn(userId)]
    const none = refused('NOT_FOUND')
    const ask = () => maker.release(session, deviceId, 'unlock')
    await expect(maker.release(stranger, deviceId, 'unlock')).rejects.toMatchObject(none)
    await expect(maker.release(second, deviceId, 'unlock')).rejects.toMatchObject(none)
    await run(sql`update vault.wallets set epoch = 2 where id = ${walletId}`)
    await expect(ask()).rejects.toMatchObject(none)
    await run(sql`update vault.wallets set epoch = 1 where id = ${walletId}`)
    await run(sql`update vault.factors set delete_at = ${later(0)} where id = ${deviceId}`)
    await expect(ask()).rejects.toMatchObject(none)
    await run(sql`update vault.factors set delete_at = ${later(1)} where id = ${deviceId}`)
    await ask()
    await run(sql`update auth.devices set revoked_at = ${later(0)} where id = ${session.deviceId}`)
    await expect(ask()).rejects.toMatchObject(none)
  })

  it('finds a factor of its own only, also behind a challenge for another one', async () => {
    const { session, deviceId } = await owner()
    const other = await owner()
    const swapped = maker.release(session, deviceId, 'unlock', { change: { factorId: other.deviceId } })
    await expect(swapped).rejects.toMatchObject(refused('NOT_FOUND'))
  })

  it('remembers what came back while a wallet is made', async () => {
    const session = await maker.person()
    const [{ userId }, walletId] = [session, custody.newId()]
    const made = (['device', 'auto'] as const).map((kind) => maker.makeFactor(kind, { userId, walletId }))
    await createWallet(maker.vault, session, maker.requestOf(walletId, made))
    const factorId = made[0]?.factor.factorId ?? ''
    const { challenge } = await maker.release(session, factorId, 'sign-up-roundtrip')
    expect(await all(sql`select id, used_at as used from vault.factors where round_trip = ${challenge}`)).toEqual([
      { id: factorId, used: null },
    ])
  })

  it('tells the owner of an export, and of nothing else', async () => {
    const { session, userId, deviceId, codeAt } = await owner()
    await codeAt()
    expect(toldOf(userId)).toEqual([])
    await maker.release(session, deviceId, 'export')
    expect(toldOf(userId)).toEqual([
      { userId, title: 'Your wallet was opened for export', text: 'This was done from “Chrome”.' },
    ])
  })

  it('sends what it wrote down at once', async () => {
    const { session, deviceId } = await owner()
    let sent = 0
    const at = { ...maker.vault, sendNotices: async () => void sent++ }
    await maker.release(session, deviceId, 'unlock', { at })
    expect(sent).toBe(0)
    await maker.release(session, deviceId, 'export', { at })
    expect(sent).toBe(1)
  })
})

describe('a recovery code', () => {
  it('opens by its verifier, and is an answer of the owner', async () => {
    const { session, of, codeAt, codeId } = await owner()
    expect(await codeAt()).toMatchObject({ half: of('code').server, clientCipher: of('code').factor.clientCipher })
    const [proof] = await all<{ owned: boolean }>(
      sql`select owned_at is not null as owned from vault.proofs where session_id = ${session.sessionId}`,
    )
    expect(proof).toEqual({ owned: true })
    expect(await all(sql`select 1 from vault.factors where id = ${codeId} and used_at = ${later(0)}`)).toHaveLength(1)
  })

  it('does not count as used where it only proves its owner', async () => {
    const { session, codeId, verifier } = await owner()
    await maker.release(session, codeId, 'factor', { change: { verifier } })
    expect(await all(sql`select used_at from vault.factors where id = ${codeId}`)).toEqual([{ used_at: null }])
    await maker.release(session, codeId, 'recover', { change: { verifier } })
    expect(await all(sql`select 1 from vault.factors where id = ${codeId} and used_at is not null`)).toHaveLength(1)
  })

  it('is refused without its verifier, by another one, and where none is kept', async () => {
    const { codeAt, codeId, verifier } = await owner()
    const wrong = refused('PROOF_WRONG')
    await expect(codeAt(undefined, {})).rejects.toMatchObject(wrong)
    await expect(codeAt(undefined, { verifier: toBase64Url(new Uint8Array(32)) })).rejects.toMatchObject(wrong)
    await run(sql`update vault.factors set verifier_mac = null where id = ${codeId}`)
    await expect(codeAt(undefined, { verifier })).rejects.toMatchObject(wrong)
  })

  it('is guessed ten times a day by one browser, and a right one gives the guesses back', async () => {
    const { session: first, codeAt, userId, verifier } = await owner()
    const session = custody.later(first, 61_000)
    const second = await custody.signIn(userId)
    const guess = (at = session) => codeAt(at, { verifier: 'A'.repeat(43) })
    for (let at = 0; at < 9; at++) await expect(guess()).rejects.toMatchObject(refused('PROOF_WRONG'))
    const start = custody.clock.now
    let own = custody.later(session, 61_000)
    await codeAt(own)
    for (let at = 0; at < 9; at++) await expect(guess(own)).rejects.toMatchObject(refused('PROOF_WRONG'))
    own = custody.later(own, 61_000)
    await expect(guess(own)).rejects.toMatchObject(refused('PROOF_WRONG'))
    const locked = codeAt(own, { verifier })
    await expect(locked).rejects.toMatchObject({
      refusal: 'LOCKED',
      message: 'Too many wrong recovery codes. Try again tomorrow.',
      more: { retryAfterMs: expect.any(Number) },
    })
    await codeAt({ ...second, now: custody.clock.now })
    custody.clock.now = start + day + 200_000
    const next = { ...session, now: custody.clock.now, signingUntil: custody.clock.now + 1, otpAt: custody.clock.now }
    await codeAt(next)
  })

  it('says in its own words that too much was asked, where it was not guesses', async () => {
    const { session: first, codeAt, walletId } = await owner()
    const session = custody.later(first, 61_000)
    for (let at = 0; at < 10; at++) await codeAt(session)
    await expect(codeAt(session)).rejects.toMatchObject(refused('RATE_LIMITED'))
    expect(await all(sql`select 1 from auth.limits where key like ${`%${walletId}/${session.deviceId}`}`)).not.toEqual(
      [],
    )
  })

  it('is not called wrong by a database that fails while it counts the guesses', async () => {
    const { codeAt, codeId, session, verifier } = await owner()
    const { db } = maker.vault
    const lost = new Error('The connection was lost')
    const execute: typeof db.query.execute = (statement) => {
      const { queryChunks = [] } = statement as { queryChunks?: readonly unknown[] }
      if (queryChunks.some((part) => typeof part === 'string' && part.startsWith('vault/code/'))) throw lost
      return db.query.execute(statement)
    }
    const query = Object.assign(Object.create(db.query) as typeof db.query, { execute })
    const at = { ...maker.vault, db: { ...db, query } }
    await expect(maker.release(session, codeId, 'unlock', { at, change: { verifier } })).rejects.toBe(lost)
    await codeAt()
  })

  it('is found by its locator from its next use on, unless it has one or another code has it', async () => {
    const [plain, other] = [await owner(), await owner()]
    const kept = async (id: string) =>
      (await all<{ mac: string }>(sql`select locator_mac as mac from vault.factors where id = ${id}`))[0]?.mac
    const { box } = maker.vault
    const open = (locator?: string) =>
      plain.codeAt(undefined, { verifier: plain.verifier, ...(locator && { locator }) })
    await open('another')
    expect(await kept(plain.codeId)).toBe(locatorIndex(box, plain.locator))
    await run(sql`update vault.factors set locator_mac = null where id = ${plain.codeId}`)
    await open()
    expect(await kept(plain.codeId)).toBeNull()
    await open(other.locator)
    expect(await kept(plain.codeId)).toBeNull()
    await open(plain.locator)
    expect(await kept(plain.codeId)).toBe(locatorIndex(box, plain.locator))
    const { session, of } = await maker.owner(['device', 'code'])
    await run(sql`update vault.factors set locator_mac = null where id = ${of('device').factor.factorId}`)
    await maker.release(session, of('device').factor.factorId, 'unlock', { change: { locator: custody.newId() } })
    expect(await kept(of('device').factor.factorId)).toBeNull()
  })

  it('ends a freeze by being used to come back, and by nothing else', async () => {
    const { session, walletId, codeId, verifier } = await owner()
    await run(
      sql`insert into vault.freezes (id, wallet_id, frozen_at) values (${custody.newId()}, ${walletId}, ${later(0)})`,
    )
    const open = () => all(sql`select 1 from vault.freezes where wallet_id = ${walletId} and ended_at is null`)
    await expect(maker.release(session, codeId, 'unlock', { change: { verifier } })).rejects.toMatchObject(
      refused('WALLET_FROZEN'),
    )
    expect(await open()).toHaveLength(1)
    await maker.release(session, codeId, 'recover', { change: { verifier } })
    expect(await open()).toEqual([])
  })
})

describe('a passkey', () => {
  it('opens by what it answers to this challenge, and is an answer of the owner', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const { session, of } = await maker.owner(['device', 'passkey'])
    const { factorId } = of('passkey').factor
    const passkey = { credentialId: 'Y3JlZA', publicKey: { kty: 'EC', crv: 'P-256', x, y } }
    await run(sql`update vault.factors set passkey = ${JSON.stringify(passkey)}::jsonb where id = ${factorId}`)
    await run(sql`delete from vault.proofs where session_id = ${session.sessionId}`)
    const answer = (challenge: string) => {
      const where = { origin: 'https://wallet.example', crossOrigin: true, topOrigin: site }
      const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, ...where }))
      const rp = createHash('sha256').update('wallet.example').digest()
      const authenticator = Buffer.concat([rp, Buffer.from([0x05, 0, 0, 0, 0])])
      const signed = Buffer.concat([authenticator, createHash('sha256').update(client).digest()])
      const assertion = {
        credentialId: 'Y3JlZA',
        authenticatorData: authenticator.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
      return { assertion }
    }
    const stale = maker.release(session, factorId, 'unlock', { change: answer('c'.repeat(43)) })
    await expect(stale).rejects.toMatchObject(refused('PROOF_WRONG'))
    const { half } = await maker.release(session, factorId, 'unlock', { change: answer })
    expect(half).toEqual(of('passkey').server)
    const [proof] = await all(
      sql`select owned_at is not null as owned from vault.proofs where session_id = ${session.sessionId}`,
    )
    expect(proof).toEqual({ owned: true })
  })

  it('that answers nothing gets nothing, and neither does a factor that has none', async () => {
    const { session, of } = await maker.owner(['device', 'passkey'])
    const { factorId } = of('passkey').factor
    const wrong = refused('PROOF_WRONG')
    const ask = () => maker.release(session, factorId, 'unlock')
    await expect(ask()).rejects.toMatchObject(wrong)
    await run(sql`update vault.factors set passkey = null where id = ${factorId}`)
    await expect(ask()).rejects.toMatchObject(wrong)
  })
})

describe('a passkey that has just answered in this browser, to be found', () => {
  async function found() {
    const { session, of, userId } = await maker.owner(['device', 'passkey'])
    const { factorId } = of('passkey').factor
    const answered = (deviceId = session.deviceId) =>
      run(
        sql`insert into vault.vouchers (hash, user_id, device_id, factor_id, expires_at)
          values (${custody.newId()}, ${userId}, ${deviceId}, ${factorId}, ${later(60_000)})`,
      )
    const ask = (purpose: 'recover' | 'unlock', change: object = {}) =>
      maker.release(session, factorId, purpose, { change })
    return { answered, ask, of, userId }
  }
  const wrong = refused('PROOF_WRONG')

  it('opens once without another answer', async () => {
    const { answered, ask, of } = await found()
    await answered()
    expect((await ask('recover')).half).toEqual(of('passkey').server)
    await expect(ask('recover')).rejects.toMatchObject(wrong)
  })

  it('opens nothing else, nothing elsewhere, and nothing where it answers anew and wrongly', async () => {
    const { answered, ask, of, userId } = await found()
    await answered((await custody.signIn(userId)).deviceId)
    await expect(ask('recover')).rejects.toMatchObject(wrong)
    await answered()
    await expect(ask('unlock')).rejects.toMatchObject(wrong)
    const assertion = { credentialId: 'Y3JlZA', authenticatorData: '', clientDataJSON: 'AAAA', signature: 'AAAA' }
    await expect(ask('recover', { assertion })).rejects.toMatchObject(wrong)
    expect((await ask('recover')).half).toEqual(of('passkey').server)
  })
})

describe('recovery', () => {
  const halfOf = (factorId: string) =>
    all<{ sealed: string | null; envelope: string | null; done: boolean }>(
      sql`select sealed, envelope, round_trip_at is not null as done from recovery.halves where factor_id = ${factorId}`,
    )

  it('releases its half of a wallet that the mailbox opens, and tells the owner', async () => {
    const { session, userId, of } = await maker.owner()
    const { factorId } = of('auto').factor
    const { half } = await maker.release(session, factorId, 'unlock', { at: maker.recovery })
    expect(half).toEqual(of('auto').client)
    expect(toldOf(userId)).toEqual([
      {
        userId,
        title: 'Your wallet was restored by e-mail',
        text: 'It can be used on “Chrome” now, with everything in it. Anyone who can read this mailbox can open your wallet. Add a passkey or a recovery code under Security to prevent that.',
      },
    ])
  })

  it('takes the half into its own keeping at the first release, binds the mailbox, and tells nobody', async () => {
    const session = await maker.person()
    const [{ userId }, walletId] = [session, custody.newId()]
    const made = (['device', 'auto'] as const).map((kind) => maker.makeFactor(kind, { userId, walletId }))
    await createWallet(maker.vault, session, maker.requestOf(walletId, made))
    const { factorId = '', sealedClientHalf } = made[1]?.factor ?? {}
    expect(await halfOf(factorId)).toEqual([{ sealed: sealedClientHalf, envelope: null, done: false }])
    let sent = 0
    const at = { ...maker.recovery, sendNotices: async () => void sent++ }
    await maker.release(session, factorId, 'sign-up-roundtrip', { at })
    expect(await halfOf(factorId)).toEqual([{ sealed: null, envelope: expect.any(String), done: true }])
    const owners = sql`select mailbox_index as mailbox from recovery.owners where user_id = ${userId}`
    expect(await all(owners)).toEqual([{ mailbox: `mailbox of ${userId}` }])
    expect([toldOf(userId), sent]).toEqual([[], 0])
    // Once it has come back, no session moves the wallet to another mailbox.
    await run(sql`update recovery.owners set mailbox_index = 'kept' where user_id = ${userId}`)
    const { half } = await maker.release(session, factorId, 'sign-up-roundtrip', { at })
    expect([half, await all(owners)]).toEqual([made[1]?.client, [{ mailbox: 'kept' }]])
  })

  it('sends what it wrote down at once', async () => {
    const { session, of } = await maker.owner()
    let sent = 0
    const at = { ...maker.recovery, sendNotices: async () => void sent++ }
    await maker.release(session, of('auto').factor.factorId, 'recover', { at })
    expect(sent).toBe(1)
  })

  it('has nothing for another person, nor of a factor whose time is over', async () => {
    const { session, of } = await maker.owner()
    const { factorId } = of('auto').factor
    const ask = (at = session) => maker.release(at, factorId, 'unlock', { at: maker.recovery })
    await expect(ask(await maker.person())).rejects.toMatchObject(refused('NOT_FOUND'))
    const other = await maker.owner()
    const swapped = maker.release(session, factorId, 'unlock', {
      at: maker.recovery,
      change: { factorId: other.of('auto').factor.factorId },
    })
    await expect(swapped).rejects.toMatchObject(refused('NOT_FOUND'))
    await run(sql`update recovery.halves set delete_at = ${later(0)} where factor_id = ${factorId}`)
    await expect(ask()).rejects.toMatchObject(refused('NOT_FOUND'))
    await run(sql`update recovery.halves set delete_at = ${later(1)} where factor_id = ${factorId}`)
    await ask()
  })

  it.each([
    ['sealed for another wallet', 32, true],
    ['too short', 31, false],
    ['too long', 33, false],
  ])('refuses a half that is %s', async (_, size, isForeign) => {
    const session = await maker.person()
    const [{ userId }, walletId] = [session, custody.newId()]
    const elsewhere = maker.makeFactor('auto', { userId, walletId: custody.newId() }).factor.sealedClientHalf
    const halves: [Uint8Array, Uint8Array] = [new Uint8Array(32), new Uint8Array(size)]
    const change = isForeign ? { sealedClientHalf: elsewhere } : {}
    const auto = maker.makeFactor('auto', { userId, walletId }, change, halves)
    const device = maker.makeFactor('device', { userId, walletId })
    await createWallet(maker.vault, session, maker.requestOf(walletId, [device, auto]))
    const { factorId, sealedClientHalf } = auto.factor
    const ask = maker.release(session, factorId, 'sign-up-roundtrip', { at: maker.recovery })
    await expect(ask).rejects.toMatchObject(refused('INVALID'))
    expect(await halfOf(factorId)).toEqual([{ sealed: sealedClientHalf, envelope: null, done: false }])
  })
})
