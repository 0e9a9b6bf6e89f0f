import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import type { FactorKind, NewFactor, WalletRotateRequest } from '@latchkey/protocol/internal/walletApi'
import { activationMac } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustody } from '../../test/createCustody.js'
import { addresses, createMaker, type Made } from '../../test/createMaker.js'
import { rows } from '../platform/db/rows.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { openEnvelope } from './envelope.js'
import { locatorIndex } from './findByCode.js'
import { envelopeAad } from './halfBinding.js'
import { activateWallet, createWallet, rotateWallet } from './wallets.js'

const hour = 3_600_000
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
const stateOf = async (walletId: string) =>
  (await all<{ state: string; epoch: number }>(sql`select state, epoch from vault.wallets where id = ${walletId}`))[0]
const factorsOf = async (walletId: string) =>
  (await all<{ id: string }>(sql`select id from vault.factors where wallet_id = ${walletId}`))
    .map(({ id }) => id)
    .sort()
const halvesOf = async (walletId: string) =>
  (await all<{ id: string }>(sql`select factor_id as id from recovery.halves where wallet_id = ${walletId}`)).map(
    ({ id }) => id,
  )
const ids = (made: readonly Made[]) => made.map(({ factor }) => factor.factorId).sort()

/** Somebody who makes a wallet of these factors. */
async function making(kinds: readonly FactorKind[] = ['device', 'auto'], change: Partial<NewFactor> = {}) {
  const session = await maker.person()
  const [{ userId }, walletId] = [session, custody.newId()]
  const made = kinds.map((kind, at) =>
    maker.makeFactor(kind, { userId, walletId }, at === kinds.length - 1 ? change : {}),
  )
  const request = maker.requestOf(walletId, made)
  return { session, userId, walletId, made, request, create: () => createWallet(maker.vault, session, request) }
}

