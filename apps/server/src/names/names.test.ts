import { coinTypeOf, nameRecord } from '@latchkey/protocol/namesApi'
import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../../test/findService.js'
import { localCoin, newLabel, refusalOf, stockText, useNameWorld, zone } from '../../test/useNameWorld.js'
import { person, useLocalChains } from '../../test/useSessionWorld.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { rows } from '../platform/db/rows.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: names over PostgreSQL (no TEST_DATABASE_URL and no initdb found)')
const fillings: [string, () => Promise<Db>][] = [
  ['PGlite', () => openPglite(undefined)],
  ['PostgreSQL', () => openPostgres(postgres?.url ?? '')],
]
/** What deploys a contract of this code. */
const creationOf = (code: string): Hex =>
  `0x60${(code.length / 2).toString(16).padStart(2, '0')}80600b6000396000f3${code}`
// Takes as a signature the hash itself: what it answers is 1626ba7e where both words are the same, else nothing.
const _contract = creationOf('60043560643514631626ba7e60e01b0260005260206000f3')
// Makes a contract of what it is called with, by CREATE2 with the salt 0.
const _maker = creationOf('36600060003760003660006000f500')
const evm = useLocalChains()
afterAll(() => postgres?.stop())

describe.each(fillings)('names in %s', (filling, openDb) => {
  const isThere = filling !== 'PostgreSQL' || postgres !== undefined
  const run = it.skipIf(!isThere)
  const world = useNameWorld(openDb, evm, isThere)
  const { call, register, bodyOf, textFor, change, suggest, preflight } = world

  run('[S7-43] tells what a name leads to, to any site, and 404 of one that nobody has', async () => {
    const owner = person()
    const label = newLabel()
    const unknown = await call(`profile/account/${label}.${zone}?apiVersion=2`)
    expect(refusalOf(unknown)).toEqual([404, 'name', 'This name is not registered'])
    expect((await register(owner, label)).status).toBe(200)
    const { status, headers, json } = await call(`profile/account/${label.toUpperCase()}.${zone}?apiVersion=2`)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const entry = { address: owner.address, created: expect.any(Number), created_at: expect.any(String) }
    expect(nameRecord.parse(json)).toEqual({
      name: `${label}.${zone}`,
      registered: expect.any(Number),
      registered_at: expect.any(String),
      updated: null,
      updated_at: null,
      attributes: {},
      addresses: { 60: entry, [localCoin]: entry },
    })
    expect(Math.abs(json.registered - Date.now() / 1000)).toBeLessThan(600)
    const asked = await preflight(`profile/account/${label}.${zone}`)
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  })

  run('[S7-44] tells the names of an address, and none of one without', async () => {
    const owner = person()
    const path = `profile/reverse/${owner.address}?sender=${owner.address}&apiVersion=2`
    const { status, headers, json } = await call(path)
    expect([status, headers.get('access-control-allow-origin'), json]).toEqual([200, '*', []])
    const label = newLabel()
    await register(owner, label)
    for (const address of [owner.address, owner.address.toLowerCase()])
      expect((await call(`profile/reverse/${address}`)).json).toMatchObject([{ name: `${label}.${zone}` }])
    expect((await preflight(path)).status).toBe(204)
    expect((await call('profile/reverse/So11111111111111111111111111111111111111112')).json).toEqual([])
  })

  run('[S7-45] [S3-58] suggests the name itself and free ones like it', async () => {
    const label = newLabel()
    const { status, headers } = await call(`profile/suggestions/${label}?zone=${zone}`)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const before = await suggest(label)
    expect(before.suggestions[0]).toEqual({ name: `${label}.${zone}`, registered: false })
    expect(before.suggestions).toHaveLength(5)
    expect((await register(person(), before.suggestions[1]?.name ?? '')).status).toBe(200)
    await register(person(), label)
    const after = await suggest(label)
    expect(after.suggestions[0]).toEqual({ name: `${label}.${zone}`, registered: true })
    expect(after.suggestions.slice(1).every(({ registered }) => !registered)).toBe(true)
    expect(after.suggestions.map(({ name }) => name)).not.toContain(before.suggestions[1]?.name)
    expect((await suggest('support')).suggestions[0]).toEqual({ name: `support.${zone}`, registered: true })
    const inOther = await call(`profile/suggestions/${label}?zone=reown.id`)
    expect(inOther.json.suggestions[0]).toEqual({ name: `${label}.reown.id`, registered: false })
    expect((await call('profile/suggestions/a_b')).status).toBe(400)
    expect((await call(`profile/suggestions/${label}?zone=other.example`)).json).toEqual({ suggestions: [] })
  })

  run('[S7-46] registers with the text of a stock client, for Ethereum alone', async () => {
    const owner = person()
    const name = `${newLabel()}.reown.id`
    const message = stockText(name)
    const signature = await owner.signMessage({ message })
    const body = { coin_type: localCoin, address: owner.address, message, signature }
    const { status, headers, json } = await call('profile/account', body)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(json).toMatchObject({ success: true, name, attributes: {}, addresses: { 60: { address: owner.address } } })
    expect(Object.keys(json.addresses)).toEqual(['60'])
    expect((await preflight('profile/account')).status).toBe(204)
  })

  run('[S7-47] [S7-48] [S7-49] [S7-50] refuses a registration without one of its fields', async () => {
    const body: Record<string, unknown> = await bodyOf(person(), newLabel())
    for (const field of ['coin_type', 'address', 'message', 'signature']) {
      const { [field]: _, ...rest } = body
      expect(refusalOf(await call('profile/account', rest))).toEqual([400, field, `${field} is missing`])
    }
    expect((await call('profile/account', body)).json).toMatchObject({ success: true })
  })

  run('[S7-50] refuses the signature of another account', async () => {
    const body = await bodyOf(person(), newLabel())
    const signature = await person().signMessage({ message: body.message })
    expect((await call('profile/account', { ...body, signature })).status).toBe(401)
    expect((await call('profile/account', { ...body, signature: '0x1234' })).status).toBe(401)
  })

  run('[SEC-N-01] refuses what is reserved, looks like what is, or like a name that is taken', async () => {
    const label = newLabel()
    await register(person(), `alice${label}`)
    const cases: [string, string][] = [
      ['abc', 'A name has at least 4 characters'],
      ['a'.repeat(64), 'A name has at most 63 characters'],
      ['ab.cd', `A name ends with .${zone} or .reown.id`],
      ['ab_cd', 'A name has only letters from a to z, digits and hyphens'],
      ['аlice', 'A name has only letters from a to z, digits and hyphens'],
      ['vita\u200blik', 'A name has only letters from a to z, digits and hyphens'],
      ['-abcd', 'A name begins and ends with a letter or a digit'],
      ['abcd-', 'A name begins and ends with a letter or a digit'],
      ['xn--pypal-4ve', 'A name has no two hyphens at its third and fourth place'],
      ['ab--cd', 'A name has no two hyphens at its third and fourth place'],
      ['0xab16', 'A name may not look like an address'],
      ['support', 'This name is reserved'],
      ['supp0rt', 'This name is reserved'],
      ['s-u-p-p-o-r-t', 'This name is reserved'],
      ['paypa1', 'This name is reserved'],
      ['rnetarnask', 'This name is reserved'],
    ]
    for (const [name, words] of cases) {
      const answer = await call('profile/message', {
        action: 'register',
        name,
        address: person().address,
        coin_type: 60,
      })
      expect(refusalOf(answer), name).toEqual([400, 'name', words])
    }
    expect(refusalOf(await register(person(), `a1ice${label}`))).toEqual([
      400,
      'name',
      'This name looks like one that is taken',
    ])
  })

  run(
    '[SEC-N-02] [REL-27] gives a name that a hundred want at once to one of them',
    async () => {
      const label = newLabel()
      const people = Array.from({ length: 100 }, () => person())
      const bodies = await Promise.all(people.map((each) => bodyOf(each, label)))
      const answers = await Promise.all(bodies.map((body) => call('profile/account', body)))
      const won = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []))
      expect(won).toHaveLength(1)
      const refused = answers.filter(({ status }) => status !== 200).map(refusalOf)
      expect(refused).toEqual(Array.from({ length: 99 }, () => [400, 'name', 'This name is taken']))
      const winner = people[won[0] ?? 0]
      const { json } = await call(`profile/account/${label}.${zone}`)
      expect(json.addresses[60].address).toBe(winner?.address)
      // The answer may not have arrived: asking again with the same text is no error.
      expect(await call('profile/account', bodies[won[0] ?? 0])).toMatchObject({ status: 200, json: { success: true } })
    },
    60_000,
  )

  run('[SEC-N-03] takes a text once, and for 5 minutes', async () => {
    const owner = person()
    const label = newLabel()
    const name = `${label}.${zone}`
    const body = await bodyOf(owner, label)
    expect((await call('profile/account', body)).status).toBe(200)
    expect((await change(owner, name, 'release')).status).toBe(200)
    const over = [400, 'message', 'This text was used or is too old. Ask for a new one.']
    expect(refusalOf(await call('profile/account', body))).toEqual(over)

    const message = stockText(name)
    const stock = { message, signature: await owner.signMessage({ message }), address: owner.address, coin_type: 60 }
    expect((await call('profile/account', stock)).status).toBe(200)
    expect((await change(owner, name, 'release')).status).toBe(200)
    expect(refusalOf(await call('profile/account', stock))).toEqual(over)

    for (const by of [-301_000, 301_000]) {
      const far = stockText(name, Date.now() + by)
      const late = { ...stock, message: far, signature: await owner.signMessage({ message: far }) }
      expect(refusalOf(await call('profile/account', late))[1]).toBe('timestamp')
    }
    const near = stockText(name, Date.now() - 290_000)
    const inTime = { ...stock, message: near, signature: await owner.signMessage({ message: near }) }
    expect((await call('profile/account', inTime)).status).toBe(200)

    const old = await bodyOf(person(), newLabel())
    await rows(
      world.db().query,
      sql`update names.messages set expires_at = now() - interval '1 second' where used_at is null`,
    )
    expect(refusalOf(await call('profile/account', old))).toEqual(over)
  })

  run('[SEC-N-03] takes no text that looks like its own and was never made here', async () => {
    const owner = person()
    const { message: made, ...body } = await bodyOf(owner, newLabel())
    const message = JSON.stringify({ ...JSON.parse(made), nonce: 'ab'.repeat(16) }, undefined, 2)
    const forged = { ...body, message, signature: await owner.signMessage({ message }) }
    expect(refusalOf(await call('profile/account', forged))[1]).toBe('message')
  })

  run('[SEC-N-04] refuses another account or coin type than the one in the signed text', async () => {
    const owner = person()
    const body = await bodyOf(owner, newLabel())
    const text = JSON.parse(body.message)
    expect(text).toMatchObject({
      attributes: {},
      zone,
      address: owner.address,
      coin_type: localCoin,
      chain: 'eip155:31337',
    })
    expect(text.expires - text.timestamp).toBe(300)
    expect(refusalOf(await call('profile/account', { ...body, coin_type: 60 }))[1]).toBe('coin_type')
    expect(refusalOf(await call('profile/account', { ...body, address: person().address }))[1]).toBe('address')
    const unserved = { action: 'register', name: newLabel(), address: owner.address }
    for (const coin_type of [0, 61, 0x80000000, coinTypeOf(999) ?? 0])
      expect(refusalOf(await call('profile/message', { ...unserved, coin_type }))[1]).toBe('coin_type')
    const slip = owner.address.replace(/[a-f]/, (letter) => letter.toUpperCase())
    if (slip !== owner.address)
      expect((await call('profile/message', { ...unserved, address: slip, coin_type: 60 })).status).toBe(400)
  })

  run('gives an account one name in each zone', async () => {
    const owner = person()
    const label = newLabel()
    await register(owner, label)
    const second = refusalOf(await register(owner, newLabel()))
    expect(second).toEqual([400, 'address', `This account has the name ${label}.${zone} already`])
    expect((await register(owner, `${label}.reown.id`)).status).toBe(200)
  })

  run('changes what a name says and leads to, by its owner alone', async () => {
    const owner = person()
    const name = `${newLabel()}.${zone}`
    await register(owner, name)
    const attributes = { bio: 'Likes trains', url: 'https://a.example/b' }
    expect((await change(owner, name, 'attributes', { attributes })).json).toEqual(attributes)
    expect((await change(person(), name, 'attributes', { attributes: {} })).status).toBe(401)
    for (const wrong of [
      { other: 'a' },
      { bio: '' },
      { bio: 'a'.repeat(256) },
      { bio: '<b>' },
      { url: 'http://a.example' },
    ])
      expect((await call('profile/message', { action: 'attributes', name, attributes: wrong })).status).toBe(400)
    const friend = person()
    const more = { address: friend.address, coin_type: coinTypeOf(31338) }
    const { json } = await change(owner, name, 'address', more)
    expect(json[String(coinTypeOf(31338))]).toMatchObject({ address: friend.address })
    const { json: record } = await call(`profile/account/${name}`)
    expect(record).toMatchObject({ attributes, addresses: json, updated: expect.any(Number) })
    // It leads there, but the name is not the friend's.
    expect((await call(`profile/reverse/${friend.address}?chainId=eip155:31338`)).json).toEqual([])
    const { message } = await textFor({ action: 'release', name })
    const signature = await owner.signMessage({ message })
    expect((await call(`profile/account/${name}/attributes`, { message, signature })).status).toBe(400)
    expect((await call('profile/account', { message, signature, address: owner.address, coin_type: 60 })).status).toBe(
      400,
    )
  })

  run('[SEC-N-06] tells no name of an account that it leads away from', async () => {
    const owner = person()
    const name = `${newLabel()}.${zone}`
    await register(owner, name)
    const identity = async () => (await call(`identity/${owner.address}`)).json.name
    expect(await identity()).toBe(name)
    await change(owner, name, 'address', { address: person().address, coin_type: 60 })
    expect((await call(`profile/reverse/${owner.address}`)).json).toEqual([])
    expect(await identity()).toBe(null)
    expect((await call(`profile/reverse/${owner.address}?chainId=eip155:31337`)).json).toMatchObject([{ name }])
  })

  run('keeps a released name for its account for a while, leads nowhere with it, and then gives it away', async () => {
    const owner = person()
    const label = newLabel()
    const name = `${label}.${zone}`
    await register(owner, label)
    await change(owner, name, 'release')
    expect((await call(`profile/account/${name}`)).status).toBe(404)
    expect((await call(`profile/reverse/${owner.address}`)).json).toEqual([])
    expect((await suggest(label)).suggestions[0]?.registered).toBe(true)
    expect(refusalOf(await register(person(), label))).toEqual([400, 'name', 'This name is taken'])
    expect((await register(owner, label)).status).toBe(200)
    await change(owner, name, 'release')
    const back = (by: string) =>
      rows(
        world.db().query,
        sql`update names.names set released_at = released_at - ${by}::interval where name = ${name}`,
      )
    await back('29 days 23 hours')
    expect((await register(person(), label)).status).toBe(400)
    await back('2 hours')
    expect((await suggest(label)).suggestions[0]?.registered).toBe(false)
    const next = person()
    expect((await register(next, label)).json.addresses[60].address).toBe(next.address)
  })
})
