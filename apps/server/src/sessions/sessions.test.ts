import { accounts } from '@latchkey/devnet'
import { formatSessionRevocation } from '@latchkey/protocol/sessionsApi'
import { sql } from 'drizzle-orm'
import {
  createPublicClient,
  createWalletClient,
  getCreate2Address,
  type Hex,
  hashMessage,
  http,
  serializeErc6492Signature,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { findPostgres } from '../../test/findService.js'
import { toChainInput } from '../../test/localChains.js'
import {
  accountOf,
  context,
  keys,
  opening,
  permissions,
  person,
  revocation,
  sessionChain,
  site,
  soon,
  useLocalChains,
  useSessionWorld,
} from '../../test/useSessionWorld.js'
import type { App } from '../app.js'
import { openEnvelope } from '../custody/envelope.js'
import { readChains } from '../platform/chains/readChains.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { rows } from '../platform/db/rows.js'
import { createNodes } from '../platform/upstream/nodes.js'
import { createSessionTables } from './createSessionTables.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: sessions over PostgreSQL (no TEST_DATABASE_URL and no initdb found)')
const fillings: [string, () => Promise<Db>][] = [
  ['PGlite', () => openPglite(undefined)],
  ['PostgreSQL', () => openPostgres(postgres?.url ?? '')],
]
/** What deploys a contract of this code. */
const creationOf = (code: string): Hex =>
  `0x60${(code.length / 2).toString(16).padStart(2, '0')}80600b6000396000f3${code}`
// Takes as a signature the hash itself: what it answers is 1626ba7e where both words are the same, else nothing.
const account = creationOf('60043560643514631626ba7e60e01b0260005260206000f3')
// Makes a contract of what it is called with, by CREATE2 with the salt 0.
const maker = creationOf('36600060003760003660006000f500')
const evm = useLocalChains()
afterAll(() => postgres?.stop())

