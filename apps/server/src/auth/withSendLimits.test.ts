import { isWorkDone, maxWorkBits, solveProofOfWork } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuth } from '../../test/createAuth.js'
import { rows } from '../platform/db/rows.js'
import { defaultMailLimits } from '../platform/wallet/mailLimits.js'
import type { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { AuthContext } from './authContext.js'
import {
  knownBudget,
  networkIndex,
  readLoad,
  type SendAsk,
  sendGapKey,
  wideNetworkIndex,
  withSendLimits,
} from './withSendLimits.js'
import { firstWorkBits, takeWork, workLife } from './work.js'

const [second, hour, day] = [1_000, 3_600_000, 86_400_000]
const limited = { refusal: 'RATE_LIMITED' }
const small = {
  address: { hour: 2, day: 4 },
  network: { hour: 3, day: 8, addresses: 1_000 },
  site: { hour: 5 },
}

let auth: Awaited<ReturnType<typeof createAuth>>
beforeAll(async () => {
  auth = await createAuth()
}, 180_000)
afterAll(() => auth?.stop())

let ask: SendAsk
beforeEach(async () => {
  await auth.db.query.execute(sql`truncate auth.limits, auth.challenges`)
  ask = { ip: '203.0.113.7', emailIndex: auth.newId(), projectId: 'project' }
})

/** Sends one mail, half a minute after the last one. */
async function send(change: Partial<SendAsk> = {}, deps: Partial<AuthContext> = {}) {
  auth.clock.now += 30 * second
  return withSendLimits({ ...auth.context, mailLimits: small, ...deps }, { ...ask, ...change }, async () => 'sent')
}
const wide = { site: { hour: 1_000 }, network: { hour: 1_000, day: 1_000, addresses: 1_000 } }
const narrow = { address: { hour: 1_000, day: 1_000 } }
const fill = (like: string, count: number) =>
  auth.db.query.execute(sql`update auth.limits set count = ${count} where key like ${like}`)

describe('a network', () => {
  it('is known by a key that says nothing of it, one household at once', () => {
    const { context } = auth
    for (const index of [networkIndex, wideNetworkIndex]) {
      const of = (ip: string) => index(context, ip)
      expect(of('203.0.113.7')).toBe(index(context, '203.0.113.7'))
      expect(of('203.0.113.7')).not.toBe(of('198.51.100.7'))
      expect(of('2001:db8:1:2::1')).toBe(of('2001:db8:1:2::2'))
      expect(of('nowhere')).toBe(of('elsewhere'))
      expect(of('nowhere')).not.toBe(of('203.0.113.7'))
    }
    expect(wideNetworkIndex(context, '203.0.113.7')).toBe(wideNetworkIndex(context, '203.0.113.200'))
    expect(networkIndex(context, '203.0.113.7')).not.toBe(wideNetworkIndex(context, '203.0.113.7'))
  })
})

describe('mails to one address', () => {
  const deps = { mailLimits: { ...wide, address: small.address } }

  it('come half a minute apart', async () => {
    await send({}, deps)
    auth.clock.now -= 1
    await expect(send({}, deps)).rejects.toMatchObject({ ...limited, more: { retryAfterMs: 1 } })
    auth.clock.now -= 30 * second - 1
    await send({}, deps)
    expect(sendGapKey('a')).not.toBe(sendGapKey('a', { kind: 'known', deviceId: 'b' }))
  })

  it('are two an hour and four a day here, and with work three and four times that', async () => {
    for (let at = 0; at < 2; at++) await send({}, deps)
    await expect(send({}, deps)).rejects.toMatchObject(limited)
    for (let at = 0; at < 4; at++) await send({ isWorked: true }, deps)
    await expect(send({ isWorked: true }, deps)).rejects.toMatchObject(limited)
    auth.clock.now += hour
    await expect(send({}, deps)).rejects.toMatchObject(limited)
    for (let at = 0; at < 6; at++) await send({ isWorked: true }, deps)
    auth.clock.now += hour
    for (let at = 0; at < 4; at++) await send({ isWorked: true }, deps)
    auth.clock.now += hour
    await expect(send({ isWorked: true }, deps)).rejects.toMatchObject(limited)
    auth.clock.now += day
    await send({}, deps)
  })

  it('of a known browser, a session or a link are counted apart, by browser, and as many', async () => {
    for (let at = 0; at < 2; at++) await send({}, deps)
    for (const kind of ['known', 'session', 'link'] as const)
      for (const deviceId of ['one', 'two']) {
        for (let at = 0; at < 2; at++) await send({ budget: { kind, deviceId } }, deps)
        await expect(send({ budget: { kind, deviceId } }, deps)).rejects.toMatchObject(limited)
      }
    await send({ emailIndex: auth.newId() }, deps)
  })
})

describe('mails that strangers ask for', () => {
  it('are so many by network and by site, whatever the address, and more with work', async () => {
    const next = (change: Partial<SendAsk> = {}) => send({ emailIndex: auth.newId(), ...change })
    for (let at = 0; at < 3; at++) await next()
    await expect(next()).rejects.toMatchObject(limited)
    await next({ isWorked: true })
    await next({ ip: '198.51.100.7' })
    await expect(next({ ip: '198.51.100.7' })).rejects.toMatchObject(limited)
    await next({ ip: '198.51.100.7', projectId: 'another' })
    auth.clock.now += hour
    for (let at = 0; at < 3; at++) await next()
    auth.clock.now += hour
    await next()
    await expect(next()).rejects.toMatchObject(limited)
    auth.clock.now += day
    await next()
  })

  it('count for strangers alone: neither a known browser nor a session uses them up or is refused by them', async () => {
    const others: Partial<SendAsk>[] = [{ budget: { kind: 'known', deviceId: 'one' } }, { inSession: true }]
    for (const other of others) for (let at = 0; at < 6; at++) await send({ emailIndex: auth.newId(), ...other })
    expect(await rows(auth.db.query, sql`select 1 from auth.limits where key like 'send/wide/%'`)).toEqual([])
    await send({ emailIndex: auth.newId() })
    await fill('send/wide/%', 1_000)
    for (const other of others) await send({ emailIndex: auth.newId(), ...other })
  })

  it('count nothing when they are refused', async () => {
    const counted = () => rows(auth.db.query, sql`select key, count from auth.limits order by key`)
    await send()
    await fill('send/wide/net/%', 1_000)
    const before = await counted()
    await expect(send()).rejects.toMatchObject(limited)
    const fails = withSendLimits({ ...auth.context, mailLimits: small }, { ...ask, inSession: true }, async () => {
      throw new Error('no')
    })
    await expect(fails).rejects.toThrow('no')
    expect(await counted()).toEqual(before)
  })

  it('have no limit by network for this machine of a local world, and one by site all the same', async () => {
    const deps = { exemptLoopback: true }
    const next = (ip: string, deps: Partial<AuthContext> = {}) => send({ ip, emailIndex: auth.newId() }, deps)
    for (let at = 0; at < 5; at++) await next('127.0.0.1', deps)
    await expect(next('127.0.0.1', deps)).rejects.toMatchObject(limited)
    await auth.db.query.execute(sql`truncate auth.limits`)
    for (const [ip, local] of [
      ['127.0.0.1', {}],
      ['203.0.113.7', deps],
    ] as const) {
      for (let at = 0; at < 3; at++) await next(ip, local)
      await expect(next(ip, local)).rejects.toMatchObject(limited)
      await auth.db.query.execute(sql`truncate auth.limits`)
    }
  })

  it('go to so many addresses of one network in ten minutes, the one that is asked for not counted', async () => {
    const mailLimits = { ...narrow, ...wide, network: { ...wide.network, addresses: 2 } }
    const write = async (emailIndex: string, ip = ask.ip) => {
      const id = await auth.challenge({ email: `${emailIndex}@mail.example`, deviceId: 'device' })
      const set = sql`network = ${wideNetworkIndex(auth.context, ip)}, email_index = ${emailIndex}`
      await auth.db.query.execute(sql`update auth.challenges set ${set} where id = ${id}`)
    }
    await write('one')
    await write('two', '198.51.100.7')
    await write(ask.emailIndex)
    await send({}, { mailLimits })
    await write('three')
    const refusal = await send({}, { mailLimits }).catch((error: WalletRefusal) => error)
    expect(refusal).toMatchObject({
      ...limited,
      more: { retryAfterMs: 600_000 },
      message: expect.stringMatching(/^Too many addresses/),
    })
    // Somebody who is known is never refused for the others, nor a local world.
    await send({ budget: { kind: 'known', deviceId: 'one' } }, { mailLimits })
    await expect(send({ ip: '127.0.0.1' }, { mailLimits, exemptLoopback: false })).resolves.toBe('sent')
    for (const at of ['four', 'five']) await write(at, '127.0.0.1')
    await expect(send({ ip: '127.0.0.1' }, { mailLimits })).rejects.toMatchObject(limited)
    await send({ ip: '127.0.0.1' }, { mailLimits, exemptLoopback: true })
    await expect(send({}, { mailLimits, exemptLoopback: true })).rejects.toMatchObject(limited)
    auth.clock.now += 600 * second
    await send({}, { mailLimits })
  })

  it('are those of the defaults where the operator says nothing', async () => {
    auth.clock.now += 30 * second
    await withSendLimits(auth.context, ask, async () => 'sent')
    await fill('send/to/2-hour/%', defaultMailLimits.address.hour)
    await expect(send({}, {})).rejects.toMatchObject(limited)
    const load = (change: Partial<SendAsk> = {}) => readLoad(auth.context, { ...ask, ...change })
    expect(await load()).toBe(0)
    await fill('send/to/2-hour/%', defaultMailLimits.address.hour - 1)
    expect(await load()).toBeUndefined()
  })
})

describe('the load of strangers', () => {
  const load = (change: Partial<SendAsk> = {}, deps: Partial<AuthContext> = {}) =>
    readLoad({ ...auth.context, mailLimits: small, ...deps }, { ...ask, ...change })

  it('is none before a limit is reached, and grows from 0 to 1 up to what work buys, the highest of all', async () => {
    expect(await load()).toBeUndefined()
    await send()
    expect(await load()).toBeUndefined()
    await send()
    expect(await load()).toBe(0)
    await fill('send/to/2-hour/%', 4)
    expect(await load()).toBe(0.5)
    await fill('send/to/3-day/%', 13)
    expect(await load()).toBe(0.75)
    await fill('send/to/2-hour/%', 7)
    expect(await load()).toBe(1)
    expect(await load({ emailIndex: auth.newId() })).toBeUndefined()
    await fill('send/wide/site/%', 10)
    expect(await load({ emailIndex: auth.newId(), ip: '198.51.100.7' })).toBe(0.5)
    await fill('send/wide/net/2-hour/%', 9)
    expect(await load({ emailIndex: auth.newId() })).toBe(1)
    expect(await load({ emailIndex: auth.newId(), ip: '127.0.0.1', projectId: 'another' })).toBeUndefined()
    auth.clock.now += hour
    expect(await load({ emailIndex: auth.newId() })).toBeUndefined()
    expect(await load()).toBe(0.75)
  })

  it('is not that of the network for this machine of a local world', async () => {
    await send({ ip: '127.0.0.1' })
    await fill('send/wide/net/%', 100)
    expect(await load({ ip: '127.0.0.1', emailIndex: 'x' })).toBe(1)
    expect(await load({ ip: '127.0.0.1', emailIndex: 'x' }, { exemptLoopback: true })).toBeUndefined()
  })
})

it('a browser is known where an account has it, and has not removed it', async () => {
  const { session, userId } = await auth.owner()
  const emailIndex = await auth.giveEmail(userId, `${auth.newId()}@mail.example`)
  const budget = (deviceId = session.deviceId, index = emailIndex) =>
    knownBudget(auth.context, { emailIndex: index, deviceId })
  expect(await budget()).toEqual({ kind: 'known', deviceId: session.deviceId })
  expect([await budget('another'), await budget(session.deviceId, 'another')]).toEqual([undefined, undefined])
  await auth.db.query.execute(sql`update auth.devices set revoked_at = now() where id = ${session.deviceId}`)
  expect(await budget()).toBeUndefined()
})

describe('work', () => {
  const take = (work?: { challenge: string; nonce: string }, change: { emailIndex?: string; deviceId?: string } = {}) =>
    takeWork({ ...auth.context, mailLimits: small }, { ...ask, deviceId: 'device', ...change }, work)
  const demand = async (change = {}) => {
    const refusal = await take(undefined, change).catch((error: WalletRefusal) => error)
    expect(refusal).toMatchObject({ refusal: 'WORK_REQUIRED' })
    return (refusal as WalletRefusal).more.work ?? { challenge: '', bits: 0 }
  }
  const reach = async (count: number) => {
    for (let at = 0; at < 2; at++) await send()
    await fill('send/to/2-hour/%', count)
  }
  /** Work that was asked for with few bits, so that a test does not have to do much. */
  const solved = async (bits = 1) => {
    const { challenge } = await demand()
    const [until, , id] = challenge.split('.')
    const plain = `${until}.${bits}.${id}`
    const mac = auth.context.box.index('work', `${plain}/${ask.emailIndex}/device`)
    const cheap = `${plain}.${mac}`
    return { challenge: cheap, nonce: solveProofOfWork({ challenge: cheap, bits }) }
  }

  it('is asked for beyond what anybody may have, more of it the more was asked for, and not beyond what it buys', async () => {
    expect(await take()).toBe(false)
    await reach(2)
    expect((await demand()).bits).toBe(firstWorkBits)
    await fill('send/to/2-hour/%', 4)
    expect((await demand()).bits).toBe(firstWorkBits + 2)
    await fill('send/to/3-day/%', 15)
    expect((await demand()).bits).toBe(maxWorkBits)
    await fill('send/to/2-hour/%', 6)
    expect(await take()).toBe(false)
  })

  it('counts once, for one address and one browser, for two minutes, and only as it was asked for', async () => {
    await reach(2)
    const { challenge, bits } = await demand()
    expect(challenge.split('.')).toEqual([
      String(auth.clock.now + workLife),
      String(bits),
      expect.any(String),
      expect.any(String),
    ])
    const [until = '', , id = '', mac] = challenge.split('.')
    const macOf = (deviceId: string) =>
      auth.context.box.index('work', `${until}.${bits}.${id}/${ask.emailIndex}/${deviceId}`)
    expect([mac === macOf('device'), mac === macOf('another')]).toEqual([true, false])
    const required = { refusal: 'WORK_REQUIRED' }
    const cheap = await solved()
    await expect(take(cheap, { deviceId: 'another' })).rejects.toMatchObject(required)
    expect(await take(cheap)).toBe(true)
    await expect(take(cheap)).rejects.toMatchObject(required)
    const none = await solved(12)
    let wrong = 0
    while (isWorkDone({ ...none, nonce: `no${wrong}` }, 12)) wrong++
    await expect(take({ ...none, nonce: `no${wrong}` })).rejects.toMatchObject(required)
    const parts = none.challenge.split('.')
    const start = parts.slice(0, 3).join('.')
    for (const forged of [none.challenge.replace('.12.', '.0.'), start, `${start}.x`, '', '...'])
      await expect(take({ challenge: forged, nonce: 'a' })).rejects.toMatchObject(required)
    const [late, later] = [await solved(), await solved()]
    auth.clock.now += workLife
    expect(await take(late)).toBe(true)
    auth.clock.now += 1
    await expect(take(later)).rejects.toMatchObject(required)
  })
})
