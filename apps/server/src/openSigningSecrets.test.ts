import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { keyServiceLogin, startKeyService } from '../test/startKeyService.js'
import { writeKeyRing } from './custody/keys/writeKeyRing.js'
import { readEnv } from './env.js'
import { openSigningSecrets } from './openSigningSecrets.js'
import { openPglite } from './platform/db/openPglite.js'

async function world() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-signing-'))
  const db = await openPglite(undefined)
  const service = await startKeyService('gcp')
  onTestFinished(async () => {
    await service.stop()
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const token = join(folder, 'token')
  writeFileSync(token, keyServiceLogin.token, { mode: 0o600 })
  const place = (url: string) =>
    `gcp-kms://projects/p/locations/l/keyRings/r/cryptoKeys/signing?endpoint=${url}&token=${token}`
  return { folder, db, service, place }
}

it.each(['siwx', 'names'] as const)(
  'keys of %s can be in a service: a secret is made once, and its own versions change only how it is kept',
  async (use) => {
    const { folder, db, service, place } = await world()
    const setting = use === 'siwx' ? 'LATCHKEY_SIWX_KEYS' : 'LATCHKEY_NAME_KEYS'
    const open = (at: string) => openSigningSecrets(readEnv({ [setting]: at }), undefined, db, use)
    const [made] = (await open(place(service.url))) ?? []
    expect(made).toHaveLength(32)
    for (const { body } of service.calls) expect(body).not.toContain(Buffer.from(made ?? []).toString('base64'))
    service.rotate()
    expect(await open(place(service.url))).toEqual([made])
    // It was moved to the newer version, so the older one can go.
    service.fault = 'old-disabled'
    expect(await open(place(service.url))).toEqual([made])
    service.fault = 'down'
    await expect(open(place(service.url))).rejects.toMatchObject({ code: 'API_UNREACHABLE' })
    service.fault = 'none'

    const wrong = { code: 'INVALID_CONFIG', hints: [expect.stringContaining(setting)] }
    const other = await startKeyService('gcp')
    onTestFinished(() => other.stop())
    await expect(open(place(other.url))).rejects.toMatchObject(wrong)
    const ring = join(folder, 'ring.json')
    writeKeyRing(ring)
    await expect(open(ring)).rejects.toMatchObject(wrong)
    expect(await open(place(service.url))).toEqual([made])
  },
  60_000,
)

it('keys in a service do not take over from a ring on disk', async () => {
  const { folder, db, service, place } = await world()
  const ring = join(folder, 'ring.json')
  writeKeyRing(ring)
  const open = (at: string) => openSigningSecrets(readEnv({ LATCHKEY_SIWX_KEYS: at }), undefined, db, 'siwx')
  const before = await open(ring)
  await expect(open(place(service.url))).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
  expect(await open(ring)).toEqual(before)
}, 60_000)
