import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { joinKey, openBlob, sealBlob, splitKey } from './factors.js'

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })
const addresses = { eip155: '0x1', solana: 's', bip122: { payment: 'p', ordinal: 'o' } }
const name = { walletId: 'w', userId: 'u', epoch: 2, addresses }
const refused = expect.objectContaining({ code: 'UNAUTHORIZED' })

describe('halves', () => {
  it('join to the key they were split from', () => {
    fc.assert(
      fc.property(bytes(32), bytes(32), (key, half) => {
        expect(joinKey(splitKey(key, half))).toEqual(key)
      }),
    )
  })

  it('[SEC-C-06] alone are independent of the key: for one key each value of each byte comes equally often', () => {
    const key = new Uint8Array(32).fill(0xaa)
    const seen = new Float64Array(256)
    const rounds = 10_000
    for (let round = 0; round < rounds; round++) {
      const { clientHalf } = splitKey(key, crypto.getRandomValues(new Uint8Array(32)))
      for (const byte of clientHalf) seen[byte] = (seen[byte] ?? 0) + 1
    }
    const expected = (rounds * 32) / 256
    const chi = seen.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // 255 degrees of freedom: more than 400 comes once in a hundred million runs.
    expect(chi).toBeLessThan(400)
  })

  it('have 32 bytes', () => {
    expect(() => splitKey(new Uint8Array(31), new Uint8Array(32))).toThrow()
    expect(() => joinKey({ serverHalf: new Uint8Array(32), clientHalf: new Uint8Array(33) })).toThrow()
  })
})

describe('the blob', () => {
  it('[SEC-C-06] property: opens with the right halves, and with any other fails, never to another entropy', async () => {
    await fc.assert(
      fc.asyncProperty(
        bytes(32),
        bytes(32),
        bytes(32),
        bytes(12),
        bytes(32),
        async (key, half, entropy, nonce, wrong) => {
          const blob = await sealBlob(key, entropy, name, nonce)
          const { serverHalf, clientHalf } = splitKey(key, half)
          expect(await openBlob(joinKey({ serverHalf, clientHalf }), blob, name)).toEqual(entropy)
          fc.pre(wrong.some((byte, at) => byte !== clientHalf[at]))
          await expect(openBlob(joinKey({ serverHalf, clientHalf: wrong }), blob, name)).rejects.toThrow(refused)
        },
      ),
    )
  })

  it('is sealed and opened with a key that cannot be read back, and leaves no copy of its bytes', async () => {
    const key = new Uint8Array(32).fill(1)
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    await openBlob(key, await sealBlob(key, new Uint8Array(32), name, new Uint8Array(12)), name)
    const { calls, results } = importKey.mock
    importKey.mockRestore()
    expect(calls.map(([, bytes]) => bytes)).toEqual([new Uint8Array(32), new Uint8Array(32)])
    for (const { value } of results) expect(await value).toMatchObject({ extractable: false })
    expect(key).toEqual(new Uint8Array(32).fill(1))
  })

  it('opens for no other wallet, user, epoch or address, and not when a bit was changed', async () => {
    const key = new Uint8Array(32).fill(1)
    const blob = await sealBlob(key, new Uint8Array(32), name, new Uint8Array(12))
    const others = [
      { walletId: 'x' },
      { userId: 'x' },
      { epoch: 1 },
      { addresses: { ...addresses, eip155: '0x2' } },
      { addresses: { ...addresses, solana: 'x' } },
      { addresses: { ...addresses, bip122: { payment: 'o', ordinal: 'p' } } },
    ]
    for (const other of others) await expect(openBlob(key, blob, { ...name, ...other })).rejects.toThrow(refused)
    for (let at = 0; at < blob.length; at++) {
      const changed = blob.map((byte, place) => (place === at ? byte ^ 1 : byte))
      await expect(openBlob(key, changed, name)).rejects.toThrow(refused)
    }
    await expect(openBlob(key, new Uint8Array(), name)).rejects.toThrow(refused)
  })
})
