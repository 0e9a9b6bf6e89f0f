import { randomBytes } from 'node:crypto'
import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { type FactorKind, type ReleasePurpose, releasePurposes } from '@latchkey/protocol/internal/walletApi'
import { releaseBytes } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Browser, createCustody } from '../../test/createCustody.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { issueChallenge } from './challenges.js'
import { checkRelease } from './checkRelease.js'
import type { CustodyContext } from './custodyContext.js'
import { releasePolicy } from './releasePolicy.js'

type Session = Principal & Browser
type Asked = { walletId: string; factorId: string; kind: FactorKind; purpose: ReleasePurpose }
const hour = 3_600_000
const refused = (refusal: string) => ({ refusal })

let custody: Awaited<ReturnType<typeof createCustody>>
beforeAll(async () => {
  custody = await createCustody()
}, 180_000)
afterAll(() => custody?.stop())

/** Asks as a frame does: a challenge, and the device's signature over the whole request. */
async function release(
  session: Session,
  { walletId, factorId, kind, purpose }: Asked,
  {
    answer,
    change = {},
    ip = `10.${randomBytes(3).join('.')}`,
    deps = {},
  }: { answer?: () => Promise<void>; change?: object; ip?: string; deps?: Partial<CustodyContext> } = {},
) {
  const context = { ...custody.context, ...deps }
  const { challenge } = await issueChallenge(context, session, { factorId, purpose })
  const request = {
    factorId,
    challenge,
    hpkePub: toBase64Url(Uint8Array.from(randomBytes(32))),
    purpose,
    parentOrigin: session.parentOrigin,
    ...change,
  }
  const data = releaseBytes({ ...request, sessionId: session.sessionId })
  const signature = await session.sign(data)
  const place = { walletId, kind, ip, ...(answer ? { answer } : {}) }
  const given = await checkRelease(context, session, { signature, ...request }, place)
  expect(given).toEqual(data)
  return request
}

async function owned(kinds: readonly FactorKind[] = [], state: 'creating' | 'active' = 'active') {
  const made = await custody.owner(kinds, state)
  const asked = (kind: FactorKind, purpose: ReleasePurpose): Asked => ({
    walletId: made.walletId,
    factorId: made.factorOf(kind),
    kind,
    purpose,
  })
  return { ...made, asked }
}

const yes = async () => undefined

it('lets through what its row of the table demands, for each factor and each purpose', async () => {
  for (const purpose of releasePurposes) {
    const state = purpose === 'sign-up-roundtrip' ? 'creating' : 'active'
    for (const kind of ['device', 'auto', 'passkey', 'code'] as const) {
      const { session, asked } = await owned(
        [kind].filter((each) => each !== 'device'),
        state,
      )
      await release(session, asked(kind, purpose), { answer: yes })
    }
  }
})

describe('a site', () => {
  it('that the session is not of gets nothing, nor one that may not use the wallet any more', async () => {
    const { session, asked } = await owned()
    const other = 'https://evil.example'
    const elsewhere = release(session, asked('device', 'unlock'), {
      change: { parentOrigin: other },
      deps: { isAllowedOrigin: () => true },
    })
    await expect(elsewhere).rejects.toMatchObject(refused('ORIGIN_REFUSED'))
    const gone = release(session, asked('device', 'unlock'), { deps: { isAllowedOrigin: () => false } })
    await expect(gone).rejects.toMatchObject(refused('ORIGIN_REFUSED'))
    await release(session, asked('device', 'unlock'))
  })
})

