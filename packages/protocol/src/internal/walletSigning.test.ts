import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  activationMac,
  deviceIdOf,
  halfAad,
  isWorkDone,
  maxWorkBits,
  releaseBytes,
  requestBytes,
  solveProofOfWork,
} from './walletSigning.js'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

it('names a device by the thumbprint of RFC 7638', () => {
  const key = {
    kty: 'EC',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  } as const
  expect(deviceIdOf(key)).toBe('oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U')
  expect(deviceIdOf({ ...key, y: key.x })).not.toBe(deviceIdOf(key))
})

it('writes every part of a call, a release and a half on a line of its own', () => {
  expect(text(requestBytes({ method: 'POST', path: '/api/x?y=1', body: '', nonce: 'n', timestamp: 5 }))).toBe(
    'latchkey1\nPOST\n/api/x?y=1\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\nn\n5\n',
  )
  const release = { challenge: 'c', factorId: 'f', sessionId: 's', hpkePub: 'p', purpose: 'unlock', parentOrigin: 'o' }
  expect(text(releaseBytes(release))).toBe('release1\nc\nf\ns\np\nunlock\no')
  const half = { userId: 'u', walletId: 'w', factorId: 'f', kind: 'auto', epoch: 2 }
  expect(text(halfAad(half))).toBe('half1\nu\nw\nf\nauto\n2')
})

it('proves a half only for its own wallet, factor, epoch and challenge', () => {
  const proof = { walletId: 'w', factorId: 'f', epoch: 1, challenge: 'c' }
  const half = new Uint8Array(32).fill(7)
  const all = [
    activationMac(half, proof),
    activationMac(new Uint8Array(32).fill(8), proof),
    ...[{ walletId: 'v' }, { factorId: 'g' }, { epoch: 2 }, { challenge: 'd' }].map((change) =>
      activationMac(half, { ...proof, ...change }),
    ),
  ].map(String)
  expect(new Set(all).size).toBe(all.length)
})

it('finds work that SHA-256 bears out, and none that would keep a browser busy for long', () => {
  const challenge = 'c'
  const seed = createHash('sha256').update(`latchkey/work/1\n${challenge}`).digest()
  const zeros = (nonce: string) => {
    const hash = createHash('sha256').update(seed).update(nonce).digest('hex')
    return (/^0*/.exec(hash)?.[0].length ?? 0) * 4
  }
  for (const bits of [4, 8, 12]) {
    const nonce = solveProofOfWork({ challenge, bits })
    expect(zeros(nonce)).toBeGreaterThanOrEqual(bits)
    expect([isWorkDone({ challenge, nonce }, bits), isWorkDone({ challenge: 'd', nonce }, 33)]).toEqual([true, false])
    expect(isWorkDone({ challenge, nonce }, zeros(nonce) + 4)).toBe(false)
  }
  for (const bits of [maxWorkBits + 1, Number.NaN])
    expect(() => solveProofOfWork({ challenge, bits })).toThrow('too much work')
})
