import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findPostgres } from '../../test/findService.js'
import { freePort, type ServerProcess, startProcess } from '../../test/startProcess.js'
import { newLabel, refusalOf, zone } from '../../test/useNameWorld.js'
import { type Person, person } from '../../test/useSessionWorld.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: killed registrations (no TEST_DATABASE_URL and no initdb found)')

describe.skipIf(postgres === undefined)('a server that is killed while it registers a name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-killed-names-'))
  let server: ServerProcess
  let url: string
  async function start() {
    const port = await freePort()
    const env = { PORT: String(port), DATABASE_URL: postgres?.url ?? '', LATCHKEY_DATA_DIR: folder }
    server = await startProcess(env)
    url = `http://127.0.0.1:${port}`
  }
  async function connect() {
    const client = new pg.Client({ connectionString: postgres?.url })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  beforeAll(start, 60_000)
  afterAll(async () => {
    await server?.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function call(path: string, body?: object) {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${url}/v1/profile/${path}`, init)
    return { status: response.status, json: await response.json() }
  }
  async function bodyOf(owner: Person, name: string) {
    const asked = { action: 'register', name, address: owner.address, coin_type: 60 }
    const { message } = (await call('message', asked)).json
    return { message, signature: await owner.signMessage({ message }), address: owner.address, coin_type: 60 }
  }
  /** Waits until this many statements of somebody wait for a lock. */
  const waiting = (client: pg.Client, count: number) =>
    expect
      .poll(async () => (await client.query('select 1 from pg_locks where not granted')).rowCount, { timeout: 20_000 })
      .toBe(count)

  it('[REL-27] had done nothing where it died before the end: who asks next gets the name', async () => {
    const [owner, other, client] = [person(), person(), await connect()]
    const label = newLabel()
    const body = await bodyOf(owner, label)
    // The name is written, and what it leads to is not.
    await client.query('begin; lock table names.addresses in exclusive mode')
    const answer = call('account', body).catch(() => 'cut off')
    await waiting(client, 1)
    await server.stop('SIGKILL')
    expect(await answer).toBe('cut off')
    await client.query('rollback')
    await start()
    expect((await call(`account/${label}.${zone}`)).status).toBe(404)
    // The text was not used up: the account can send it again, unless another came first.
    expect((await call('account', body)).json).toMatchObject({ success: true })
    expect(refusalOf(await call('account', await bodyOf(other, label)))).toEqual([400, 'name', 'This name is taken'])
  }, 60_000)

  it('[REL-27] had done everything where it died before it said so: the owner asks again and is told', async () => {
    const [owner, other, first, second] = [person(), person(), await connect(), await connect()]
    const label = newLabel()
    const body = await bodyOf(owner, label)
    await first.query('begin; lock table names.addresses in exclusive mode')
    const answer = call('account', body).catch(() => 'cut off')
    await waiting(first, 1)
    // It is next in the line: what is read for the answer, after the commit, waits behind it.
    const locked = second.query('begin; lock table names.names in access exclusive mode')
    await waiting(first, 2)
    await first.query('rollback')
    await locked
    await waiting(second, 1)
    await server.stop('SIGKILL')
    expect(await answer).toBe('cut off')
    await second.query('rollback')
    await start()
    expect(refusalOf(await call('account', await bodyOf(other, label)))).toEqual([400, 'name', 'This name is taken'])
    expect((await call('account', body)).json).toMatchObject({ success: true })
    expect((await call(`account/${label}.${zone}`)).json.addresses[60].address).toBe(owner.address)
  }, 60_000)
})
