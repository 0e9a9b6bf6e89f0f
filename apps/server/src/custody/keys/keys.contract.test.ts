import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { failingModule } from '../../../test/failingModule.js'
import { type KeyFault, type KeyService, keyServiceLogin, startKeyService } from '../../../test/startKeyService.js'
import { startSoftHsm } from '../../../test/startSoftHsm.js'
import { openEnvelope, rewrapEnvelope, sealEnvelope } from '../envelope.js'
import { crc32c } from './crc32c.js'
import { createAwsKeys } from './createAwsKeys.js'
import { createGcpKeys } from './createGcpKeys.js'
import { createLocalKeys } from './createLocalKeys.js'
import { createPkcs11Keys } from './createPkcs11Keys.js'
import { createVaultKeys } from './createVaultKeys.js'
import type { Aad, KeyProvider } from './keyProvider.js'
import { readKeyRing } from './readKeyRing.js'
import { requireSeparateKeys } from './requireSeparateKeys.js'
import { writeKeyRing } from './writeKeyRing.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-keys-'))
const services: KeyService[] = []
const hsm = await startSoftHsm()
if (hsm === undefined) console.warn('Skipped: keys in a PKCS#11 token (softhsm2 is not installed)')
afterAll(async () => {
  for (const service of services) await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const bytes = (size: number) => Uint8Array.from(randomBytes(size))
const key = () => randomBytes(32).toString('base64url')
const aad: Aad = { v: '1', userId: 'u', walletId: 'w', factorId: 'f', kind: 'device', epoch: '1' }
const sealedAway = { code: 'INVALID_PARAMS' }

type Filling = {
  provider: KeyProvider
  service?: { fault: KeyFault; calls: readonly unknown[] }
  rotate(): KeyProvider | Promise<KeyProvider>
}

async function overHttp(kind: 'aws' | 'gcp' | 'vault', create: (url: string) => KeyProvider): Promise<Filling> {
  const service = await startKeyService(kind)
  services.push(service)
  const provider = create(service.url)
  return {
    provider,
    service,
    rotate() {
      service.rotate()
      return provider
    },
  }
}

const token = async () => keyServiceLogin.token
const fillings: [string, () => Promise<Filling>][] = [
  [
    'local',
    async () => {
      const [one, two] = [bytes(32), bytes(32)]
      return {
        provider: createLocalKeys({ current: '1', keys: new Map([['1', one]]) }),
        rotate: () =>
          createLocalKeys({
            current: '2',
            keys: new Map([
              ['1', one],
              ['2', two],
            ]),
          }),
      }
    },
  ],
  [
    'aws',
    () =>
      overHttp('aws', (url) =>
        createAwsKeys({
          keyId: `arn:aws:kms:eu-test-1:1:key/${randomUUID()}`,
          region: keyServiceLogin.region,
          credentials: async () => keyServiceLogin,
          url: `${url}/`,
        }),
      ),
  ],
  ['gcp', () => overHttp('gcp', (url) => createGcpKeys({ key: `projects/p/cryptoKeys/${randomUUID()}`, token, url }))],
  ['vault', () => overHttp('vault', (url) => createVaultKeys({ url, token, key: 'latchkey' }))],
]
if (hsm !== undefined)
  fillings.push([
    'pkcs11',
    async () => {
      const label = `key-${randomBytes(4).toString('hex')}`
      await hsm.makeKey(`${label}-1`)
      const service = failingModule()
      const open = (timeout: number) =>
        createPkcs11Keys({ ...hsm, label, pin: () => hsm.pin, load: service.load, timeout })
      return {
        provider: await open(5_000),
        service,
        async rotate() {
          await hsm.makeKey(`${label}-2`)
          return open(5_000)
        },
      }
    },
  ])

describe.each(fillings)('[SEC-C-12] keys kept by %s', (_, create) => {
  it('give back what they wrapped, and never the same ciphertext', async () => {
    const { provider } = await create()
    const dek = bytes(32)
    const [one, two] = [await provider.wrap(dek, aad), await provider.wrap(dek, aad)]
    expect(Buffer.from(one.ct).equals(Buffer.from(two.ct))).toBe(false)
    expect(await provider.unwrap(one.ct, one.keyRef, aad)).toEqual(dek)
    expect(await provider.unwrap(one.ct, one.keyRef, Object.fromEntries(Object.entries(aad).reverse()))).toEqual(dek)
    expect(await provider.health()).toBe('ok')
    await provider.close()
  })

  it('open nothing under another binding or with one bit changed', async () => {
    const { provider } = await create()
    const { ct, keyRef } = await provider.wrap(bytes(32), aad)
    const others = [...Object.keys(aad).map((name) => ({ ...aad, [name]: `${aad[name]}x` })), {}, { ...aad, more: '' }]
    for (const other of others) await expect(provider.unwrap(ct, keyRef, other)).rejects.toMatchObject(sealedAway)
    for (let at = 0; at < ct.length; at += 5) {
      const changed = Uint8Array.from(ct, (byte, index) => (index === at ? byte ^ 1 : byte))
      await expect(provider.unwrap(changed, keyRef, aad)).rejects.toMatchObject(sealedAway)
    }
  })

  it('wrap with the new key after a rotation and still open what the old one wrapped', async () => {
    const { provider, rotate } = await create()
    const dek = bytes(32)
    const old = await provider.wrap(dek, aad)
    const rotated = await rotate()
    const fresh = await rotated.rewrap(old.ct, old.keyRef, aad)
    expect(Buffer.from(fresh.ct).equals(Buffer.from(old.ct))).toBe(false)
    expect(await rotated.unwrap(fresh.ct, fresh.keyRef, aad)).toEqual(dek)
    expect(await rotated.unwrap(old.ct, old.keyRef, aad)).toEqual(dek)
    await expect(rotated.rewrap(old.ct, old.keyRef, { ...aad, epoch: '2' })).rejects.toMatchObject(sealedAway)
  })

  it('say that they cannot be reached when the service is down, talks nonsense or changes bits', async () => {
    const { provider, service } = await create()
    if (service === undefined) return
    const { ct, keyRef } = await provider.wrap(bytes(32), aad)
    for (const fault of ['down', 'garbage'] as const) {
      service.fault = fault
      await expect(provider.wrap(bytes(32), aad)).rejects.toMatchObject({ code: 'API_UNREACHABLE' })
      await expect(provider.unwrap(ct, keyRef, aad)).rejects.toMatchObject({ code: 'API_UNREACHABLE' })
      expect(await provider.health()).toBe('degraded')
    }
    service.fault = 'damaged'
    const secret = bytes(32)
    const envelope = await sealEnvelope(provider, secret, aad).catch(() => undefined)
    service.fault = 'none'
    if (envelope !== undefined) await expect(openEnvelope(provider, envelope, aad)).rejects.toThrow()
  })

  it('[SEC-C-05] let no two rows swap their ciphertexts', async () => {
    const { provider, rotate } = await create()
    const name = fc.record({
      v: fc.constant('1'),
      userId: fc.constantFrom('u1', 'u2'),
      walletId: fc.constantFrom('w1', 'w2'),
      factorId: fc.constantFrom('f1', 'f2', 'f3'),
      kind: fc.constantFrom('device', 'auto', 'code'),
      epoch: fc.constantFrom('1', '2', '11'),
    })
    await fc.assert(
      fc.asyncProperty(name, name, fc.uint8Array({ minLength: 1, maxLength: 64 }), async (one, two, secret) => {
        const envelope = await sealEnvelope(provider, secret, one)
        expect(await openEnvelope(provider, envelope, one)).toEqual(secret)
        if (JSON.stringify(one) !== JSON.stringify(two)) {
          await expect(openEnvelope(provider, envelope, two)).rejects.toMatchObject(sealedAway)
          // Half a swap, the data key of one row with the ciphertext of another, opens nothing either.
          const other = JSON.parse(await sealEnvelope(provider, secret, two))
          for (const mixed of [
            { ...other, ct: JSON.parse(envelope).ct },
            { ...other, dek: JSON.parse(envelope).dek },
          ])
            await expect(openEnvelope(provider, JSON.stringify(mixed), two)).rejects.toMatchObject(sealedAway)
        }
      }),
      { numRuns: 25 },
    )
    const secret = bytes(32)
    const old = await sealEnvelope(provider, secret, aad)
    const rotated = await rotate()
    expect(await openEnvelope(rotated, await rewrapEnvelope(rotated, old, aad), aad)).toEqual(secret)
  })

  it('never see the secret itself', async () => {
    const { provider, service } = await create()
    const secret = new TextEncoder().encode('a half that nobody may see, 32 b')
    const envelope = await sealEnvelope(provider, secret, aad)
    const seen = `${envelope}${JSON.stringify(service?.calls ?? [])}`
    for (const form of ['utf8', 'hex', 'base64', 'base64url'] as const)
      expect(seen).not.toContain(Buffer.from(secret).toString(form))
  })
})

describe('a call that takes too long', () => {
  it.each(['aws', 'gcp', 'vault'] as const)('is ended by %s', async (kind) => {
    const create = fillings.find(([name]) => name === kind)?.[1]
    const { provider, service } = await create!()
    service!.fault = 'slow'
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => {
      expect(time).toBe(5_000)
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
    })
    await expect(provider.wrap(bytes(32), aad)).rejects.toMatchObject({ code: 'API_UNREACHABLE' })
    timeout.mockRestore()
  })

  it.skipIf(hsm === undefined)('is ended by pkcs11, and the token is used again once it answers', async () => {
    if (hsm === undefined) return
    await hsm.makeKey('slow-1')
    const service = failingModule()
    const keys = await createPkcs11Keys({
      ...hsm,
      label: 'slow',
      pin: () => hsm.pin,
      load: service.load,
      timeout: 3_000,
    })
    service.fault = 'slow'
    await expect(keys.wrap(bytes(32), aad)).rejects.toMatchObject({ code: 'API_UNREACHABLE' })
    expect(await keys.health()).toBe('degraded')
    service.fault = 'none'
    service.release()
    const dek = bytes(32)
    const { ct, keyRef } = await keys.wrap(dek, aad)
    expect(await keys.unwrap(ct, keyRef, aad)).toEqual(dek)
  })
})

describe('[SEC-C-13] two providers', () => {
  it.each(fillings)('of %s that share a key are refused, by whatever name', async (_, create) => {
    const { provider } = await create()
    const other = await create()
    await requireSeparateKeys(provider, other.provider)
    await expect(requireSeparateKeys(provider, provider)).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
    const renamed = { ...provider, identity: 'another name' }
    await expect(requireSeparateKeys(provider, renamed)).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
  })
})

describe('[SEC-C-13] a key ring on disk', () => {
  const write = (name: string, content: unknown, mode = 0o600) => {
    const path = join(folder, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    chmodSync(path, mode)
    return path
  }
  const same = key()

  it.each([
    ['others can read it', { current: '1', keys: { 1: key() } }, 0o644, /0600/],
    ['its group can read it', { current: '1', keys: { 1: key() } }, 0o640, /0600/],
    ['it holds a key twice', { current: '1', keys: { 1: same, 2: same } }, 0o600, /twice/],
    ['its current key is missing', { current: '3', keys: { 1: key() } }, 0o600, /current/],
    ['a key is short', { current: '1', keys: { 1: 'c2hvcnQ' } }, 0o600, /form/],
    ['a key is not random', { current: '1', keys: { 1: 'A'.repeat(43) } }, 0o600, /random/],
    ['it is torn', '{"current":"1","keys":{"1":"c2VjcmV0', 0o600, /form/],
  ])('is refused when %s', (reason, content, mode, message) => {
    const path = write(reason.replaceAll(' ', '-'), content, mode)
    expect(() => readKeyRing(path)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(message) }),
    )
    expect(() => readKeyRing(path)).not.toThrow(/c2VjcmV0/)
  })

  it('is refused when it is missing, a folder, or inside a repository', () => {
    expect(() => readKeyRing(join(folder, 'none'))).toThrow(/cannot be read/)
    expect(() => readKeyRing(folder)).toThrow()
    mkdirSync(join(folder, 'repo', '.git'), { recursive: true })
    mkdirSync(join(folder, 'repo', 'deep'))
    const path = write('repo/deep/ring', { current: '1', keys: { 1: key() } })
    expect(() => readKeyRing(path)).toThrow(/repository/)
    expect(readKeyRing(path, { allowRepository: true }).current).toBe('1')
  })

  it('is written once, for its owner alone, and read again', () => {
    const path = join(folder, 'fresh')
    writeKeyRing(path)
    const before = readFileSync(path, 'utf8')
    writeKeyRing(path)
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(readKeyRing(path).keys.size).toBe(1)
  })

  it('shares no key with that of recovery', async () => {
    const shared = bytes(32)
    const ring = (...keys: Uint8Array[]) =>
      createLocalKeys({ current: '1', keys: new Map(keys.map((each, at) => [String(at + 1), each])) })
    await expect(requireSeparateKeys(ring(bytes(32), shared), ring(shared))).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
    })
    await requireSeparateKeys(ring(bytes(32)), ring(bytes(32)))
  })
})

it('has a signer that signs as the published example of Signature Version 4 does', async () => {
  const signer = new AwsV4Signer({
    method: 'GET',
    url: 'https://example.amazonaws.com/',
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 'service',
    datetime: '20150830T123600Z',
  })
  expect((await signer.sign()).headers.get('authorization')).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  )
})

it('computes the CRC-32C of RFC 3720', () => {
  expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa)
  expect(crc32c(new TextEncoder().encode('123456789'))).toBe(0xe3069283)
})
