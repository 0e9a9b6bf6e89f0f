import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '@latchkey/devnet'
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
import { localCoin, newLabel, refusalOf, stockText, useNameWorld, zone } from '../../test/useNameWorld.js'
import { person, useLocalChains } from '../../test/useSessionWorld.js'
import { writeKeyRing } from '../custody/keys/writeKeyRing.js'
import { readEnv } from '../env.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { rows } from '../platform/db/rows.js'
import { createGate } from '../platform/limits/gate.js'
import { createRateLimit } from '../platform/limits/rateLimit.js'
import { createLog } from '../platform/log/log.js'
import { createNodes } from '../platform/upstream/nodes.js'
import { startServer } from '../startServer.js'
import { createNames } from './createNames.js'
import { createNameTables } from './createNameTables.js'

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
const contract = creationOf('60043560643514631626ba7e60e01b0260005260206000f3')
// Makes a contract of what it is called with, by CREATE2 with the salt 0.
const maker = creationOf('36600060003760003660006000f500')
const evm = useLocalChains()
afterAll(() => postgres?.stop())

describe.each(fillings)('rules of names in %s', (filling, openDb) => {
  const isThere = filling !== 'PostgreSQL' || postgres !== undefined
  const run = it.skipIf(!isThere)
  const world = useNameWorld(openDb, evm, isThere)

  const { call, register, bodyOf, textFor, change, setAhead } = world

  run('[S7-46] takes the word of a contract, also of one that does not stand yet, for its own chain', async () => {
    const [chain] = evm().chains
    const client = createPublicClient({ transport: http(chain.url) })
    const wallet = createWalletClient({
      transport: http(chain.url),
      account: privateKeyToAccount(accounts[2]?.privateKey ?? '0x'),
    })
    const deploy = async (data: Hex) => {
      const hash = await wallet.deployContract({ abi: [], bytecode: data, chain: null })
      const { contractAddress } = await client.waitForTransactionReceipt({ hash })
      if (!contractAddress) throw new Error('Nothing was deployed')
      return contractAddress
    }
    const ask = async (address: Hex, sign: (message: string) => Hex) => {
      const name = newLabel()
      const { message } = await textFor({ action: 'register', name, address, coin_type: localCoin })
      return call('profile/account', { message, signature: sign(message), address, coin_type: localCoin })
    }
    const standing = await deploy(contract)
    const { status, json } = await ask(standing, hashMessage)
    expect([status, Object.keys(json.addresses)]).toEqual([200, [String(localCoin)]])
    expect((await ask(standing, () => hashMessage('another text'))).status).toBe(401)
    // Of another chain nothing is known: somebody else may have the address there.
    expect((await call(`profile/reverse/${standing}`)).json).toEqual([])
    expect((await call(`profile/reverse/${standing}?chainId=eip155:31337`)).json).toHaveLength(1)
    const message = stockText(`${newLabel()}.reown.id`)
    const stock = { message, signature: hashMessage(message), address: standing, coin_type: localCoin }
    expect((await call('profile/account', stock)).status).toBe(401)

    const factory = await deploy(maker)
    const coming = getCreate2Address({ from: factory, salt: `0x${'0'.repeat(64)}`, bytecode: contract })
    const wrapped = (data: Hex) => serializeErc6492Signature({ address: factory, data: contract, signature: data })
    expect((await ask(coming, (text) => wrapped(hashMessage(text)))).status).toBe(200)
    expect((await ask(coming, () => wrapped(hashMessage('another text')))).status).toBe(401)
  })

  run('attack: a contract gives no name to its address on another chain, where it is somebody else’s', async () => {
    const [chain] = evm().chains
    const transport = http(chain.url)
    const account = privateKeyToAccount(accounts[2]?.privateKey ?? '0x')
    const hash = await createWalletClient({ transport, account }).deployContract({
      abi: [],
      bytecode: contract,
      chain: null,
    })
    const { contractAddress } = await createPublicClient({ transport }).waitForTransactionReceipt({ hash })
    const address = contractAddress ?? '0x'
    const name = `${newLabel()}.${zone}`
    const registering = await textFor({ action: 'register', name, address, coin_type: localCoin })
    const body = { message: registering.message, signature: hashMessage(registering.message) }
    expect((await call('profile/account', { ...body, address, coin_type: localCoin })).status).toBe(200)
    const lead = async (to: Hex, coin_type: number) => {
      const { message } = await textFor({ action: 'address', name, address: to, coin_type })
      return call(`profile/account/${name}/address`, { message, signature: hashMessage(message) })
    }
    expect(refusalOf(await lead(address, 60))).toEqual([400, 'address', expect.stringContaining('its own chain')])
    expect((await call(`profile/reverse/${address}`)).json).toEqual([])
    // It may lead to anybody's, which names nobody, and to itself where it stands.
    expect((await lead(person().address, 60)).status).toBe(200)
    expect((await lead(address, localCoin)).status).toBe(200)
  })

  run('says its own name of an account that ENS has none of, and never for long', async () => {
    const owner = person()
    const label = newLabel()
    const path = `identity/${owner.address}`
    expect((await call(path)).json.name).toBe(null)
    await register(owner, label)
    const { json, headers } = await call(path)
    expect(json.name).toBe(`${label}.${zone}`)
    expect(headers.get('cache-control')).toBe('public, max-age=60, s-maxage=60')
  })

  run('deletes texts that are over and names that were released long enough ago', async () => {
    const [owner, other] = [person(), person()]
    const [gone, kept] = [newLabel(), newLabel()]
    await register(owner, gone)
    await register(other, kept)
    await change(owner, `${gone}.${zone}`, 'release')
    await change(other, `${kept}.${zone}`, 'release')
    const { query } = world.db()
    const back = (label: string, by: string) =>
      rows(query, sql`update names.names set released_at = now() - ${by}::interval where name = ${`${label}.${zone}`}`)
    await back(gone, '73 hours')
    await back(kept, '71 hours')
    await rows(query, sql`update names.messages set expires_at = now() - interval '1 second'`)
    const clock = () => new Date()
    const rateLimit = createRateLimit({ rate: 0, burst: 1 })
    const names = createNames(
      {
        db: world.db(),
        nodes: createNodes({ chains: [] }),
        log: createLog('silent'),
        env: readEnv({ LATCHKEY_RETENTION_NAMES: '3' }),
      },
      { gate: createGate({ chains: [], rateLimit, exemptLoopback: true, clock }), isLocal: true },
    )
    await names.sweep()
    names.close()
    const left = await rows<{ name: string }>(query, sql`select name from names.names where released_at is not null`)
    expect(left.map(({ name }) => name)).toContain(`${kept}.${zone}`)
    expect(left.map(({ name }) => name)).not.toContain(`${gone}.${zone}`)
    expect(await rows(query, sql`select 1 from names.addresses where name = ${`${gone}.${zone}`}`)).toEqual([])
    expect(await rows(query, sql`select 1 from names.messages`)).toEqual([])
  })

  run('keeps no more texts than may wait', async () => {
    const tables = createNameTables(world.db(), { graceDays: 1 })
    await rows(
      world.db().query,
      sql`insert into names.messages (hash, expires_at)
        select 'waits' || i, now() + interval '5 minutes' from generate_series(1, 10000) i`,
    )
    expect(await tables.offer('0x', 'a', Date.now() / 1000 + 300)).toBe(false)
    const body = { action: 'register', name: newLabel(), address: person().address, coin_type: 60 }
    expect((await call('profile/message', body)).status).toBe(503)
    await rows(world.db().query, sql`delete from names.messages where hash like 'waits%'`)
    expect((await call('profile/message', body)).status).toBe(200)
  })

  run('makes and takes texts by the database’s clock, however far off that of the process is', async () => {
    for (const by of [3_600_000, -3_600_000]) {
      setAhead(by)
      onTestFinished(() => setAhead(0))
      const body = await bodyOf(person(), newLabel())
      expect(Math.abs(JSON.parse(body.message).expires - Date.now() / 1000 - 300)).toBeLessThan(60)
      expect((await call('profile/account', body)).status).toBe(200)
      const owner = person()
      const take = async (at: number) => {
        const message = stockText(`${newLabel()}.${zone}`, at)
        const signature = await owner.signMessage({ message })
        return (await call('profile/account', { message, signature, address: owner.address, coin_type: 60 })).status
      }
      expect(await take(Date.now() + by)).toBe(400)
      expect(await take(Date.now())).toBe(200)
    }
  })
})