describe.each(fillings)('sessions in %s', (filling, openDb) => {
  const isThere = filling !== 'PostgreSQL' || postgres !== undefined
  const run = it.skipIf(!isThere)
  const { db, call, create, granted, list, open, preflight } = useSessionWorld(openDb, evm, isThere)

  run('[S7-65] lists the open sessions of an account, by CAIP-10 and by plain address, for any site', async () => {
    const owner = person()
    const { pci, expiry } = await granted(owner, 'An app')
    const { status, headers, json } = await call(`${accountOf(owner.address)}?projectId=p-1`)
    expect([status, headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([
      200,
      '*',
      'no-store',
    ])
    expect(json).toEqual({
      pcis: [
        {
          project: { id: 'p-1', name: 'An app', url: site, iconUrl: null },
          pci,
          expiry,
          createdAt: expect.any(Number),
          permissions,
          policies: [],
          context,
          revokedAt: null,
        },
      ],
    })
    expect(Math.abs(json.pcis[0].createdAt - Date.now() / 1000)).toBeLessThan(600)
    expect((await list(owner.address)).map((each) => each.pci)).toEqual([pci])
    expect((await list(owner.address.toLowerCase())).map((each) => each.pci)).toEqual([pci])
    expect(await list(encodeURIComponent(`eip155:31338:${owner.address}`))).toEqual([])
    expect(await list(person().address)).toEqual([])
    const asked = await preflight(owner.address)
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  })

  run('[S7-65] refuses what is no account and chains that are not served', async () => {
    for (const account of ['vitalik.eth', '0x12', encodeURIComponent(`${sessionChain}:0x12`)])
      expect(await call(account)).toMatchObject({ status: 400, json: { reasons: [{ field: 'address' }] } })
    expect(await call(encodeURIComponent(`eip155:999:${person().address}`))).toMatchObject({
      status: 400,
      json: { reasons: [{ field: 'chainId' }] },
    })
  })

  run('[S7-66] revokes with the word of the account, answers JSON, and the same when asked again', async () => {
    const owner = person()
    const { pci } = await granted(owner)
    const signature = await revocation(owner, pci)
    const before = await list(owner.address)
    for (const headers of [
      { 'content-type': 'text/plain;charset=UTF-8' },
      { 'content-type': 'application/json' },
      {},
    ]) {
      const answer = await call(
        `${owner.address}/revoke?projectId=p-1`,
        { pci, signature },
        headers as Record<string, string>,
      )
      expect([answer.status, answer.text]).toEqual([200, '{}'])
      expect(answer.headers.get('content-type')).toMatch(/application\/json/)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
    const [after] = await list(owner.address)
    expect(after).toMatchObject({ ...before[0], revokedAt: expect.any(Number) })
    expect(await call(`${accountOf(owner.address)}/revoke`, { pci, signature })).toMatchObject({ status: 200 })
    const asked = await preflight(`${owner.address}/revoke`)
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(asked.headers.get('access-control-allow-methods')).toContain('POST')
    expect(asked.headers.get('access-control-allow-headers')).toContain('content-type')
  })

  run.each([
    ['[S7-67]', 'pci', ['pci']],
    ['[S7-68]', 'signature', ['signature']],
    ['[S7-67][S7-68]', 'pci', ['pci', 'signature']],
  ])('%s a revocation without its %s is refused and changes nothing', async (_, field, missing) => {
    const owner = person()
    const { pci } = await granted(owner)
    const body = { pci, signature: await revocation(owner, pci) }
    const given = Object.fromEntries(Object.entries(body).filter(([name]) => !missing.includes(name)))
    expect(await call(`${owner.address}/revoke`, given)).toMatchObject({
      status: 400,
      json: { status: 'FAILED', reasons: [{ field, description: `${field} is missing` }] },
    })
    expect(await list(owner.address)).toMatchObject([{ pci, revokedAt: null }])
  })

  run(
    '[S7-68] a signature of somebody else, over another session, or of no form is refused and changes nothing',
    async () => {
      const [owner, stranger] = [person(), person()]
      const { pci, signature: opening } = await granted(owner)
      const { pci: other } = await granted(owner)
      const wrong = [
        await stranger.signMessage({ message: formatSessionRevocation({ address: owner.address, pci }) }),
        await revocation(owner, other),
        opening,
        '0x1234',
        `0x${'00'.repeat(65)}`,
      ]
      for (const signature of wrong)
        expect(await call(`${owner.address}/revoke`, { pci, signature })).toMatchObject({
          status: 401,
          json: { reasons: [{ field: 'signature' }] },
        })
      expect(await call(`${owner.address}/revoke`, { pci, signature: 'banana' })).toMatchObject({ status: 400 })
      expect((await list(owner.address)).map(({ revokedAt }) => revokedAt)).toEqual([null, null])
    },
  )

  run('[S7-67] a session that nobody knows, or of another account, is not found', async () => {
    const [owner, stranger] = [person(), person()]
    const { pci } = await granted(owner)
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(
      await call(`${owner.address}/revoke`, { pci: unknown, signature: await revocation(owner, unknown) }),
    ).toMatchObject({
      status: 404,
      json: { reasons: [{ field: 'pci' }] },
    })
    const signature = await revocation(stranger, pci)
    expect(await call(`${stranger.address}/revoke`, { pci, signature })).toMatchObject({ status: 404 })
    for (const bad of ["'; drop table x", 'a\u0000b', 5])
      expect(await call(`${owner.address}/revoke`, { pci: bad, signature })).toMatchObject({ status: 400 })
    expect(await list(owner.address)).toMatchObject([{ revokedAt: null }])
  })

  run('a stranger cannot put anything into somebody’s list', async () => {
    const [owner, stranger] = [person(), person()]
    const { pci, expiry } = await create(owner.address)
    expect(await list(owner.address)).toEqual([])
    const path = `${accountOf(owner.address)}/activate`
    const message = opening(owner.address, pci, expiry)
    const signature = await stranger.signMessage({ message })
    expect(await call(path, { pci, context, signature })).toMatchObject({ status: 401 })
    expect(await call(path, { pci, context })).toMatchObject({
      status: 400,
      json: { reasons: [{ field: 'signature' }] },
    })
    // What the owner signed for one site opens nothing that says it is another's.
    const elsewhere = await owner.signMessage({ message: message.replace(site, 'https://other.example') })
    expect(await call(path, { pci, context, signature: elsewhere })).toMatchObject({ status: 401 })
    expect(await list(owner.address)).toEqual([])
    const right = await owner.signMessage({ message })
    expect(await call(path, { pci, signature: right })).toMatchObject({
      status: 400,
      json: { reasons: [{ field: 'context' }] },
    })
    expect(await call(path, { pci, context, signature: right })).toMatchObject({ status: 200, json: {} })
    expect(await call(path, { pci, context, signature: right })).toMatchObject({ status: 200, json: {} })
    expect(await call(path, { pci, context: '0x00', signature: right })).toMatchObject({ status: 400 })
    expect(await list(owner.address)).toMatchObject([{ context, project: { name: 'app.example', url: site } }])
  })

  run('what was revoked is not opened again', async () => {
    const owner = person()
    const { pci, expiry } = await create(owner.address)
    expect(await call(`${owner.address}/revoke`, { pci, signature: await revocation(owner, pci) })).toMatchObject({
      status: 200,
    })
    const message = opening(owner.address, pci, expiry)
    const signature = await owner.signMessage({ message })
    expect(await call(`${accountOf(owner.address)}/activate`, { pci, context, signature })).toMatchObject({
      status: 400,
    })
    expect(await list(owner.address)).toEqual([])
  })

  run('an account has fifty open sessions at most, also when the last two come at once', async () => {
    const owner = person()
    const tables = createSessionTables(db())
    const add = async (pci: string) => {
      const project = { id: 'p', name: undefined, url: undefined, iconUrl: undefined }
      const row = { project, signer: undefined, permissions, policies: [], publicKey: '0x04', envelope: '{}' }
      await tables.add({ ...row, pci, chain: sessionChain, address: owner.address.toLowerCase(), expiry: soon() })
    }
    const names = Array.from({ length: 51 }, () => crypto.randomUUID())
    await Promise.all(names.map(add))
    const outcomes = await Promise.all(names.map((pci) => tables.activate(pci, owner.address.toLowerCase(), context)))
    expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(50)
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(1)
    const { pci, expiry } = await create(owner.address)
    const message = opening(owner.address, pci, expiry)
    const signature = await owner.signMessage({ message })
    const activate = () => call(`${accountOf(owner.address)}/activate`, { pci, context, signature })
    expect(await activate()).toMatchObject({ status: 400, json: { reasons: [{ field: 'address' }] } })
    const [last] = await list(owner.address)
    await call(`${owner.address}/revoke`, { pci: last?.pci, signature: await revocation(owner, last?.pci ?? '') })
    expect(await activate()).toMatchObject({ status: 200 })
  })

  run('no more are kept waiting than the database can bear', async () => {
    const { address } = person()
    const project = { id: 'p', name: undefined, url: undefined, iconUrl: undefined }
    const row = { project, signer: undefined, permissions, policies: [], publicKey: '0x04', envelope: '{}' }
    const [count] = await rows<{ waiting: number }>(
      db().query,
      sql`select count(*)::int as waiting from sessions.sessions where activated_at is null`,
    )
    const tables = createSessionTables(db(), { most: (count?.waiting ?? 0) + 1 })
    const begin = { ...row, chain: sessionChain, address: address.toLowerCase(), expiry: soon() } as const
    const add = (pci: string = crypto.randomUUID()) => tables.add({ ...begin, pci })
    const first = crypto.randomUUID()
    expect([await add(first), await add()]).toEqual([true, false])
    // Strangers from many networks do not keep others out for the hour after which they are swept.
    await rows(db().query, sql`update sessions.sessions set created_at = now() - interval '6 min' where pci = ${first}`)
    expect([await add(), await add()]).toEqual([true, false])
    expect(await tables.find(first, begin.address, undefined)).toBeUndefined()
  })

  run('one address does not keep more waiting than its part: the newest takes the place of its oldest', async () => {
    const owner = person()
    const [opened, first] = [await granted(owner), await create(owner.address)]
    const others = []
    for (let at = 0; at < 100; at++) others.push(await create(owner.address))
    const activate = async ({ pci, expiry }: { pci: string; expiry: number }) => {
      const signature = await owner.signMessage({ message: opening(owner.address, pci, expiry) })
      return (await call(`${accountOf(owner.address)}/activate`, { pci, context, signature })).status
    }
    expect(await activate(first)).toBe(404)
    for (const each of [others[0], others.at(-1)]) expect(each && (await activate(each))).toBe(200)
    expect((await list(owner.address)).map(({ pci }) => pci)).toContain(opened.pci)
  })

  run('what has expired is not told, and is deleted with what was never opened', async () => {
    const owner = person()
    const [{ pci: old }, { pci: young }] = [await granted(owner), await granted(owner)]
    const { pci: left } = await create(owner.address)
    const { pci: waiting } = await create(owner.address)
    await rows(db().query, sql`update sessions.sessions set expires_at = now() where pci = ${old}`)
    await rows(
      db().query,
      sql`update sessions.sessions set created_at = now() - interval '61 minutes' where pci in (${left}, ${young})`,
    )
    expect((await list(owner.address)).map(({ pci }) => pci)).toEqual([young])
    await createSessionTables(db()).sweep()
    const kept = await rows<{ pci: string }>(
      db().query,
      sql`select pci from sessions.sessions where address = ${owner.address.toLowerCase()}`,
    )
    expect(kept.map(({ pci }) => pci).sort()).toEqual([young, waiting].sort())
  })

  run('makes a key of its own for each, and the database alone does not open it', async () => {
    const owner = person()
    const { pci, key } = await create(owner.address)
    expect(key).toMatchObject({ type: 'secp256k1', publicKey: expect.stringMatching(/^0x04[0-9a-f]{128}$/) })
    const [row] = await rows<{ envelope: string; text: string }>(
      db().query,
      sql`select envelope, s::text as text from sessions.sessions s where pci = ${pci}`,
    )
    const aad = { v: '1', purpose: 'session', pci, account: `${sessionChain}:${owner.address.toLowerCase()}` }
    const secret: Hex = `0x${Buffer.from(await openEnvelope(keys, row?.envelope ?? '', aad)).toString('hex')}`
    expect(privateKeyToAccount(secret).publicKey).toBe(key.publicKey)
    expect(row?.text).not.toContain(secret.slice(2))
    expect(row?.text).not.toContain(Buffer.from(secret.slice(2), 'hex').toString('base64url'))
    await expect(openEnvelope(keys, row?.envelope ?? '', { ...aad, pci: 'other' })).rejects.toThrow()
    expect((await create(owner.address)).key.publicKey).not.toBe(key.publicKey)
  })

  run.each([
    ['no expiry', { expiry: undefined }, 'expiry'],
    ['an expiry of the past', { expiry: 1 }, 'expiry'],
    ['an expiry in milliseconds', { expiry: Date.now() + 3_600_000 }, 'expiry'],
    ['no permissions', { permissions: [] }, 'permissions'],
    ['permissions of no kind', { permissions: [{}] }, 'permissions.0.type'],
    ['another chain', { chainId: '0x1' }, 'chainId'],
    ['a name of two lines', { project: { name: 'An app\nSite: https://bank.example' } }, 'project.name'],
    ['a picture that is a script', { project: { iconUrl: 'javascript:alert(1)' } }, 'project.iconUrl'],
  ])('error: nothing begins with %s', async (_, more, field) => {
    const body = { expiry: soon(), permissions, ...more }
    expect(await call(accountOf(person().address), body)).toMatchObject({ status: 400, json: { reasons: [{ field }] } })
  })

  run(
    'error: nothing begins for a plain address, for another family, or from what is no JSON or too long',
    async () => {
      const body = { expiry: soon(), permissions }
      expect(await call(person().address, body)).toMatchObject({
        status: 400,
        json: { reasons: [{ field: 'address' }] },
      })
      expect(await call(accountOf(person().address), 'banana')).toMatchObject({ status: 400 })
      expect(await call(accountOf(person().address), '')).toMatchObject({ status: 400 })
      expect(await call(accountOf(person().address), { ...body, pad: 'x'.repeat(32_768) })).toMatchObject({
        status: 413,
      })
    },
  )

  run('error: without keys nothing begins, and what there is can still be read and revoked', async () => {
    const owner = person()
    const { pci } = await granted(owner)
    const bare = await open({ isKeyless: true })
    const path = accountOf(owner.address)
    const refused = await call(path, { expiry: soon(), permissions }, {}, bare)
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('LATCHKEY_SESSION_KEYS')])
    expect((await call(path, undefined, {}, bare)).json.pcis).toHaveLength(1)
    const signature = await revocation(owner, pci)
    expect((await call(`${path}/revoke`, { pci, signature }, {}, bare)).status).toBe(200)
  })

  run('limits how fast one client can begin sessions', async () => {
    const env = { LATCHKEY_MODE: 'production', LATCHKEY_RATE_LIMIT: '1', LATCHKEY_RATE_BURST: '40' }
    const limited = await open({ env })
    const body = { expiry: soon(), permissions }
    const begin = async () => (await call(accountOf(person().address), body, {}, limited)).status
    expect([await begin(), await begin(), await begin()]).toEqual([200, 200, 429])
  })

  run('believes a contract that stands there, one that will, and nobody when the chain cannot be asked', async () => {
    const [chain] = evm().chains
    const transport = http(chain.url)
    const wallet = createWalletClient({ account: privateKeyToAccount(accounts[0]?.privateKey ?? '0x'), transport })
    const client = createPublicClient({ transport })
    const deploy = async (creation: Hex) => {
      const hash = await wallet.deployContract({ abi: [], bytecode: creation, chain: null })
      return (await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })).contractAddress ?? '0x'
    }
    const ask = async (address: Hex, sign: (message: string) => Hex, via?: App) => {
      const { pci, expiry } = await create(address)
      const signature = sign(opening(address, pci, expiry))
      return (await call(`${accountOf(address)}/activate`, { pci, context, signature }, {}, via)).status
    }
    const standing = await deploy(account)
    expect(await ask(standing, hashMessage)).toBe(200)
    expect(await ask(standing, () => hashMessage('another text'))).toBe(401)

    const factory = await deploy(maker)
    const coming = getCreate2Address({ from: factory, salt: `0x${'0'.repeat(64)}`, bytecode: account })
    const wrapped = (signed: Hex) => serializeErc6492Signature({ address: factory, data: account, signature: signed })
    expect(await client.getCode({ address: coming })).toBeUndefined()
    expect(await ask(coming, (message) => wrapped(hashMessage(message)))).toBe(200)
    expect(await ask(coming, () => wrapped(hashMessage('another text')))).toBe(401)

    const nodes = createNodes({ chains: readChains([toChainInput(chain, { rpc: ['http://127.0.0.1:9'] })]) })
    onTestFinished(() => nodes.close())
    expect(await ask(standing, hashMessage, await open({ nodes }))).toBe(503)
    expect(await list(standing)).toHaveLength(1)
  })
})