describe('a limit', () => {
  it('is ten a minute and sixty an hour for one browser, and none of another', async () => {
    const { session, asked, userId } = await owned(['auto'])
    const second = await custody.signIn(userId)
    const ask = (at: Session) => release(at, asked('auto', 'unlock'))
    let own = session
    for (let at = 0; at < 10; at++) await ask(own)
    await expect(ask(own)).rejects.toMatchObject(refused('RATE_LIMITED'))
    await ask(second)
    own = custody.later(own, 61_000)
    await ask(own)
    const used = sql`update auth.limits set count = 60 where key like ${`%/release/hour/%/${own.deviceId}`}`
    await custody.db.query.execute(used)
    await expect(ask(own)).rejects.toMatchObject(refused('RATE_LIMITED'))
    await ask(second)
  })

  it('is three hundred an hour for a network, of which only a local world exempts its own machine', async () => {
    const [one, two] = [await owned(), await owned()]
    await custody.db.query.execute(sql`delete from auth.limits where key like '%/release/net/%'`)
    const ask = (ip: string, exemptLoopback: boolean) =>
      release(two.session, two.asked('device', 'unlock'), { ip, deps: { exemptLoopback } })
    await ask('127.0.0.1', true)
    await release(one.session, one.asked('device', 'unlock'), { ip: '127.0.0.1' })
    await release(one.session, one.asked('device', 'unlock'), { ip: '203.0.113.7' })
    await custody.db.query.execute(sql`update auth.limits set count = 300 where key like '%/release/net/%'`)
    await ask('127.0.0.1', true)
    await expect(ask('127.0.0.1', false)).rejects.toMatchObject(refused('RATE_LIMITED'))
    await expect(ask('203.0.113.7', true)).rejects.toMatchObject(refused('RATE_LIMITED'))
    await ask('198.51.100.7', true)
  })

  it('of exports is three an hour, and counts exports alone', async () => {
    const { session, asked } = await owned()
    for (let at = 0; at < 4; at++) await release(session, asked('device', 'unlock'))
    for (let at = 0; at < 3; at++) await release(session, asked('device', 'export'))
    await expect(release(session, asked('device', 'export'))).rejects.toMatchObject(refused('RATE_LIMITED'))
    await release(session, asked('device', 'unlock'))
  })
})

describe('a wallet', () => {
  it('of somebody else is not there', async () => {
    const [mine, other] = [await owned(), await owned()]
    const asked = { ...mine.asked('device', 'unlock'), walletId: other.walletId }
    await expect(release(mine.session, asked)).rejects.toMatchObject(refused('NOT_FOUND'))
  })

  it('that is being made gives its halves for the round trip alone, and one that counts never does', async () => {
    const [making, made] = [await owned([], 'creating'), await owned()]
    await expect(release(making.session, making.asked('device', 'unlock'))).rejects.toMatchObject(refused('CONFLICT'))
    const again = release(made.session, made.asked('device', 'sign-up-roundtrip'))
    await expect(again).rejects.toMatchObject(refused('CONFLICT'))
  })
})

