import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findPostgres } from '../test/findService.js'
import { makeLogins } from '../test/makeLogins.js'
import { explainFault } from './explainFault.js'
import { runCommand } from './runCommand.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: commands about accounts (no TEST_DATABASE_URL and no initdb found)')

describe.skipIf(postgres === undefined)('latchkey-server account', () => {
  let logins = { data: '', auth: '' }
  let owner: pg.Client
  beforeAll(async () => {
    const url = postgres?.url ?? ''
    const made = await makeLogins(url, ['data', 'auth'])
    owner = made.owner
    logins = made.logins
  }, 120_000)
  afterAll(async () => {
    vi.unstubAllEnvs()
    await owner?.end()
    await postgres?.stop()
  })

  async function run(args: readonly string[], role: keyof typeof logins = 'data'): Promise<string> {
    vi.unstubAllEnvs()
    vi.stubEnv('DATABASE_URL', logins[role])
    return runCommand(['account', ...args])
  }
  const refused = async (...given: Parameters<typeof run>) =>
    explainFault(await run(...given).catch((error: unknown) => error))

  /** Everything that is kept of one account, under this label. */
  async function fill(address: string, label: string): Promise<void> {
    const later = "now() + interval '1 day'"
    await owner.query(`
      insert into names.names (name, zone, shape, owner, chain, attributes, registered_at)
        values ('${label}.a.example', 'a.example', '${label}', '${address}', 'eip155:1', '{"bio":"Hello"}', now());
      insert into names.addresses (name, coin_type, address, created_at) values ('${label}.a.example', 60, '${address}', now());
      insert into siwx.accounts (id, project_id, account, email_index, connection, created_at, updated_at, signed_in_at)
        values ('${label}', 'p', 'eip155:1:${address}', 'hash-of-mail', '{"wallet":"W"}', now(), now(), now());
      insert into siwx.sessions (id, account_id, created_at, expires_at) values ('s-${label}', '${label}', now(), ${later});
      insert into siwx.email_codes (id, project_id, account, email_index, network_index, salt, mac, created_at)
        values ('c-${label}', 'p', 'eip155:1:${address}', 'hash-of-mail', 'n', 's', 'm', now());
      insert into onramp.purchases (id, reference, provider, project_id, chain, address, symbol, state, created_at, changed_at)
        values ('old-${label}', 'r1-${label}', 'meld', 'p', 'eip155:1', '${address}', 'ETH', 'arrived', now(), now()),
          ('new-${label}', 'r2-${label}', 'meld', 'p', 'eip155:1', '${address}', 'ETH', 'paid', now(), now());
      insert into swaps.promises (id, filling, chain, account, target, data_hash, sold, bought, amount, minimum, made_at, until,
          keep_until, from_block, looked_at)
        values ('${label}', 'pools', 'eip155:1', '${address}', '0xr', '${label}', '0xs', '0xb', 5, 4, now(), ${later}, ${later}, 0, now());
      insert into swaps.transactions (reference, promise, chain, hash, state, noted_at, check_at)
        values ('t-${label}', '${label}', 'eip155:1', '0x-${label}', 'waiting', now(), now());
      insert into sessions.sessions (pci, chain, address, project_id, permissions, policies, public_key, envelope, created_at, expires_at)
        values ('pci-${label}', 'eip155:1', '${address}', 'p', '[{"type":"x"}]', '[]', 'public', 'secret-envelope', now(), ${later});`)
  }
  const newAddress = () => `0x${randomBytes(20).toString('hex')}`
  const newLabel = () => `label${randomBytes(4).toString('hex')}`

  it('prints what is kept by an address, in either case, and no key, hash or code', async () => {
    const [address, label] = [newAddress(), newLabel()]
    await fill(address, label)
    await fill(newAddress(), newLabel())
    const said = await run(['export', `0x${address.slice(2).toUpperCase()}`])
    expect(JSON.parse(said)).toMatchObject({
      address,
      names: [
        { name: `${label}.a.example`, attributes: { bio: 'Hello' }, addresses: { 60: address }, releasedAt: null },
      ],
      signIns: [
        { projectId: 'p', hasEmail: true, connection: { wallet: 'W' }, sessions: [{ expiresAt: expect.any(String) }] },
      ],
      purchases: [{ state: 'arrived' }, { state: 'paid' }],
      swaps: [{ filling: 'pools', amount: '5', minimum: '4', hash: `0x-${label}`, state: 'waiting' }],
      smartSessions: [{ pci: `pci-${label}`, permissions: [{ type: 'x' }] }],
    })
    expect(JSON.parse(said).names).toHaveLength(1)
    for (const secret of ['secret-envelope', 'hash-of-mail', `old-${label}`]) expect(said).not.toContain(secret)
    expect(JSON.parse(await run(['export', newAddress()]))).toMatchObject({ names: [], signIns: [], purchases: [] })
  })

  it('deletes it, of this account alone, but for a purchase that is under way, and keeps its name from others', async () => {
    const [address, label, other, otherLabel] = [newAddress(), newLabel(), newAddress(), newLabel()]
    await fill(address, label)
    await fill(other, otherLabel)
    const kept = await run(['export', other])
    expect(await run(['delete', address])).toBe(
      'names: 1 released, free for others after 30 days\naccounts at sites: 1 deleted with their sign-ins\n' +
        'purchases: 1 deleted, 1 under way: run this again when they have ended\nswaps: 1 deleted\nsmart sessions: 1 deleted\n',
    )
    expect(JSON.parse(await run(['export', address]))).toMatchObject({
      names: [{ name: `${label}.a.example`, attributes: {}, addresses: {}, releasedAt: expect.any(String) }],
      signIns: [],
      purchases: [{ state: 'paid' }],
      swaps: [],
      smartSessions: [],
    })
    const left = `select id from siwx.sessions where account_id = '${label}' union all
      select id from siwx.email_codes where id = 'c-${label}'`
    expect((await owner.query(left)).rows).toEqual([])
    expect(await run(['export', other])).toBe(kept)
    await owner.query(`update onramp.purchases set state = 'arrived' where address = '${address}'`)
    expect(await run(['delete', address])).toContain('purchases: 1 deleted\n')
  })

  it('takes the address of any family as it is written', async () => {
    const address = `So${randomBytes(20).toString('hex')}`
    await fill(address.toLowerCase(), newLabel())
    expect(JSON.parse(await run(['export', address])).signIns).toEqual([])
    expect(JSON.parse(await run(['export', address.toLowerCase()])).signIns).toHaveLength(1)
  })

  it('refuses other rights than those of data, and other uses, without a word of the account', async () => {
    const address = newAddress()
    const said = await refused(['export', address], 'auth')
    expect(said).toMatchObject({
      code: 'INVALID_CONFIG',
      message: 'account export takes a database user in the role data_rw',
    })
    expect(JSON.stringify(said)).not.toContain(address)
    for (const args of [[], ['export'], ['erase', address], ['export', "' or 1=1"]])
      expect(await refused(args)).toMatchObject({ message: 'account takes export or delete and an address' })
  })
})
