import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { afterAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../test/findService.js'
import { freePort, startProcess } from '../test/startProcess.js'
import { explainFault } from './explainFault.js'
import { startServer } from './startServer.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: what PostgreSQL refuses (no TEST_DATABASE_URL and no initdb found)')
const folder = mkdtempSync(join(tmpdir(), 'latchkey-fault-'))
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const quiet = { LATCHKEY_LOG_LEVEL: 'silent' }

/** Starts a server that cannot start, and reads what its operator is told. */
async function whyNot(env: { [name: string]: string }): Promise<LatchkeyError | undefined> {
  try {
    const server = await startServer({ port: 0, dataDir: false, env: { ...quiet, ...env } })
    await server.close()
  } catch (error) {
    return explainFault(error)
  }
  throw new Error('It started')
}

/** What Node.js says when a server may not listen. */
function listenFault(port: number, host: string): Promise<unknown> {
  return new Promise((resolve) => createServer().once('error', resolve).listen(port, host))
}

describe('explainFault', () => {
  it('says which port is taken, and how to name another', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const why = explainFault(await listenFault(port, '127.0.0.1'))
    server.close()
    expect(why?.message).toBe(`Port ${port} is taken`)
    expect(why?.hints.join()).toMatch(/PORT/)
  })

  it('says that no part of this machine has the address', async () => {
    const why = explainFault(await listenFault(0, '203.0.113.1'))
    expect(why?.hints.join()).toMatch(/HOST must be an address of this machine/)
  })

  it('says that nobody answers where the database should be', async () => {
    const why = await whyNot({ DATABASE_URL: `postgres://latchkey:secret@127.0.0.1:${await freePort()}/latchkey` })
    expect(why?.message).toMatch(/^The database does not answer: .*ECONNREFUSED/)
    expect(why?.hints.join()).toMatch(/DATABASE_URL/)
    expect(JSON.stringify(why)).not.toContain('secret')
  })

  it.skipIf(postgres === undefined)('says what PostgreSQL refuses, and what to do about it', async () => {
    const url = new URL(postgres?.url ?? '')
    url.pathname = '/no_such_database'
    const why = await whyNot({ DATABASE_URL: url.href })
    expect(why?.message).toBe('The database refuses: database "no_such_database" does not exist')
    expect(why?.hints.join()).toMatch(/createdb/)
  })

  it('says which path cannot be used', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const why = await startServer({ port: 0, dataDir: join(file, 'db'), env: quiet }).catch(explainFault)
    expect(why).toMatchObject({ message: `${join(file, 'db')} cannot be used: part of its path is a file` })
  })

  it('leaves what already has words, and has none for a fault of our own', () => {
    const known = new LatchkeyError('INVALID_CONFIG', 'Settings are not usable.')
    expect(explainFault(known)).toBe(known)
    expect(explainFault(new TypeError('x is not a function'))).toBeUndefined()
    expect(explainFault('text')).toBeUndefined()
  })

  it('behavior: the program ends with 1, says each problem once and shows no stack', async () => {
    const refused = await startProcess({ PORT: 'abc', DATABASE_URL: 'mysql://x/y' })
    expect(await refused.ended).toBe(1)
    const said = refused.said()
    for (const name of ['PORT', 'DATABASE_URL']) expect(said.match(new RegExp(`\\b${name} must`, 'g'))).toHaveLength(1)
    expect(said).not.toMatch(/\n\s+at /)
  }, 60_000)
})