describe('making a wallet', () => {
  it('keeps each half for its place alone, and what each kind of factor needs', async () => {
    const { walletId, userId, session, made, create } = await making(['device', 'auto', 'code', 'passkey'], {
      name: 'My key',
    })
    expect(await create()).toEqual({ state: 'creating' })
    expect(await stateOf(walletId)).toEqual({ state: 'creating', epoch: 1 })
    const [wallet] = await all<{ blob: string; addresses: object }>(
      sql`select blob_envelope as blob, addresses from vault.wallets where id = ${walletId} and user_id = ${userId}`,
    )
    const { keys, box } = maker.vault
    expect(wallet?.addresses).toEqual(addresses)
    const blob = await openEnvelope(keys, wallet?.blob ?? '', {
      v: '1',
      userId,
      walletId,
      factorId: '',
      kind: 'blob',
      epoch: '1',
    })
    expect(Buffer.from(blob).toString()).toBe('sealed seed')
    for (const { factor, server } of made) {
      const { factorId, kind } = factor
      const [row] = await all<{ [column: string]: unknown; envelope: string }>(
        sql`select * from vault.factors where id = ${factorId}`,
      )
      const half = await openEnvelope(
        keys,
        row?.envelope ?? '',
        envelopeAad({ userId, walletId, factorId, kind, epoch: 1 }),
      )
      expect(half).toEqual(server)
      expect(row).toMatchObject({
        kind,
        epoch: 1,
        client_cipher: factor.clientCipher ?? null,
        device_id: kind === 'device' ? session.deviceId : null,
        verifier_mac: kind === 'code' ? box.index(`verifier/${factorId}`, factor.verifier ?? '') : null,
        locator_mac: kind === 'code' ? locatorIndex(box, factor.locator ?? '') : null,
        passkey: factor.passkey ?? null,
        name: { device: 'Chrome', auto: null, code: null, passkey: 'My key' }[kind],
      })
    }
    const [half] = await all(
      sql`select factor_id, user_id, epoch, sealed, envelope from recovery.halves where wallet_id = ${walletId}`,
    )
    const auto = made[1]?.factor
    expect(half).toEqual({
      factor_id: auto?.factorId,
      user_id: userId,
      epoch: 1,
      sealed: auto?.sealedClientHalf,
      envelope: null,
    })
  })

  it.each<[string, FactorKind[]]>([
    ['that only this device opens', ['device']],
    ['that no device opens', ['auto']],
    ['of two devices', ['device', 'device', 'auto']],
    ['with two automatic factors', ['device', 'auto', 'auto']],
  ])('refuses one %s', async (_, kinds) => {
    const { create, walletId } = await making(kinds)
    await expect(create()).rejects.toMatchObject(refused('INVALID'))
    expect(await stateOf(walletId)).toBeUndefined()
  })

  it.each<[FactorKind, string, Partial<NewFactor>]>([
    ['auto', 'without a half for recovery', { sealedClientHalf: undefined }],
    ['auto', 'with a cipher', { clientCipher: 'AAAA' }],
    ['auto', 'with a verifier', { verifier: 'AAAA' }],
    ['auto', 'with a locator', { locator: 'AAAA' }],
    ['code', 'with a half for recovery', { sealedClientHalf: 'AAAA' }],
    ['code', 'without a cipher', { clientCipher: undefined }],
    ['code', 'without a verifier', { verifier: undefined }],
    ['passkey', 'without a cipher', { clientCipher: undefined }],
    ['passkey', 'without its key', { passkey: undefined }],
    ['passkey', 'with a verifier', { verifier: 'AAAA' }],
    [
      'code',
      'with a passkey',
      { passkey: { credentialId: 'AAAA', publicKey: { kty: 'EC', crv: 'P-256', x: 'A', y: 'B' } } },
    ],
  ])('refuses a factor of kind %s %s', async (kind, _, change) => {
    const { create } = await making(['device', kind], change)
    await expect(create()).rejects.toMatchObject({ refusal: 'INVALID', message: expect.stringContaining(kind) })
  })

  it('takes a recovery code that has no locator', async () => {
    const { create } = await making(['device', 'code'], { locator: undefined })
    expect(await create()).toEqual({ state: 'creating' })
  })

  it('refuses two factors of one id, and a half that was sealed for another place or is no half', async () => {
    const { session, userId, walletId, made } = await making()
    const attempt = (factors: readonly Made[]) => createWallet(maker.vault, session, maker.requestOf(walletId, factors))
    const [device, auto] = made as [Made, Made]
    const twin = maker.makeFactor('auto', { userId, walletId }, { factorId: device.factor.factorId })
    const places = [
      { userId, walletId: custody.newId() },
      { userId: custody.newId(), walletId },
      { userId, walletId, epoch: 2 },
    ]
    const foreign = [
      [device, twin],
      ...places.map((place) => [device, maker.makeFactor('auto', place)]),
      [device, { ...auto, factor: { ...auto.factor, factorId: custody.newId() } }],
      ...[31, 33].map((size) => [
        device,
        maker.makeFactor('auto', { userId, walletId }, {}, [new Uint8Array(size), auto.client]),
      ]),
    ]
    for (const factors of foreign) await expect(attempt(factors)).rejects.toMatchObject(refused('INVALID'))
    expect(await stateOf(walletId)).toBeUndefined()
    await attempt(made)
  })

  it('[REL-21] answers the same request twice, and refuses another under the same key', async () => {
    const { session, walletId, request, create } = await making()
    await create()
    await run(
      sql`update vault.answers set answer = '{"state":"creating","first":true}'::jsonb where idempotency_key = ${request.idempotencyKey}`,
    )
    expect(await create()).toEqual({ state: 'creating', first: true })
    const other = createWallet(maker.vault, session, { ...request, blob: 'another seed' })
    await expect(other).rejects.toMatchObject(refused('CONFLICT'))
    expect(await stateOf(walletId)).toEqual({ state: 'creating', epoch: 1 })
    const stranger = await maker.person()
    const own = custody.newId()
    const made = (['device', 'auto'] as const).map((kind) =>
      maker.makeFactor(kind, { userId: stranger.userId, walletId: own }),
    )
    const { idempotencyKey } = request
    await createWallet(maker.vault, stranger, maker.requestOf(own, made, { idempotencyKey }))
  })

  it('lets an unfinished one give way with its halves, and only that person’s', async () => {
    const [first, bystander] = [await making(), await making()]
    await first.create()
    await bystander.create()
    const walletId = custody.newId()
    const made = (['device', 'auto'] as const).map((kind) => maker.makeFactor(kind, { userId: first.userId, walletId }))
    await createWallet(maker.vault, first.session, maker.requestOf(walletId, made))
    expect(await stateOf(first.walletId)).toBeUndefined()
    expect([await factorsOf(first.walletId), await halvesOf(first.walletId)]).toEqual([[], []])
    expect(await factorsOf(walletId)).toEqual(ids(made))
    expect(await stateOf(bystander.walletId)).toBeDefined()
    expect(await halvesOf(bystander.walletId)).toHaveLength(1)
  })

  it('refuses a second wallet beside one that counts, and the id of somebody else’s', async () => {
    const { session, walletId, userId, made } = await maker.owner()
    const second = custody.newId()
    const factors = (['device', 'auto'] as const).map((kind) => maker.makeFactor(kind, { userId, walletId: second }))
    const attempt = createWallet(maker.vault, session, maker.requestOf(second, factors))
    await expect(attempt).rejects.toMatchObject(refused('CONFLICT'))
    expect(await factorsOf(walletId)).toEqual(ids(made))
    const thief = await maker.person()
    const theirs = (['device', 'auto'] as const).map((kind) =>
      maker.makeFactor(kind, { userId: thief.userId, walletId }),
    )
    const taken = createWallet(maker.vault, thief, maker.requestOf(walletId, theirs))
    await expect(taken).rejects.toMatchObject(refused('CONFLICT'))
    expect(await factorsOf(walletId)).toEqual(ids(made))
  })

  it('makes none for a user whose deletion is due, and one before that', async () => {
    const { userId, create } = await making()
    const due = (ms: number) => sql`to_timestamp(${custody.clock.now + ms}::float8 / 1000)`
    await run(
      sql`insert into vault.deletions (user_id, asked_at, due_at, keep_hash) values (${userId}, ${due(-hour)}, ${due(0)}, ${userId})`,
    )
    await expect(create()).rejects.toMatchObject(refused('CONFLICT'))
    await run(sql`update vault.deletions set due_at = ${due(1)} where user_id = ${userId}`)
    expect(await create()).toEqual({ state: 'creating' })
  })

  it('is tried twenty times an hour', async () => {
    const { userId, create } = await making()
    await create()
    await run(sql`update auth.limits set count = 19 where key = ${`vault/create/${userId}`}`)
    await create()
    await expect(create()).rejects.toMatchObject(refused('RATE_LIMITED'))
    custody.clock.now += hour + 1
    await create()
  })
})

