import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startProcess } from '../test/startProcess.js'
import { startSoftHsm } from '../test/startSoftHsm.js'
import { openKeys } from './custody/keys/openKeys.js'
import { readKeyRing } from './custody/keys/readKeyRing.js'
import { explainFault } from './explainFault.js'
import { describeLimits, runCommand } from './runCommand.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-command-'))
const hsm = await startSoftHsm()
if (hsm === undefined) console.warn('Skipped: making a key in a PKCS#11 token (softhsm2 is not installed)')
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

it.skipIf(hsm === undefined)('makes the versions of a key inside a token, and each of them can be used', async () => {
  if (hsm === undefined) return
  const pin = join(folder, 'pin')
  writeFileSync(pin, hsm.pin, { mode: 0o600 })
  const place = `pkcs11:token=${hsm.token};object=made?module-path=${hsm.module}&pin-source=file:${pin}`
  expect(await runCommand(['make-key', place])).toBe('Made the key made-1\n')
  const keys = await openKeys(place, { name: 'KEYS' })
  const dek = new Uint8Array(32).fill(7)
  const old = await keys.wrap(dek, { a: 'b' })
  expect(old.keyVersion).toBe('1')
  expect(await runCommand(['make-key', place])).toBe('Made the key made-2\n')
  const rotated = await openKeys(place, { name: 'KEYS' })
  const fresh = await rotated.rewrap(old.ct, old.keyRef, { a: 'b' })
  expect(fresh.keyVersion).toBe('2')
  // A server that has not been started again reads what a newer one wrote.
  expect(await keys.unwrap(fresh.ct, fresh.keyRef, { a: 'b' })).toEqual(dek)
})

it('makes a key ring, and its next key, which wraps while the old one still opens', async () => {
  const path = join(folder, 'ring.json')
  expect(await runCommand(['make-key', path])).toBe(`Made the key 1 of ${path}\n`)
  const dek = new Uint8Array(32).fill(7)
  const old = await (await openKeys(path, { name: 'KEYS' })).wrap(dek, { a: 'b' })
  expect(await runCommand(['make-key', path])).toBe(`Made the key 2 of ${path}\n`)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect([...readKeyRing(path).keys.keys()]).toEqual(['1', '2'])
  const rotated = await openKeys(path, { name: 'KEYS' })
  expect((await rotated.wrap(dek, { a: 'b' })).keyVersion).toBe('2')
  expect(await rotated.unwrap(old.ct, old.keyRef, { a: 'b' })).toEqual(dek)
})

it('leaves a ring as it is that others could have read', async () => {
  const path = join(folder, 'open.json')
  await runCommand(['make-key', path])
  chmodSync(path, 0o644)
  await expect(runCommand(['make-key', path])).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
  chmodSync(path, 0o600)
  expect(readKeyRing(path).current).toBe('1')
})

it('prints the rights of each role', async () => {
  const text = await runCommand(['grants'])
  for (const role of ['data_rw', 'auth_rw', 'vault_rw', 'recovery_rw']) expect(text).toContain(role)
})

it('lists the commands', async () => {
  const text = await runCommand(['help'])
  for (const command of ['migrate', 'grants', 'make-key', 'rewrap', 'user find', 'import-wallets', '--roles'])
    expect(text).toMatch(new RegExp(`^latchkey-server .*${command}`, 'm'))
})

it.each([
  ['an invalid command', ['drop-everything'], /no command drop-everything/],
  ['a key that is nowhere', ['make-key'], /the path of a key ring or a pkcs11: URL/],
  ['a key of a service that makes its own', ['make-key', 'vault://host/transit/key?token=/t'], /pkcs11/],
  [
    'an export that is not there',
    ['import-wallets', '/nowhere.json'],
    /^\/nowhere\.json cannot be used: it is not there/,
  ],
])('refuses %s with a word about it', async (_, args, message) => {
  expect(explainFault(await runCommand(args).catch((error: unknown) => error))?.message).toMatch(message)
})

it.each([
  ['a database that is not named', ['migrate'], /^DATABASE_URL must be set/],
  ['nothing to move', ['rewrap'], /^rewrap needs DATABASE_URL/],
  ['an invalid option', ['--colour'], /^Unknown option '--colour'\n.*--help/],
])(
  'behavior: the program ends with 1 at %s, and shows no stack',
  async (_, args, message) => {
    const refused = await startProcess({}, args)
    expect(await refused.ended).toBe(1)
    expect(refused.said()).toMatch(message)
    expect(refused.said()).not.toMatch(/\n\s+at /)
  },
  60_000,
)

it('does not touch the ring of sessions, by whose key accounts are found', async () => {
  const path = join(folder, 'auth.json')
  await runCommand(['make-key', path])
  const refused = await startProcess({ LATCHKEY_AUTH_KEYS: path }, ['make-key', path])
  expect(await refused.ended).toBe(1)
  expect(refused.said()).toMatch(/LATCHKEY_AUTH_KEYS, whose key cannot be changed/)
  expect(readKeyRing(path).current).toBe('1')
}, 60_000)

it('a start says in one line whether limits are shared', () => {
  expect(describeLimits({ REDIS_URL: undefined })).toMatch(/^Limits .* by this process alone.*\n$/)
  expect(describeLimits({ REDIS_URL: 'redis://127.0.0.1' })).toMatch(/^Limits .* with the other processes.*\n$/)
})