describe('without', () => {
  it('a session that may sign there is nothing, to the millisecond', async () => {
    const { session, asked } = await owned()
    const ask = (signingUntil: number) => release({ ...session, signingUntil }, asked('device', 'unlock'))
    await expect(ask(session.now)).rejects.toMatchObject(refused('STEP_UP_REQUIRED'))
    await ask(session.now + 1)
  })

  it('a code of the last five minutes there is no export, except what a recovery code opened and the owner answers', async () => {
    const { session, asked } = await owned(['code'])
    const own = custody.later(session, 300_001)
    const needs = refused('STEP_UP_REQUIRED')
    const byCode: Session = { ...own, openedBy: 'code' }
    await expect(release(own, asked('device', 'export'))).rejects.toMatchObject(needs)
    await expect(release(own, asked('code', 'export'), { answer: yes })).rejects.toMatchObject(needs)
    await expect(release(byCode, asked('device', 'export'))).rejects.toMatchObject(needs)
    await release(byCode, asked('code', 'export'), { answer: yes })
    await release(own, asked('device', 'unlock'))
  })

  it('recovery’s word for the mailbox there is no automatic half, for a wallet that is being made as well', async () => {
    for (const state of ['active', 'creating'] as const) {
      const { session, asked, userId } = await owned(['auto'], state)
      const purpose = state === 'active' ? 'unlock' : 'sign-up-roundtrip'
      // Another mailbox will do only where none is known for the wallet yet.
      await custody.db.query.execute(
        sql`update recovery.mail_codes set mailbox_index = 'another' where device_id = ${session.deviceId}`,
      )
      const other = release(session, asked('auto', purpose))
      if (state === 'creating') await other
      else await expect(other).rejects.toMatchObject(refused('STEP_UP_REQUIRED'))
      await custody.db.query.execute(sql`delete from recovery.owners where user_id = ${userId}`)
      if (state === 'active')
        await expect(release(session, asked('auto', purpose))).rejects.toMatchObject(refused('STEP_UP_REQUIRED'))
      await custody.db.query.execute(sql`delete from recovery.mail_codes where device_id = ${session.deviceId}`)
      await expect(release(session, asked('auto', purpose))).rejects.toMatchObject(refused('STEP_UP_REQUIRED'))
    }
  })

  it('a code typed into the wallet itself there is neither export nor a change of factors', async () => {
    const { session, asked } = await owned()
    const outside: Session = { ...session, typedIn: 'host' }
    for (const purpose of ['export', 'factor'] as const)
      await expect(release(outside, asked('device', purpose))).rejects.toMatchObject(refused('TYPED_OUTSIDE'))
    await release(outside, asked('device', 'unlock'))
  })

  it('a day of the browser there is no change of factors', async () => {
    const { session, asked } = await owned(['auto'])
    const fresh: Session = { ...session, frozenUntil: session.now + 1 }
    for (const kind of ['device', 'auto'] as const) {
      await expect(release(fresh, asked(kind, 'factor'))).rejects.toMatchObject(refused('FROZEN'))
      await release({ ...session, frozenUntil: session.now }, asked(kind, 'factor'))
      await release(fresh, asked(kind, 'export'))
    }
  })

  it('three days of the address there is no export', async () => {
    const { session, asked, userId } = await owned(['passkey'])
    const moved = sql`update auth.users set frozen_until = ${custody.context.now()} + interval '1 second' where id = ${userId}`
    await custody.db.query.execute(moved)
    await expect(release(session, asked('passkey', 'export'), { answer: yes })).rejects.toMatchObject(refused('FROZEN'))
    await release(session, asked('passkey', 'unlock'), { answer: yes })
    await release(custody.later(session, 1_000), asked('passkey', 'export'), { answer: yes })
  })

  it('the passkey there is no export where there is one; a recovery code alone changes nothing', async () => {
    const [passkey, code] = [await owned(['passkey']), await owned(['code'])]
    const asked = release(passkey.session, passkey.asked('device', 'export'))
    await expect(asked).rejects.toMatchObject(refused('OWNER_REQUIRED'))
    await release(passkey.session, passkey.asked('device', 'unlock'))
    await release(code.session, code.asked('device', 'export'))
  })

  it('having made the wallet a browser sees no half come back', async () => {
    const { asked, userId } = await owned(['auto'], 'creating')
    const stranger = await custody.signIn(userId)
    const ask = release(stranger, asked('auto', 'sign-up-roundtrip'))
    await expect(ask).rejects.toMatchObject(refused('PROOF_WRONG'))
  })

  it('the owner’s factor a new browser gets no automatic half where there is one', async () => {
    for (const kind of ['passkey', 'code'] as const) {
      const { session, asked, userId } = await owned(['auto', kind])
      const stranger = await custody.signIn(userId)
      const needs = refused('OWNER_REQUIRED')
      await expect(release(stranger, asked('auto', 'unlock'))).rejects.toMatchObject(needs)
      await release(session, asked('auto', 'unlock'))
    }
    const { asked, userId } = await owned(['auto'])
    await release(await custody.signIn(userId), asked('auto', 'unlock'))
  })

  it('leave a new browser waits where the operator says so, and one that has a half never does', async () => {
    const { session, asked, userId } = await owned(['auto'])
    const stranger = await custody.signIn(userId)
    const deps = { newDevice: 'approve' } as const
    await expect(release(stranger, asked('auto', 'unlock'), { deps })).rejects.toMatchObject(refused('FROZEN'))
    await release(session, asked('auto', 'unlock'), { deps })
  })

  it('an end of its freeze a wallet gives the owner’s answer alone', async () => {
    const { session, asked, walletId } = await owned(['passkey'])
    await custody.db.query.execute(
      sql`insert into vault.freezes (id, wallet_id, frozen_at) values (${custody.newId()}, ${walletId}, ${custody.context.now()})`,
    )
    await expect(release(session, asked('device', 'unlock'))).rejects.toMatchObject(refused('WALLET_FROZEN'))
    const own = (purpose: ReleasePurpose) => release(session, asked('passkey', purpose), { answer: yes })
    await expect(own('unlock')).rejects.toMatchObject(refused('WALLET_FROZEN'))
    await own('recover')
  })
})

