import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type KeyService, keyServiceLogin, startKeyService } from '../../../test/startKeyService.js'
import { startSoftHsm } from '../../../test/startSoftHsm.js'
import { openKeys } from './openKeys.js'
import { readKeyUrl } from './readKeyUrl.js'
import { writeKeyRing } from './writeKeyRing.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-open-keys-'))
const services: KeyService[] = []
const hsm = await startSoftHsm()
if (hsm === undefined) console.warn('Skipped: keys in a PKCS#11 token (softhsm2 is not installed)')
afterAll(async () => {
  for (const service of services) await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const name = 'LATCHKEY_VAULT_KEYS'
function secretFile(content: string, mode = 0o600): string {
  const path = join(folder, randomUUID())
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}
async function service(kind: 'aws' | 'gcp' | 'vault'): Promise<KeyService> {
  const started = await startKeyService(kind)
  services.push(started)
  return started
}
const awsFile = () =>
  secretFile(
    JSON.stringify({
      Version: 1,
      AccessKeyId: keyServiceLogin.accessKeyId,
      SecretAccessKey: keyServiceLogin.secretAccessKey,
    }),
  )

async function works(text: string, more: Partial<Parameters<typeof openKeys>[1]> = {}): Promise<string> {
  const keys = await openKeys(text, { name, ...more })
  const dek = Uint8Array.from(randomBytes(32))
  const { ct, keyRef } = await keys.wrap(dek, { a: 'b' })
  expect(await keys.unwrap(ct, keyRef, { a: 'b' })).toEqual(dek)
  expect(await keys.health()).toBe('ok')
  await keys.close()
  return keys.name
}

describe('a setting that says where keys are', () => {
  it('opens a key ring', async () => {
    writeKeyRing(join(folder, 'ring.json'))
    expect(await works(join(folder, 'ring.json'))).toBe('local')
  })

  it('opens AWS KMS, with credentials from a file that is read anew for each call, or from the environment', async () => {
    const { url } = await service('aws')
    const place = `aws-kms://${keyServiceLogin.region}/${randomUUID()}?endpoint=${url}`
    const file = awsFile()
    expect(await works(`${place}&credentials=${file}`)).toBe('aws')
    expect(await works(place, { aws: keyServiceLogin })).toBe('aws')
    const keys = await openKeys(`${place}&credentials=${file}`, { name })
    writeFileSync(file, '{"AccessKeyId":"c2VjcmV0"}')
    await expect(keys.wrap(new Uint8Array(32), {})).rejects.toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }))
    await expect(keys.wrap(new Uint8Array(32), {})).rejects.not.toThrow(/c2VjcmV0/)
  })

  it('opens Google Cloud KMS, with a token from a file or from the metadata service', async () => {
    const { url } = await service('gcp')
    const key = `gcp-kms://projects/p/locations/l/keyRings/r/cryptoKeys/${randomUUID()}?endpoint=${url}`
    expect(await works(`${key}&token=${secretFile(`${keyServiceLogin.token}\n`)}`)).toBe('gcp')
    const asked: string[] = []
    const metadata: typeof fetch = (input, init) => {
      if (!String(input).startsWith('http://metadata.google.internal/')) return fetch(input, init)
      asked.push(new Headers(init?.headers).get('metadata-flavor') ?? '')
      return Promise.resolve(Response.json({ access_token: keyServiceLogin.token, expires_in: 60 }))
    }
    expect(await works(key, { fetch: metadata })).toBe('gcp')
    expect(new Set(asked)).toEqual(new Set(['Google']))
  })

  it("opens Vault's transit engine", async () => {
    const { url } = await service('vault')
    const token = secretFile(keyServiceLogin.token)
    expect(await works(`vault+${url}/transit/latchkey?token=${token}`)).toBe('vault')
  })

  it.skipIf(hsm === undefined)(
    'opens a PKCS#11 token, with the PIN from a file or from a setting of its own',
    async () => {
      if (hsm === undefined) return
      await hsm.makeKey('my vault-1')
      const place = `pkcs11:token=${hsm.token};object=my%20vault?module-path=${hsm.module}`
      expect(await works(`${place}&pin-source=file:${secretFile(hsm.pin)}`)).toBe('pkcs11')
      expect(await works(place, { pin: hsm.pin })).toBe('pkcs11')
      const refused = [
        [() => openKeys(place, { name }), /pin-source/],
        [() => openKeys(`${place}&pin-source=${secretFile(hsm.pin, 0o644)}`, { name }), /0600/],
        [() => openKeys(place, { name, pin: '999999' }), /refuses the PIN/],
        [() => openKeys(place.replace('my%20vault', 'none'), { name, pin: hsm.pin }), /has no AES key none-1/],
        [() => openKeys(place.replace(hsm.module, '/none.so'), { name, pin: hsm.pin }), /cannot be loaded/],
      ] as const
      for (const [opening, message] of refused)
        await expect(opening()).rejects.toMatchObject({
          code: 'INVALID_CONFIG',
          message: expect.stringMatching(message),
        })
      const gone = openKeys(place.replace(hsm.token, 'elsewhere'), { name, pin: hsm.pin })
      await expect(gone).rejects.toMatchObject({ code: 'API_UNREACHABLE' })
    },
  )

  it.each([
    ['aws-kms://eu-central-1/alias/vault', /alias/],
    ['aws-kms://eu-central-1/', /key id/],
    ['aws-kms://user:hunter2@eu-central-1/0a0a0a0a-0000-0000-0000-000000000000', /no login/],
    ['aws-kms://eu-central-1/0a0a0a0a-0000-0000-0000-000000000000?endpoint=http://kms.example', /https/],
    ['aws-kms://eu-central-1/0a0a0a0a-0000-0000-0000-000000000000?secret=hunter2', /may only have/],
    ['gcp-kms://projects/p', /cryptoKeys/],
    ['vault://vault.example/transit/key', /token=<file>/],
    ['vault://vault.example/key?token=/t', /mount/],
    ['vault+http://vault.example/transit/key?token=/t', /https/],
    ['pkcs11:token=a;object=b?module-path=/m&pin-value=hunter2', /no PIN/],
    ['pkcs11:token=a;object=b', /module-path/],
    ['pkcs11:token=%zz;object=b?module-path=/m', /percent/],
    ['https://hunter2.example/', /must be a path/],
  ])('is refused as %s, and not quoted', (text, message) => {
    const read = () => readKeyUrl(text, name)
    expect(read).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(message) }))
    expect(read).toThrow(name)
    expect(read).not.toThrow(/hunter2/)
  })

  it('gives one key one identity, whichever region or form of its name is written', async () => {
    const id = randomUUID()
    const open = async (text: string) => (await openKeys(text, { name, aws: keyServiceLogin })).identity
    expect(await open(`aws-kms://eu-central-1/${id}`)).toBe(
      await open(`aws-kms://us-east-1/arn:aws:kms:us-east-1:1:key/${id}`),
    )
  })
})
