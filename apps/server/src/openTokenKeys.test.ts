import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '../test/startTestServer.js'
import { addRingKey } from './custody/keys/addRingKey.js'
import { writeKeyRing } from './custody/keys/writeKeyRing.js'
import { readEnv } from './env.js'
import { openTokenKeys } from './openTokenKeys.js'
import { openPglite } from './platform/db/openPglite.js'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'latchkey-siwx-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const kids = async (keys: ReturnType<typeof openTokenKeys>) => (await (await keys)?.jwks())?.keys.map(({ kid }) => kid)
const openDb = async () => {
  const db = await openPglite(undefined)
  onTestFinished(() => db.close())
  return db
}

it('LATCHKEY_SIWX_KEYS names the ring whose keys every server publishes, the current one first', async () => {
  const path = join(folder(), 'siwx.json')
  writeKeyRing(path)
  const env = { LATCHKEY_SIWX_KEYS: path, LATCHKEY_LOG_LEVEL: 'silent' }
  const dataDir = folder()
  const published = async () => {
    const server = await startTestServer({ env, dataDir })
    const answer = await fetch(`${server.url}/.well-known/jwks.json`).finally(() => server.close())
    return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
  }
  const before = await published()
  expect(await published()).toEqual(before)
  addRingKey(path)
  expect(await published()).toEqual([expect.any(String), ...before])
})

it('a local world makes its own ring; a server outside it, or beside others, has none and signs nobody in', async () => {
  const [data, db] = [folder(), await openDb()]
  const made = await kids(openTokenKeys(readEnv({}), data, db))
  expect(made).toHaveLength(1)
  expect(await kids(openTokenKeys(readEnv({}), data, db))).toEqual(made)
  expect(await openTokenKeys(readEnv({ LATCHKEY_MODE: 'production' }), data, db)).toBeUndefined()
  expect(await openTokenKeys(readEnv({ DATABASE_URL: 'postgres://a@b/c' }), data, db)).toBeUndefined()
})

it('error: a file that holds no ring is refused by name', async () => {
  const path = join(folder(), 'siwx.json')
  writeFileSync(path, '{}', { mode: 0o600 })
  await expect(openTokenKeys(readEnv({ LATCHKEY_SIWX_KEYS: path }), undefined, await openDb())).rejects.toThrow(
    expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringContaining(path) }),
  )
})