describe('an answer', () => {
  it('is asked for once, last of all, and what it says is the end of it', async () => {
    const { session, asked } = await owned(['passkey'])
    const answer = vi.fn(yes)
    await release(session, asked('passkey', 'unlock'), { answer })
    expect(answer).toHaveBeenCalledTimes(1)
    const spent = release(session, asked('passkey', 'unlock'), { answer, change: { challenge: 'A'.repeat(43) } })
    await expect(spent).rejects.toMatchObject(refused('SPENT'))
    const signature = await session.sign(Uint8Array.from(randomBytes(32)))
    const unsigned = release(session, asked('passkey', 'unlock'), { answer, change: { signature } })
    await expect(unsigned).rejects.toMatchObject(refused('PROOF_WRONG'))
    await release(session, asked('device', 'unlock'), { answer })
    expect(answer).toHaveBeenCalledTimes(1)
    const no = async () => {
      throw new Error('no')
    }
    await expect(release(session, asked('passkey', 'unlock'), { answer: no })).rejects.toThrow('no')
    const nobody = release(session, asked('passkey', 'unlock'))
    await expect(nobody).rejects.toMatchObject({
      ...refused('PROOF_WRONG'),
      message: expect.stringMatching(/factor here/),
    })
  })
})

describe('a challenge', () => {
  it('is good once, for its factor, session and purpose, and for a minute', async () => {
    const { session, asked, userId } = await owned(['auto'])
    const { challenge } = await release(session, asked('auto', 'unlock'))
    const spent = refused('SPENT')
    await expect(release(session, asked('auto', 'unlock'), { change: { challenge } })).rejects.toMatchObject(spent)
    const give = async (at: Session, kind: FactorKind, purpose: ReleasePurpose) =>
      (await issueChallenge(custody.context, at, { factorId: asked(kind, purpose).factorId, purpose })).challenge
    const others = [
      await give(session, 'device', 'unlock'),
      await give(session, 'auto', 'recover'),
      await give(await custody.signIn(userId), 'auto', 'unlock'),
    ]
    for (const other of others) {
      const ask = release(session, asked('auto', 'unlock'), { change: { challenge: other } })
      await expect(ask).rejects.toMatchObject(spent)
    }
    const kept = await issueChallenge(custody.context, session, {
      factorId: asked('auto', 'unlock').factorId,
      purpose: 'unlock',
    })
    expect(kept.expiresAt).toBe(custody.clock.now + 60_000)
    const after = custody.later(session, 60_000)
    const late = release(after, asked('auto', 'unlock'), { change: { challenge: kept.challenge } })
    await expect(late).rejects.toMatchObject(spent)
  })

  it('is for the owner of the factor alone, at the vault and at recovery', async () => {
    const [mine, other] = [await owned(['auto']), await owned(['auto'])]
    const give = (factorId: string, schema: CustodyContext['schema'] = 'vault') =>
      issueChallenge({ ...custody.context, schema }, mine.session, { factorId, purpose: 'unlock' })
    await expect(give(other.factorOf('auto'))).rejects.toMatchObject(refused('NOT_FOUND'))
    // Recovery knows a factor by its own half.
    await expect(give(mine.factorOf('auto'), 'recovery')).rejects.toMatchObject(refused('NOT_FOUND'))
    for (const { userId, walletId, factorOf } of [mine, other])
      await custody.db.query.execute(
        sql`insert into recovery.halves (factor_id, user_id, wallet_id, epoch, sealed, created_at)
          values (${factorOf('auto')}, ${userId}, ${walletId}, 1, '', ${custody.context.now()})`,
      )
    await expect(give(other.factorOf('auto'), 'recovery')).rejects.toMatchObject(refused('NOT_FOUND'))
    expect((await give(mine.factorOf('auto'), 'recovery')).challenge).toHaveLength(43)
  })

  it('is given thirty times a minute and two hundred times an hour to one browser, and then to another', async () => {
    const { session, userId, factorOf } = await owned()
    const give = (at: Session) =>
      issueChallenge(custody.context, at, { factorId: factorOf('device'), purpose: 'unlock' })
    for (let at = 0; at < 30; at++) await give(session)
    await expect(give(session)).rejects.toMatchObject(refused('RATE_LIMITED'))
    await give(await custody.signIn(userId))
    const own = custody.later(session, hour / 60)
    await give(own)
    const used = sql`update auth.limits set count = 200 where key like ${`%/challenge/hour/%/${own.deviceId}`}`
    await custody.db.query.execute(used)
    await expect(give(own)).rejects.toMatchObject(refused('RATE_LIMITED'))
  })
})

it('the table of releases has a row for each factor and purpose', () => {
  for (const row of Object.values(releasePolicy)) expect(Object.keys(row).sort()).toEqual([...releasePurposes].sort())
})
