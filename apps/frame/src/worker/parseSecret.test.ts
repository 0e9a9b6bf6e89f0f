import { describe, expect, it } from 'vitest'
import { parseSecret } from './parseSecret.js'
import { setImportedKeys } from './setImportedKeys.js'

/** So many bytes, each the same. */
const bytes = (value: number, size = 32) => new Uint8Array(size).fill(value)
const secretOf = (...parts: readonly (readonly number[] | Uint8Array)[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]))
const [evm, solana, entropy] = [bytes(0xe0), bytes(0x50), bytes(0xaa)]
const forms: [string, Uint8Array, { evm?: Uint8Array; solana?: Uint8Array }][] = [
  ['the words alone', entropy, {}],
  ['a key of EVM', secretOf([1], evm, entropy), { evm }],
  ['a key of Solana', secretOf([2], solana, entropy), { solana }],
  ['both', secretOf([3], evm, solana, entropy), { evm, solana }],
]

describe('a secret', () => {
  it.each(forms)('of %s gives the keys in it and the entropy behind them', (_, secret, keys) => {
    expect(parseSecret(secret)).toEqual({ entropy, keys })
  })

  it('of fewer words is entropy too', () => {
    expect(parseSecret(bytes(3, 16))).toEqual({ entropy: bytes(3, 16), keys: {} })
  })

  it('is read in place, so that wiping it wipes what was read', () => {
    const secret = secretOf([3], evm, solana, entropy)
    const read = parseSecret(secret)
    secret.fill(0)
    expect(read).toEqual({ entropy: bytes(0), keys: { evm: bytes(0), solana: bytes(0) } })
  })

  it.each<[string, Uint8Array]>([
    ['names no key', secretOf([0], entropy)],
    ['names no key and has one', secretOf([0], evm, entropy)],
    ['names a key that there is not', secretOf([4], evm, entropy)],
    ['names one that there is and one that there is not', secretOf([5], evm, entropy)],
    ['names more keys than it has', secretOf([3], evm, entropy)],
    ['has more keys than it names', secretOf([1], evm, solana, entropy)],
    ['is a byte too short', secretOf([1], evm, entropy.subarray(1))],
    ['is a byte too long', secretOf([1], evm, entropy, [0])],
  ])('that %s is refused, and no key is changed', (_, secret) => {
    const refused = expect.objectContaining({ code: 'INVALID_PARAMS', message: 'This is no secret of a wallet' })
    expect(() => parseSecret(secret)).toThrow(refused)
    const keys = { evm: bytes(1), solana: bytes(2) }
    expect(() => setImportedKeys(keys, secret)).toThrow(refused)
    expect(keys).toEqual({ evm: bytes(1), solana: bytes(2) })
  })
})

describe('the keys of a wallet', () => {
  it.each(forms)('that imported %s are those, and of the rest those of the words', (_, secret, imported) => {
    const ofWords = { evm: bytes(1), solana: bytes(2) }
    const keys = { evm: bytes(1), solana: bytes(2) }
    setImportedKeys(keys, secret)
    expect(keys).toEqual({ ...ofWords, ...imported })
  })

  it('are copies, so that wiping them leaves the secret as it is', () => {
    const secret = secretOf([1], evm, entropy)
    const keys = { evm: bytes(1), solana: bytes(2) }
    setImportedKeys(keys, secret)
    keys.evm.fill(0)
    expect(secret).toEqual(secretOf([1], evm, entropy))
  })
})