describe('making a wallet count', () => {
  it('takes a proof of every half', async () => {
    const { session, walletId, made, create } = await making(['device', 'auto', 'code'])
    await create()
    const activate = (proofs: Parameters<typeof activateWallet>[3], at: Principal = session) =>
      activateWallet(maker.vault, at, walletId, proofs)
    await expect(activate([])).rejects.toMatchObject(refused('PROOF_WRONG'))
    const proofs = await maker.proofsOf(session, walletId, made)
    const [first, ...rest] = proofs as [(typeof proofs)[0], ...typeof proofs]
    const wrong = [
      rest,
      proofs.slice(0, -1),
      [{ ...first, mac: toBase64Url(new Uint8Array(32)) }, ...rest],
      [{ ...first, challenge: rest[0]?.challenge ?? '' }, ...rest],
    ]
    for (const each of wrong) await expect(activate(each)).rejects.toMatchObject(refused('PROOF_WRONG'))
    const stranger = await maker.person()
    await expect(activate(proofs, stranger)).rejects.toMatchObject(refused('NOT_FOUND'))
    expect(await stateOf(walletId)).toEqual({ state: 'creating', epoch: 1 })
    expect(await activate(proofs)).toEqual({ state: 'active' })
    expect(await stateOf(walletId)).toEqual({ state: 'active', epoch: 1 })
    const at = async () => (await all(sql`select activated_at from vault.wallets where id = ${walletId}`))[0]
    const before = await at()
    custody.clock.now += 1_000
    expect(await activate([])).toEqual({ state: 'active' })
    expect(await at()).toEqual(before)
  })

  it('waits for the half that recovery keeps, and believes no challenge that was never given', async () => {
    const { session, walletId, made, create } = await making()
    await create()
    const proofs = await maker.proofsOf(session, walletId, made)
    const activate = () => activateWallet(maker.vault, session, walletId, proofs)
    await run(sql`update recovery.halves set round_trip_at = null where wallet_id = ${walletId}`)
    await expect(activate()).rejects.toMatchObject(refused('PROOF_WRONG'))
    await run(sql`update recovery.halves set round_trip_at = now() where wallet_id = ${walletId}`)
    await run(sql`update vault.factors set round_trip = null where wallet_id = ${walletId}`)
    await expect(activate()).rejects.toMatchObject(refused('PROOF_WRONG'))
    const empty = made.map(({ factor: { factorId }, server }) => {
      const mac = activationMac(server, { walletId, factorId, epoch: 1, challenge: '' })
      return { factorId, challenge: '', mac: toBase64Url(mac) }
    })
    const attempt = activateWallet(maker.vault, session, walletId, empty)
    await expect(attempt).rejects.toMatchObject(refused('PROOF_WRONG'))
  })

  it('does not count one that gave way in that moment', async () => {
    const { session, walletId, made, create } = await making()
    await create()
    const proofs = await maker.proofsOf(session, walletId, made)
    const { keys } = maker.vault
    const late = {
      ...keys,
      async unwrap(...given: Parameters<typeof keys.unwrap>) {
        await run(sql`update vault.wallets set created_at = created_at + interval '1 second' where id = ${walletId}`)
        return keys.unwrap(...given)
      },
    }
    const attempt = activateWallet({ ...maker.vault, keys: late }, session, walletId, proofs)
    await expect(attempt).rejects.toMatchObject(refused('NOT_FOUND'))
    expect(await stateOf(walletId)).toMatchObject({ state: 'creating' })
  })
})

