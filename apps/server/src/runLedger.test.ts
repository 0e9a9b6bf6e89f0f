import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findPostgres } from '../test/findService.js'
import { makeLogins } from '../test/makeLogins.js'
import { explainFault } from './explainFault.js'
import { createBookTables } from './onramp/createBookTables.js'
import type { Db } from './platform/db/db.js'
import { openPostgres } from './platform/db/openPostgres.js'
import { runCommand } from './runCommand.js'
import { createSwapTables } from './swap/ledger/createSwapTables.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: commands about the books (no TEST_DATABASE_URL and no initdb found)')

describe.skipIf(postgres === undefined)('latchkey-server ledger', () => {
  let logins = { data: '', auth: '' }
  let owner: pg.Client
  let db: Db
  beforeAll(async () => {
    const url = postgres?.url ?? ''
    db = await openPostgres(url)
    const made = await makeLogins(url, ['data', 'auth'])
    owner = made.owner
    logins = made.logins
  }, 120_000)
  afterAll(async () => {
    vi.unstubAllEnvs()
    await owner?.end()
    await db?.close()
    await postgres?.stop()
  })

  async function run(args: readonly string[], role: keyof typeof logins = 'data'): Promise<string> {
    vi.unstubAllEnvs()
    vi.stubEnv('DATABASE_URL', logins[role])
    return runCommand(['ledger', ...args])
  }
  const refused = async (...given: Parameters<typeof run>) =>
    explainFault(await run(...given).catch((error: unknown) => error))

  it('prints the sums of the books', async () => {
    const { rows: there } = await owner.query('select 1 from ledger.entries limit 1')
    if (there.length === 0) expect(await run(['balances'])).toBe('The books are empty\n')
    const symbol = `X${randomBytes(4).toString('hex')}`
    for (const [id, state] of [
      ['a', 'paid'],
      ['b', 'sent'],
    ])
      await owner.query(`insert into onramp.purchases (id, reference, provider, project_id, chain, address, currency, payment, symbol,
          amount, state, created_at, changed_at)
        values ('${id}${symbol}', '${id}${symbol}', 'meld', 'p', 'eip155:1', '0xa', '${symbol}', '10.50', '${symbol}', '0.25',
          '${state}', now(), now())`)
    const said = await run(['balances'])
    for (const line of [
      `buyer     -21 ${symbol}`,
      `provider  21 ${symbol}`,
      `provider  -0.25 eip155:1/${symbol}`,
      `transit   0.25 eip155:1/${symbol}`,
    ])
      expect(said).toContain(`${line}\n`)
  })

  it('lists what does not agree until somebody has settled it, and again when it says something else', async () => {
    const books = createBookTables(db)
    const purchase = { provider: 'meld', reference: `r-${randomBytes(6).toString('hex')}` }
    const number = String(await books.report(purchase, 'provider', { books: '10 USD', other: '11 USD' }))
    const listed = await run(['mismatches'])
    expect(listed).toContain(`${number}  meld, known there as ${purchase.reference}, since 20`)
    expect(listed).toContain('\n  books     10 USD\n  provider  11 USD\n')
    const before = (await books.count()).provider
    expect(await run(['settle', number, 'Asked', 'Meld'])).toBe(`Settled ${number}\n`)
    expect((await books.count()).provider).toBe(before - 1)
    expect(await run(['mismatches'])).not.toContain(purchase.reference)
    expect((await owner.query('select note from ledger.mismatches where id = $1', [number])).rows).toEqual([
      { note: 'Asked Meld' },
    ])
    expect(await books.report(purchase, 'provider', { books: '10 USD', other: '11 USD' })).toBeUndefined()
    expect(await run(['mismatches'])).not.toContain(purchase.reference)
    expect(await books.report(purchase, 'provider', { books: '10 USD', other: '12 USD' })).toBe(Number(number))
    expect(await run(['mismatches'])).toContain('12 USD')
    await books.report(purchase, 'provider', undefined)
    expect(await run(['mismatches'])).not.toContain(purchase.reference)
    expect(await refused(['settle', number, 'again'])).toMatchObject({
      ...{ code: 'INVALID_PARAMS', message: `No mismatch ${number} is open` },
    })
  })

  it('lists swaps, what each moved, and one that did not keep its promise by its transaction', async () => {
    const tables = createSwapTables(db)
    const id = randomBytes(12).toString('hex')
    const [chain, hash] = ['eip155:1', `0x${id}`] as const
    await tables.keep(
      {
        ...{ id, filling: 'pools', chain, account: `0x${id.padEnd(40, '0')}`, target: '0xaa', dataHash: id },
        ...{ sold: '0xa', bought: '0xb', amount: 1n, minimum: 1n },
      },
      600,
    )
    await tables.note(id, { reference: `r-${id}`, chain, hash })
    expect(await run(['swaps'])).toMatch(new RegExp(`^20\\S+Z  waiting pools eip155:1 ${hash}$`, 'm'))
    const moved = [
      { asset: `B${id}`, amount: '9' },
      { asset: `A${id}`, amount: '-1.5' },
      { asset: 'eip155:1/ETH', amount: '0' },
    ]
    const difference = { books: 'brings at least 10', other: 'brought 9' }
    const swap = { reference: `r-${id}`, filling: 'pools' }
    const number = String(await tables.post(swap, { block: 1, blockHash: '0x', moved }, difference))
    expect(await run(['swaps'])).toContain(`posted  pools eip155:1 ${hash}  -1.5 A${id}, 9 B${id}\n`)
    const balances = await run(['balances'])
    for (const line of [`swapper   -1.5 A${id}`, `pool      1.5 A${id}`, `swapper   9 B${id}`, `pool      -9 B${id}`])
      expect(balances).toContain(`${line}\n`)
    const listed = await run(['mismatches'])
    expect(listed).toContain(`${number}  pools, transaction eip155:1 ${hash}, since 20`)
    expect(listed).toContain('\n  promise   brings at least 10\n  chain     brought 9\n')
    await owner.query('delete from swaps.promises where id = $1', [id])
    expect(await run(['mismatches'])).toContain(`${number}  pools, transaction not kept any more, since 20`)
    expect(await run(['settle', number, 'Known'])).toBe(`Settled ${number}\n`)
  })

  it('refuses other rights than those of data, and other uses', async () => {
    for (const args of [['mismatches'], ['balances'], ['swaps'], ['settle', '1', 'note']])
      expect(await refused(args, 'auth')).toMatchObject({
        ...{ code: 'INVALID_CONFIG', message: `ledger ${args[0]} takes a database user in the role data_rw` },
      })
    for (const args of [[], ['post'], ['settle'], ['settle', '1'], ['settle', 'x', 'note'], ['settle', '0', 'note']])
      expect(await refused(args)).toMatchObject({
        message: 'ledger takes mismatches, balances, swaps, or settle with a number and a note',
      })
  })
})