describe('LATCHKEY_NAME_ZONES', () => {
  const open = (env: Record<string, string>, isLocal: boolean) => {
    const clock = () => new Date()
    const gate = createGate({
      chains: [],
      rateLimit: createRateLimit({ rate: 0, burst: 1 }),
      exemptLoopback: true,
      clock,
    })
    return openPglite(undefined).then((db) =>
      createNames(
        { db, nodes: createNodes({ chains: [] }), log: createLog('silent'), env: readEnv(env) },
        { gate, isLocal },
      ),
    )
  }

  it('names the zones; outside of a local world there is none without it', async () => {
    const ask = async (env: Record<string, string>, isLocal: boolean) => {
      const names = await open(env, isLocal)
      const { suggestions } = (await (await names.routes.request('/v1/profile/suggestions/somebody')).json()) as {
        suggestions: { name: string }[]
      }
      names.close()
      return suggestions[0]?.name
    }
    expect(await ask({}, true)).toBe('somebody.latchkey.test')
    expect(await ask({}, false)).toBeUndefined()
    expect(await ask({ LATCHKEY_NAME_ZONES: 'people.example,a.example' }, false)).toBe('somebody.people.example')
  }, 60_000)

  it('without one, says that there are no names', async () => {
    const names = await open({}, false)
    const body = JSON.stringify({ action: 'register', name: 'somebody', address: person().address, coin_type: 60 })
    // No edge stands around these routes, so the refusal is thrown.
    names.routes.onError((error, c) => c.text(error.message, 503))
    const answer = await names.routes.request('/v1/profile/message', { method: 'POST', body })
    expect(await answer.text()).toContain('LATCHKEY_NAME_ZONES')
    expect(await names.nameOf(person().address)).toBe(null)
    names.close()
  }, 60_000)
})

