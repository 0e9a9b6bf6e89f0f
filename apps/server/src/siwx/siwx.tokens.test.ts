import { createServer } from 'node:http'
import { sql } from 'drizzle-orm'
import { createRemoteJWKSet, decodeJwt, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { findPostgres } from '../../test/findService.js'
import { issuer, old, page, useSiwxWorld, young } from '../../test/useSiwxWorld.js'
import type { App } from '../app.js'
import { readEnv } from '../env.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { rows } from '../platform/db/rows.js'
import { createMetrics } from '../platform/metrics/metrics.js'
import { createTokenKeys } from '../platform/secrets/createTokenKeys.js'
import { randomId } from '../platform/secrets/randomId.js'
import { createSiwxTables } from './createSiwxTables.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: sign-ins over PostgreSQL (no TEST_DATABASE_URL and no initdb found)')
const fillings: [string, () => Promise<Db>][] = [
  ['PGlite', () => openPglite(undefined)],
  ['PostgreSQL', () => openPostgres(postgres?.url ?? '')],
]
afterAll(() => postgres?.stop())

describe.each(fillings)('tokens and accounts in %s', (filling, openDb) => {
  const isThere = filling !== 'PostgreSQL' || postgres !== undefined
  const run = it.skipIf(!isThere)
  const world = useSiwxWorld(openDb, isThere)
  const { call, nonce, tokenOf, bearer, me, refused, enterStock, open } = world

  run('forged tokens are no sign-in', async () => {
    const token = await tokenOf()
    const [head = '', body = '', signed = ''] = token.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = decodeJwt(token)
    const { privateKey } = await generateKeyPair('ES256')
    const [jwk] = (await world.keys().jwks()).keys
    const forged = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${body}.${signed}`,
      `${head}.${encode({ ...claims, address: `0x${'1'.repeat(40)}` })}.${signed}`,
      `${head}.${body}.${signed.slice(0, -4)}AAAA`,
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: jwk?.kid ?? '' }).sign(privateKey),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: jwk?.kid ?? '' })
        .sign(Buffer.from(JSON.stringify(jwk))),
      await world.keys().sign('JWT', { ...claims, iss: 'https://another.example' }),
      await world.keys().sign('JWT', { ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
      await world.keys().sign('JWT', { ...claims, jti: 'made-up' }),
      (await nonce()).token,
      'null',
    ]
    for (const each of forged) refused(await me(each))
    expect((await me(token)).status).toBe(200)
  })

  run('[SEC-S-13] signing out ends this sign-in at once, on every server, and no other of the account', async () => {
    const [token, other] = [await tokenOf(), await tokenOf()]
    const elsewhere = await open()
    expect((await me(token, '', elsewhere)).status).toBe(200)
    const left = await call('me', { method: 'DELETE', headers: bearer(token) })
    expect([left.status, left.json]).toEqual([200, {}])
    refused(await me(token))
    refused(await me(token, '', elsewhere))
    expect((await me(other)).status).toBe(200)
    expect((await call('me', { method: 'DELETE', headers: bearer(token) })).status).toBe(200)
    refused(await call('me', { method: 'DELETE', headers: bearer('a.b.c') }))
  })

  run('a sign-in ends by itself after LATCHKEY_SIWX_HOURS', async () => {
    const via = await open({ LATCHKEY_SIWX_HOURS: '1' })
    const token = await tokenOf(world.people().eip155, { via })
    const { jti, iat = 0, exp = 0 } = decodeJwt(token)
    const { query } = world.db()
    const [row] = await rows<{ left: number; now: number }>(
      query,
      sql`select extract(epoch from expires_at - now())::float8 as left, extract(epoch from now())::float8 as now
        from siwx.sessions where id = ${jti}`,
    )
    // The token ends with its row, by the database's clock.
    expect([exp - iat, Math.abs((row?.left ?? 0) - 3_600) < 30]).toEqual([3_600, true])
    expect(Math.abs(exp - (row?.now ?? 0) - (row?.left ?? 0))).toBeLessThanOrEqual(1)
    const setLeft = (seconds: number) =>
      rows(
        query,
        sql`update siwx.sessions set expires_at = now() + ${seconds}::int * interval '1 second' where id = ${jti}`,
      )
    await setLeft(10)
    expect((await me(token, '', via)).status).toBe(200)
    await setLeft(0)
    refused(await me(token, '', via))
  })

  run(
    '[SEC-S-01] a nonce that is over by the database’s clock signs nobody in, before and after it is forgotten',
    async () => {
      const tables = createSiwxTables(world.db(), { accountDays: 400 })
      const enter = (nonce: string, ahead: number) =>
        tables.signIn({
          id: randomId(),
          nonce,
          nonceExpiry: Date.now() / 1_000 + ahead,
          projectId: '',
          account: 'eip155:1:0x1',
          emailIndex: undefined,
          connection: undefined,
          life: 60,
        })
      const [over, fresh] = [randomId(), randomId()]
      for (let time = 0; time < 2; time++) {
        expect(await enter(over, -60)).toBeUndefined()
        await tables.sweep()
      }
      expect(await enter(fresh, 60)).toEqual({ accountId: expect.any(String), at: expect.any(Number) })
      await tables.sweep()
      expect(await enter(fresh, 60)).toBeUndefined()
    },
  )

  run('keys rotate: a newer one signs, those of before still count, and all are published', async () => {
    const before = await tokenOf()
    const both = createTokenKeys({
      current: '2',
      keys: new Map([
        ['1', old],
        ['2', young],
      ]),
    })
    const via = await open({}, { keys: both })
    const after = await tokenOf(world.people().eip155, { via })
    for (const token of [before, after]) expect((await me(token, '', via)).status).toBe(200)
    const response = await via.request('/.well-known/jwks.json')
    const { keys: published } = (await response.json()) as { keys: { kid: string; d?: string }[] }
    expect(published.map(({ d, kid }) => [d, kid])).toEqual((await both.jwks()).keys.map(({ kid }) => [undefined, kid]))
    expect(published).toHaveLength(2)
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    // Any library checks both with what is published.
    const server = await serve(via)
    const find = createRemoteJWKSet(new URL(`${server}/.well-known/jwks.json`))
    for (const token of [before, after])
      expect((await jwtVerify(token, find, { issuer, audience: page })).payload.sub).toBe(
        `eip155:1:${world.people().eip155.accountAddress}`,
      )
    await expect(jwtVerify(after, find, { issuer, audience: 'https://shop.example' })).rejects.toThrow()
    // Once the old key is taken out, what it signed is over.
    const only = await open({}, { keys: createTokenKeys({ current: '2', keys: new Map([['2', young]]) }) })
    refused(await me(before, '', only))
    expect((await me(after, '', only)).status).toBe(200)
  })

  run('what the app keeps of an account is its owner’s to change, and is told with it', async () => {
    const walletInfo = { type: 'extension', name: 'A wallet', icon: 'data:,' }
    const token = await tokenOf(world.people().cosmos, { body: { walletInfo } })
    expect((await me(token)).json).not.toHaveProperty('appKitAccount')
    const told = async () => (await me(token, 'includeAppKitAccount=true')).json.appKitAccount
    expect(await told()).toMatchObject({
      address: world.people().cosmos.accountAddress,
      caip2_chain: 'cosmos:cosmoshub-4',
      is_main_account: true,
      verification_status: null,
      connection_method: walletInfo,
      metadata: null,
      created_at: expect.stringMatching(/Z$/),
    })
    const put = (metadata: unknown, value = token) =>
      call('account-metadata', { method: 'PUT', body: { metadata }, headers: bearer(value) })
    expect((await put({ plan: 'a' })).status).toBe(200)
    expect(await told()).toMatchObject({ metadata: { plan: 'a' } })
    refused(await put({ text: 'x'.repeat(9_000) }), 400)
    refused(await put('text'), 400)
    refused(await put({}, 'a.b.c'))
    expect((await put(null)).status).toBe(200)
    expect(await told()).toMatchObject({ metadata: null })
  })

  run('a page may ask: what it sends and how is allowed, and projects are known', async () => {
    const response = await world.app().request('/auth/v1/me', { method: 'OPTIONS' })
    expect(response.headers.get('access-control-allow-methods')).toContain('DELETE')
    for (const name of ['x-nonce-jwt', 'x-otp', 'authorization'])
      expect(response.headers.get('access-control-allow-headers')).toContain(name)
    const via = await open({ LATCHKEY_PROJECTS: 'p-2' })
    refused(await call('nonce', {}, via))
    refused(await call('nonce', {}, await open({}, { isKeyless: true })), 503)
    // A sign-in of a project that is no longer listed is over.
    refused(await me(await tokenOf(), '', via))
  })

  const mailTo = () => `a${Math.random().toString(36).slice(2)}@mail.example`
  const accountId = `eip155:1:${privateKeyToAccount(`0x${'7'.repeat(64)}`).address}`
  const ask = (email: string, via: App, account = accountId) =>
    call('otp', { method: 'POST', body: { email, account }, headers: { origin: page } }, via)
  const confirm = (uuid: unknown, code: string, via: App) =>
    call('otp', { method: 'PUT', body: { code }, headers: { 'x-otp': String(uuid) } }, via)
  const codeFor = async (email: string) => /\b\d{6}\b/.exec((await world.inbox().next(email)).subject ?? '')?.[0] ?? ''

  run('an e-mail address that its owner confirms is in the token, and is asked for once', async () => {
    const via = await open({ LATCHKEY_SIWX_EMAIL: 'optional' })
    const email = mailTo()
    const account = privateKeyToAccount(`0x${'7'.repeat(64)}`)
    const signer = {
      chainId: 'eip155:1' as const,
      accountAddress: account.address,
      sign: (message: string) => account.signMessage({ message }),
    }
    const { json } = await ask(email.toUpperCase(), via)
    const resources = [`email:${email}`]
    const withCode = { via, headers: { 'x-otp': String(json.uuid) } }
    // Not before the code came back.
    refused(await enterStock(signer, { resources }, withCode))
    const code = await codeFor(email)
    refused(await confirm(json.uuid, code === '000000' ? '111111' : '000000', via))
    expect((await confirm(json.uuid, code, via)).status).toBe(200)
    // Nor for another account or address.
    refused(await enterStock(world.people().eip155, { resources }, withCode))
    refused(await enterStock(signer, { resources: ['email:other@mail.example'] }, { via, headers: {} }))
    const answer = await enterStock(signer, { resources }, withCode)
    expect(answer.status).toBe(200)
    expect(decodeJwt(String(answer.json.token))).toMatchObject({ email })
    expect((await me(String(answer.json.token), '', via)).json).toMatchObject({ email })
    const own = { body: { email, account: accountId }, headers: { origin: page, ...bearer(String(answer.json.token)) } }
    expect((await call('otp', { method: 'POST', ...own }, via)).json).toEqual({ uuid: null })
    expect(decodeJwt(String((await enterStock(signer, { resources }, { via })).json.token))).toMatchObject({ email })
    // Of the address itself nothing is kept.
    const kept = await world.db().query.execute(sql`select row_to_json(a)::text as row from siwx.accounts a
      union all select row_to_json(e)::text from siwx.email_codes e`)
    expect(JSON.stringify(kept)).not.toContain(email)
  })

  run('attack: a stranger who has an e-mail address does not learn which account it belongs to', async () => {
    const via = await open({ LATCHKEY_SIWX_EMAIL: 'optional' })
    const [email, signer] = [mailTo(), world.people().eip155]
    const own = `${signer.chainId}:${signer.accountAddress}`
    const { json } = await ask(email, via, own)
    await confirm(json.uuid, await codeFor(email), via)
    const withCode = { via, headers: { 'x-otp': String(json.uuid) } }
    expect((await enterStock(signer, { resources: [`email:${email}`] }, withCode)).status).toBe(200)
    for (const guess of [own, accountId])
      expect((await ask(email, via, guess)).json).toEqual({ uuid: expect.stringMatching(/^[\w-]{16,}$/) })
  })

  run('a code is tried five times, and an address gets only so many', async () => {
    const via = await open({ LATCHKEY_SIWX_EMAIL: 'optional', LATCHKEY_MAILS_ADDRESS_HOUR: '2' })
    const email = mailTo()
    const { json } = await ask(email, via)
    const code = await codeFor(email)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let tries = 0; tries < 5; tries++) refused(await confirm(json.uuid, wrong, via))
    refused(await confirm(json.uuid, code, via))
    expect((await ask(email, via)).status).toBe(200)
    refused(await ask(email, via), 429)
    refused(await ask('nobody', via), 400)
    refused(await ask(email, via, 'eip155:1'), 400)
    refused(await ask(mailTo(), world.app()), 503)
  })

  run(
    'a stranger uses up no codes of an address for who asks from another network, whichever server is asked',
    async () => {
      const servers = [1, 2].map(() => createSiwxTables(world.db(), { accountDays: 400 }))
      const emailIndex = randomId()
      let asked = 0
      const asks = async (network: string, times: number) => {
        const answers: (string | undefined)[] = []
        for (let at = 0; at < times; at++) {
          const code = { id: randomId(), projectId: '', account: '', emailIndex, salt: '', mac: '' }
          const kept = { ...code, networkIndex: `${network} ${emailIndex}` }
          answers.push(await servers[asked++ % 2]?.addCode(kept, { address: 2, network: 100 }))
        }
        return answers
      }
      expect(await asks('stranger', 3)).toEqual([undefined, undefined, 'address'])
      expect(await asks('owner', 3)).toEqual([undefined, undefined, 'address'])
      // A mailbox is not flooded from everywhere.
      expect(await asks('another', 2)).toEqual([undefined, undefined])
      expect(await asks('one more', 1)).toEqual(['address'])
    },
  )

  run('strangers use up no codes of an account that is signed in, and have none of its own', async () => {
    const via = await open({ LATCHKEY_SIWX_EMAIL: 'optional', LATCHKEY_MAILS_ADDRESS_HOUR: '1' })
    const email = mailTo()
    const account = privateKeyToAccount(generatePrivateKey())
    const signer = {
      chainId: 'eip155:1' as const,
      accountAddress: account.address,
      sign: (message: string) => account.signMessage({ message }),
    }
    const own = `eip155:1:${account.address}`
    const [token, other] = [await tokenOf(signer, { via }), await tokenOf(world.people().solana, { via })]
    const askAs = (as: string, to = email, of = own) =>
      call('otp', { method: 'POST', body: { email: to, account: of }, headers: { origin: page, ...bearer(as) } }, via)
    // From this network, and, as if from others, until the address has no room.
    expect((await ask(email, via, own)).status).toBe(200)
    refused(await ask(email, via, own), 429)
    await rows(
      world.db().query,
      sql`insert into siwx.email_codes (id, project_id, account, email_index, network_index, salt, mac, created_at)
        select id || n, project_id, account, email_index, 'network ' || n, salt, mac, now()
        from siwx.email_codes, generate_series(1, 5) n where lower(account) = ${own.toLowerCase()}`,
    )
    // Nor does the token of another account, or none that counts, have room.
    for (const as of [other, 'a.b.c']) refused(await askAs(as), 429)
    const asked = await askAs(token)
    expect(asked.status).toBe(200)
    // Its own count is one too, for whatever address.
    refused(await askAs(token), 429)
    refused(await askAs(token, mailTo()), 429)
    await codeFor(email)
    expect((await confirm(asked.json.uuid, await codeFor(email), via)).status).toBe(200)
    // Accounts made for it together flood no mailbox.
    const tables = createSiwxTables(world.db(), { accountDays: 400 })
    const emailIndex = randomId()
    const kept = { projectId: '', account: '', emailIndex, salt: '', mac: '' }
    const add = (at: number, accountId?: string) =>
      tables.addCode(
        { ...kept, id: randomId(), accountId, networkIndex: `${emailIndex} ${at}` },
        { address: 1, network: 9 },
      )
    const answers: unknown[] = []
    for (let at = 0; at < 13; at++) answers.push(await add(at, randomId()))
    expect(answers).toEqual([...Array.from({ length: 12 }), 'address'])
    expect(await add(0)).toBeUndefined()
  })

  run('attack: a page without an origin has no mail counted as one that could not be sent', async () => {
    const metrics = createMetrics()
    const via = await open({ LATCHKEY_SIWX_EMAIL: 'optional' }, { metrics })
    const asked = { body: { email: mailTo(), account: accountId }, headers: { origin: 'null' } }
    refused(await call('otp', { method: 'POST', ...asked }, via))
    expect(await metrics.registry.metrics()).not.toContain('latchkey_mails_failed_total{role="data"} 1')
  })

  run('a mail that could not be sent is counted', async () => {
    const metrics = createMetrics()
    const send = () => Promise.reject(new Error('No mail server'))
    const via = await open({ LATCHKEY_SIWX_EMAIL: 'optional' }, { metrics, mail: { send, close: () => undefined } })
    refused(await ask(mailTo(), via), 503)
    expect(await metrics.registry.metrics()).toContain('latchkey_mails_failed_total{role="data"} 1\n')
  })

  run('where an e-mail address is required, nobody signs in without', async () => {
    const via = await open({ LATCHKEY_SIWX_EMAIL: 'required' })
    refused(await enterStock(world.people().solana, {}, { via }))
    const features = async () =>
      ((await (await via.request('/appkit/v1/config')).json()) as { features: { id: string }[] }).features.filter(
        ({ id }) => id === 'email_capture' || id === 'reown_authentication',
      )
    expect(await features()).toEqual([
      { id: 'reown_authentication', isEnabled: true, config: null },
      { id: 'email_capture', isEnabled: true, config: ['required'] },
    ])
  })

  run('what is over is deleted, and an account LATCHKEY_RETENTION_SIWX days after it last signed in', async () => {
    await tokenOf()
    const days = (count: number) => sql.raw(`now() - interval '${count} days'`)
    const count = async (table: string) => {
      const { rows } = (await world
        .db()
        .query.execute(sql.raw(`select count(*)::int as n from siwx.${table}`))) as unknown as {
        rows: { n: number }[]
      }
      return rows[0]?.n
    }
    const { LATCHKEY_RETENTION_SIWX: accountDays } = readEnv({ LATCHKEY_RETENTION_SIWX: '40' })
    const { sweep } = createSiwxTables(world.db(), { accountDays })
    await sweep()
    const before = {
      used: await count('used_nonces'),
      sessions: await count('sessions'),
      accounts: await count('accounts'),
    }
    expect(before.sessions).toBeGreaterThan(0)
    await world.db().query.execute(sql`update siwx.accounts set signed_in_at = ${days(39)}`)
    await sweep()
    expect(await count('accounts')).toBe(before.accounts)
    await world.db().query.execute(sql`update siwx.accounts set signed_in_at = ${days(41)}`)
    await world.db().query.execute(sql`update siwx.sessions set expires_at = now()`)
    await world.db().query.execute(sql`update siwx.used_nonces set expires_at = now()`)
    await world.db().query.execute(sql`update siwx.email_codes set created_at = now() - interval '61 minutes'`)
    await sweep()
    for (const table of ['accounts', 'sessions', 'used_nonces', 'email_codes'])
      expect([table, await count(table)]).toEqual([table, 0])
  })
})

/** A port that an app answers on, for what asks over the network; it ends with the test. */
async function serve(app: App): Promise<string> {
  const server = createServer(app.listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}