describe('replacing the wallet key', () => {
  /** An owner who has just opened the wallet, and what a frame sends to replace its key. */
  async function ready(kinds: readonly FactorKind[] = ['device', 'auto'], next: readonly FactorKind[] = kinds) {
    const owner = await maker.owner(kinds)
    const { session, userId, walletId, of } = owner
    await maker.release(session, of('device').factor.factorId, 'unlock')
    const made = next.map((kind) => maker.makeFactor(kind, { userId, walletId, epoch: 2 }))
    const rotate = (change: Partial<WalletRotateRequest> = {}, at: Principal = session, id = walletId) =>
      rotateWallet(maker.vault, at, id, {
        epoch: 2,
        blob: 'new seed',
        factors: made.map(({ factor }) => factor),
        ...change,
      })
    return { ...owner, next: made, rotate }
  }

  it('puts new factors and a new seed in the place of the old, and tells the owner', async () => {
    const { walletId, userId, session, made, next, rotate } = await ready()
    expect(await rotate()).toEqual({ epoch: 2 })
    expect(await stateOf(walletId)).toEqual({ state: 'active', epoch: 2 })
    expect(await factorsOf(walletId)).toEqual(ids(next))
    expect(await halvesOf(walletId)).toEqual([next[1]?.factor.factorId])
    const old = maker.release(session, made[0]?.factor.factorId ?? '', 'unlock')
    await expect(old).rejects.toMatchObject(refused('NOT_FOUND'))
    const { half, blob, epoch } = await maker.release(session, next[0]?.factor.factorId ?? '', 'unlock')
    expect([half, blob, epoch]).toEqual([next[0]?.server, 'new seed', 2])
    expect(custody.notices.filter((notice) => notice.userId === userId)).toEqual([
      {
        userId,
        title: 'Your wallet key was replaced',
        text: 'This was done from “Chrome”. Browsers, passkeys and recovery codes from before no longer open it.',
      },
    ])
  })

  it('asks for a code typed inside, a known browser, and a wallet that was opened just now', async () => {
    const { session, rotate, walletId } = await ready()
    const soon = custody.clock.now + 1
    await expect(rotate({}, { ...session, typedIn: 'host' })).rejects.toMatchObject(refused('TYPED_OUTSIDE'))
    await expect(rotate({}, { ...session, otpAt: 0 })).rejects.toMatchObject(refused('STEP_UP_REQUIRED'))
    await expect(rotate({}, { ...session, frozenUntil: soon })).rejects.toMatchObject(refused('FROZEN'))
    await run(sql`delete from vault.proofs where wallet_id = ${walletId}`)
    await expect(rotate()).rejects.toMatchObject(refused('PROOF_WRONG'))
    expect(await stateOf(walletId)).toEqual({ state: 'active', epoch: 1 })
  })

  it('keeps the wallet recoverable, and gives nobody a mailbox who has none', async () => {
    const { rotate, next } = await ready()
    await expect(rotate({ factors: next.slice(0, 1).map(({ factor }) => factor) })).rejects.toMatchObject(
      refused('INVALID'),
    )
    const late = await ready(['device', 'code'], ['device', 'code', 'auto'])
    await expect(late.rotate()).rejects.toMatchObject(refused('CONFLICT'))
    const plain = await ready(['device', 'code'])
    expect(await plain.rotate()).toEqual({ epoch: 2 })
  })

  it('is the next epoch of this person’s wallet that counts, or nothing', async () => {
    const { rotate, walletId, made, next } = await ready()
    await run(sql`update vault.wallets set epoch = 2 where id = ${walletId}`)
    await expect(rotate()).rejects.toMatchObject(refused('CONFLICT'))
    await run(sql`update vault.wallets set epoch = 1, state = 'creating' where id = ${walletId}`)
    await expect(rotate()).rejects.toMatchObject(refused('CONFLICT'))
    await run(sql`update vault.wallets set state = 'active' where id = ${walletId}`)
    expect(await factorsOf(walletId)).toEqual(ids(made))
    await rotate()
    await expect(rotate()).rejects.toMatchObject(refused('CONFLICT'))
    expect(await factorsOf(walletId)).toEqual(ids(next))
  })

  it('can bring back restoring by e-mail where it was removed', async () => {
    const { walletId, rotate, next } = await ready(['device', 'auto', 'code'])
    await run(sql`delete from vault.factors where wallet_id = ${walletId} and kind = 'auto'`)
    expect(await rotate()).toEqual({ epoch: 2 })
    expect(await factorsOf(walletId)).toEqual(ids(next))
  })

  it('removes restoring by e-mail only after its notice, which goes on', async () => {
    const without = await ready(['device', 'auto', 'code'], ['device', 'code'])
    await expect(without.rotate()).rejects.toMatchObject(refused('CONFLICT'))
    expect(await factorsOf(without.walletId)).toEqual(ids(without.made))
    const { walletId, rotate } = await ready(['device', 'auto', 'code'])
    const due = '2027-01-01 00:00:00+00'
    await run(sql`update vault.factors set delete_at = ${due} where wallet_id = ${walletId} and kind = 'auto'`)
    await rotate()
    const dates = sql`select kind, delete_at = ${due}::timestamptz as due from vault.factors where wallet_id = ${walletId} and delete_at is not null
      union all select 'half', delete_at = ${due}::timestamptz from recovery.halves where wallet_id = ${walletId}`
    expect(await all(dates)).toEqual([
      { kind: 'auto', due: true },
      { kind: 'half', due: true },
    ])
  })
})