describe('LATCHKEY_NAME_KEYS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-name-keys-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const production = {
    LATCHKEY_MODE: 'production',
    LATCHKEY_PUBLIC_URL: 'https://api.example.com',
    LATCHKEY_NAME_ZONES: 'people.example',
    LATCHKEY_LOG_LEVEL: 'silent',
  }
  async function ask(
    env: Record<string, string>,
    { path = 'ens', dataDir = false }: { path?: string; dataDir?: string | false } = {},
  ): Promise<[number, unknown]> {
    const server = await startServer({ port: 0, dataDir, roles: ['data'], env })
    try {
      const response = await fetch(`${server.url}/v1/names/${path}`)
      return [response.status, await response.json()]
    } finally {
      await server.close()
    }
  }

  it('is the key by which names are signed, the same at each start over one database', async () => {
    const path = join(folder, 'names.json')
    writeKeyRing(path)
    const [[, one], [, other]] = [
      await ask({ ...production, LATCHKEY_NAME_KEYS: path }, { dataDir: join(folder, 'data') }),
      await ask({ ...production, LATCHKEY_NAME_KEYS: path }, { dataDir: join(folder, 'data') }),
    ]
    expect(one).toEqual({ zones: ['people.example'], signer: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) })
    expect(other).toEqual(one)
  }, 60_000)

  it('without one, nothing is signed outside of a local world', async () => {
    expect(await ask(production)).toEqual([200, { zones: ['people.example'], signer: null }])
    const [status, answer] = await ask(production, { path: `ens/${person().address}/0x9061b923.json` })
    expect([status, JSON.stringify(answer)]).toEqual([503, expect.stringContaining('LATCHKEY_NAME_KEYS')])
  }, 60_000)
})
