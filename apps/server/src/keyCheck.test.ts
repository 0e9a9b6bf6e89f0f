import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame, openSeed, xor } from '../test/createFrame.js'
import { createWalletClient } from '../test/createWalletClient.js'
import { findPostgres } from '../test/findService.js'
import { type Inbox, startInbox } from '../test/startInbox.js'
import { startProcess } from '../test/startProcess.js'
import { startTestServer } from '../test/startTestServer.js'
import { sealEnvelope } from './custody/envelope.js'
import { addRingKey } from './custody/keys/addRingKey.js'
import { createLocalKeys } from './custody/keys/createLocalKeys.js'
import { readKeyRing } from './custody/keys/readKeyRing.js'
import { rewrapEnvelopes } from './custody/rewrapEnvelopes.js'
import type { ChainInput } from './platform/chains/chain.js'
import { openPostgres } from './platform/db/openPostgres.js'
import { createTokenKeys } from './platform/secrets/createTokenKeys.js'
import type { RunningServer } from './startServer.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: wrong key rings (no TEST_DATABASE_URL and no initdb found)')

const settingOf: { readonly [name: string]: string } = { sessions: 'SESSION', names: 'NAME' }
const chains: ChainInput[] = [
  {
    caip2: 'eip155:31337',
    name: 'Local',
    rpc: ['http://127.0.0.1:9'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
]

describe.skipIf(postgres === undefined)('a server over a database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-rings-'))
  let inbox: Inbox
  let owner: pg.Client
  let env: { [name: string]: string }
  beforeAll(async () => {
    inbox = await startInbox()
    env = {
      DATABASE_URL: postgres?.url ?? '',
      LATCHKEY_DATA_DIR: join(folder, 'data'),
      LATCHKEY_WALLET_PORT: '0',
      LATCHKEY_SMTP_URL: inbox.url,
      LATCHKEY_DEVICE_LINK: 'returning',
      LATCHKEY_WALLET_SITES: 'https://app.localhost',
    }
    for (const name of ['auth', 'vault', 'recovery', 'sessions', 'siwx', 'names'] as const) {
      const setting = `LATCHKEY_${settingOf[name] ?? name.toUpperCase()}_KEYS`
      env[setting] = ringOf(name)
    }
    owner = new pg.Client({ connectionString: postgres?.url })
    await owner.connect()
  }, 60_000)
  afterAll(async () => {
    await owner?.end()
    await inbox?.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function ringOf(name: string): string {
    const path = join(folder, `${name}.json`)
    addRingKey(path)
    return path
  }
  /** A ring that holds the keys of another one and a newer one, which it calls current. */
  function grown(name: string): string {
    const path = join(folder, `${name}-grown.json`)
    writeFileSync(path, readFileSync(join(folder, `${name}.json`)), { mode: 0o600 })
    addRingKey(path)
    return path
  }
  const start = (more: { [name: string]: string } = {}) =>
    startTestServer({ chains, port: 0, dataDir: join(folder, 'data'), env: { ...env, ...more } })
  const restart = async (more?: { [name: string]: string }) => (await start(more)).close()
  const over = (server: RunningServer) => {
    const origin = server.walletUrl ?? ''
    const app = { request: (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init) }
    return { app: () => app as never, inbox, origin, time: () => Date.now() }
  }
  const wrong = (who: string, setting: string) => ({
    code: 'INVALID_CONFIG',
    message: expect.stringMatching(`^The keys of ${who} are not those (its|their) database was written with$`),
    hints: [expect.stringContaining(setting)],
  })

  it('starts with an empty one, with the same keys, and with a newer key in the rings, by which everybody finds what is theirs', async () => {
    let server = await start()
    const client = await createWalletClient(over(server))
    await client.signIn('rings@mail.example')
    const { device, seed } = await createFrame(client).create()
    await server.close()
    await restart()
    server = await start({ LATCHKEY_AUTH_KEYS: grown('auth'), LATCHKEY_SESSION_KEYS: grown('sessions') })
    const again = client.over(over(server))
    const opened = await createFrame(again).release('vault', device.factor.factorId, 'unlock')
    expect(openSeed(xor(opened.half!, device.client), opened.body.blob)).toEqual(seed)
    await (await createWalletClient(over(server))).signIn('rings@mail.example')
    await server.close()
    await restart()
    expect((await owner.query('select id from auth.users')).rowCount).toBe(1)
  }, 60_000)

  it('does not start with another ring of auth, and says which setting is wrong', async () => {
    const refused = await startProcess({ ...env, LATCHKEY_AUTH_KEYS: ringOf('other') })
    expect(await refused.ended).toBe(1)
    expect(refused.said()).toContain('The keys of auth are not those its database was written with\n')
    expect(refused.said()).toContain('LATCHKEY_AUTH_KEYS must name the ring of before')
    expect(refused.said()).not.toMatch(/\n\s+at /)
  }, 60_000)

  it('does not start with other keys of sessions', async () => {
    const refusal = start({ LATCHKEY_SESSION_KEYS: ringOf('other-sessions') })
    await expect(refusal).rejects.toMatchObject(wrong('the sessions', 'LATCHKEY_SESSION_KEYS'))
    await restart()
  })

  it('tells a wrong ring by an account and by a session, where the database is from before this check', async () => {
    const keys = createLocalKeys(readKeyRing(env.LATCHKEY_SESSION_KEYS ?? ''))
    const address = `0x${'1'.repeat(40)}`
    const binding = { v: '1', purpose: 'session', pci: 'p', account: `eip155:1:${address}` }
    const envelope = await sealEnvelope(keys, new Uint8Array(32), binding)
    await owner.query(
      `insert into sessions.sessions (pci, chain, address, project_id, permissions, policies, public_key, envelope, created_at, expires_at)
        values ('p', 'eip155:1', $1, 'x', '[]', '[]', '', $2, now(), now() + interval '1 day')`,
      [address, envelope],
    )
    const forget = () => owner.query('delete from auth.key_check; delete from sessions.key_check')
    await forget()
    const auth = start({ LATCHKEY_AUTH_KEYS: ringOf('other') })
    await expect(auth).rejects.toMatchObject(wrong('auth', 'LATCHKEY_AUTH_KEYS'))
    const sessions = start({ LATCHKEY_SESSION_KEYS: ringOf('other-sessions') })
    await expect(sessions).rejects.toMatchObject(wrong('the sessions', 'LATCHKEY_SESSION_KEYS'))
    await forget()
    await restart()
    expect(
      (await owner.query('select id from auth.key_check union all select id from sessions.key_check')).rowCount,
    ).toBe(2)
  }, 60_000)

  const keysOf = async ({ url }: RunningServer) => {
    const { keys } = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] }
    const { signer } = (await (await fetch(`${url}/v1/names/ens`)).json()) as { signer: string }
    return { kids: keys.map(({ kid }) => kid), signer }
  }
  const keysWith = async (more: { [name: string]: string } = {}) => {
    const server = await start(more)
    return keysOf(server).finally(() => server.close())
  }

  it('signs sign-ins and names with the same keys on each server, and with a newer one while the old one is in the ring', async () => {
    const before = await keysWith()
    expect(await keysWith()).toEqual(before)
    expect(before.kids).toHaveLength(1)
    const rings = { LATCHKEY_SIWX_KEYS: grown('siwx'), LATCHKEY_NAME_KEYS: grown('names') }
    const after = await keysWith(rings)
    expect(after.kids).toEqual([expect.any(String), ...before.kids])
    expect(after.signer).not.toBe(before.signer)
    expect(await keysWith(rings)).toEqual(after)
    // Neither is in a ring, and who has the database alone has neither.
    const kept = JSON.stringify((await owner.query('select * from siwx.signing_keys, names.signing_keys')).rows)
    for (const path of Object.values(rings))
      for (const key of Object.values(JSON.parse(readFileSync(path, 'utf8')).keys)) expect(kept).not.toContain(key)
    // Taken out, the old one signs and counts no more.
    const alone = join(folder, 'siwx-alone.json')
    const { current, keys } = JSON.parse(readFileSync(rings.LATCHKEY_SIWX_KEYS, 'utf8'))
    writeFileSync(alone, JSON.stringify({ current, keys: { [current]: keys[current] } }), { mode: 0o600 })
    expect(await keysWith({ ...rings, LATCHKEY_SIWX_KEYS: alone })).toEqual({ ...after, kids: [after.kids[0]] })
    expect(await keysWith()).toEqual(before)
  }, 120_000)

  it.each([
    ['the sign-ins to sites', 'LATCHKEY_SIWX_KEYS', 'siwx'],
    ['the names', 'LATCHKEY_NAME_KEYS', 'names'],
  ] as const)(
    'does not start with another ring of %s',
    async (who, setting, name) => {
      const before = await keysWith()
      await expect(start({ [setting]: ringOf(`other-${name}`) })).rejects.toMatchObject(wrong(who, setting))
      // Nor with one whose newest key has the number of another that signed above.
      const mixed = join(folder, `${name}-mixed.json`)
      const mine = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')).keys
      const other = JSON.parse(readFileSync(grown(`other-${name}`), 'utf8'))
      writeFileSync(mixed, JSON.stringify({ ...other, keys: { 1: mine[1], 2: other.keys[2] } }), { mode: 0o600 })
      await expect(start({ [setting]: mixed })).rejects.toMatchObject(wrong(who, setting))
      expect(await keysWith()).toEqual(before)
    },
    120_000,
  )

  it('goes on with the keys of a ring that signed before there were envelopes', async () => {
    await owner.query(`delete from siwx.signing_keys;
      insert into siwx.accounts (id, project_id, account, created_at, updated_at, signed_in_at)
        values ('a', '', 'eip155:1:0x1', now(), now(), now())`)
    const { keys, current } = readKeyRing(env.LATCHKEY_SIWX_KEYS ?? '')
    const raw = (await createTokenKeys({ keys, current }).jwks()).keys.map(({ kid }) => kid)
    expect((await keysWith()).kids).toEqual(raw)
    expect((await keysWith({ LATCHKEY_SIWX_KEYS: grown('siwx') })).kids).toEqual([expect.any(String), ...raw])
  }, 60_000)

  it('needs no old key of sessions once their envelopes have been moved to the new one', async () => {
    const path = grown('sessions')
    const ring = readKeyRing(path)
    const db = await openPostgres(postgres?.url ?? '')
    expect(await rewrapEnvelopes(db, createLocalKeys(ring), 'sessions')).toEqual({ moved: 2, left: 0 })
    await db.close()
    const alone = join(folder, 'alone.json')
    const { current, keys } = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(alone, JSON.stringify({ current, keys: { [current]: keys[current] } }), { mode: 0o600 })
    await restart({ LATCHKEY_SESSION_KEYS: alone })
    await expect(start()).rejects.toMatchObject(wrong('the sessions', 'LATCHKEY_SESSION_KEYS'))
  }, 60_000)
})
