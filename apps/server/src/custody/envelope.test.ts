import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { openEnvelope, rewrapEnvelope, sealEnvelope, wrappedBy } from './envelope.js'
import { createLocalKeys } from './keys/createLocalKeys.js'
import type { KeyProvider } from './keys/keyProvider.js'

const aad = { v: '1', walletId: 'wallet', factorId: 'factor' }
const random = () => Uint8Array.from(randomBytes(32))
const [old, next] = [random(), random()]
const zero = new Uint8Array(32)
const cannot = { code: 'INVALID_PARAMS', message: 'The ciphertext cannot be opened' }

/** A ring, and every data key that it was given or gave. */
function makeKeys(current: '1' | '2', ring: readonly ('1' | '2')[] = ['1', '2']) {
  const keys = createLocalKeys({ current, keys: new Map(ring.map((name) => [name, name === '1' ? old : next])) })
  const seen: Uint8Array[] = []
  const watched: KeyProvider = {
    ...keys,
    async wrap(dek, about) {
      seen.push(dek)
      return keys.wrap(dek, about)
    },
    async unwrap(ct, ref, about) {
      const dek = await keys.unwrap(ct, ref, about)
      seen.push(dek)
      return dek
    },
  }
  return { keys: watched, seen }
}

it('opens for its row alone, and leaves no data key behind', async () => {
  const { keys, seen } = makeKeys('1')
  const secret = random()
  const text = await sealEnvelope(keys, secret, aad)
  expect(await openEnvelope(keys, text, aad)).toEqual(secret)
  expect(seen).toEqual([zero, zero])
  expect(text).not.toBe(await sealEnvelope(keys, secret, aad))
  await expect(openEnvelope(keys, text, { ...aad, factorId: 'another' })).rejects.toMatchObject(cannot)
  const failing = { ...keys, wrap: async (dek: Uint8Array) => Promise.reject(seen.push(dek)) }
  await expect(sealEnvelope(failing, secret, aad)).rejects.toBeDefined()
  expect(seen.at(-1)).toEqual(zero)
})

it('does not open when anything in it was changed, and leaves no data key behind then either', async () => {
  const { keys, seen } = makeKeys('1')
  const text = await sealEnvelope(keys, random(), aad)
  const parts = JSON.parse(text)
  const ct = Buffer.from(parts.ct, 'base64url')
  for (const at of [0, 23, 24, ct.length - 1]) {
    const changed = Buffer.from(ct)
    changed[at] = (changed[at] ?? 0) ^ 1
    const other = JSON.stringify({ ...parts, ct: changed.toString('base64url') })
    await expect(openEnvelope(keys, other, aad)).rejects.toMatchObject(cannot)
    expect(seen.at(-1)).toEqual(zero)
  }
  const wrong = ['', 'x', 'null', '{}', JSON.stringify({ ...parts, v: 2 }), JSON.stringify({ ...parts, dek: '!' })]
  for (const each of wrong) {
    await expect(openEnvelope(keys, each, aad)).rejects.toMatchObject(cannot)
    expect(() => wrappedBy(each)).toThrow(expect.objectContaining(cannot))
  }
})

it('moves to the current key with its secret unseen, and says by which key it is wrapped', async () => {
  const secret = random()
  const text = await sealEnvelope(makeKeys('1').keys, secret, aad)
  expect(wrappedBy(text)).toEqual({ ref: 'local:1', ver: '1' })
  const moved = await rewrapEnvelope(makeKeys('2').keys, text, aad)
  expect(wrappedBy(moved)).toEqual({ ref: 'local:2', ver: '2' })
  expect(JSON.parse(moved).ct).toBe(JSON.parse(text).ct)
  expect(await openEnvelope(makeKeys('2', ['2']).keys, moved, aad)).toEqual(secret)
  await expect(openEnvelope(makeKeys('2', ['2']).keys, text, aad)).rejects.toMatchObject(cannot)
})
