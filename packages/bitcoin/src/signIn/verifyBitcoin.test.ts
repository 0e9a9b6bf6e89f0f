import { verifySignature } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol/caip'
import { base64 } from '@scure/base'
import { Signer } from 'bip322-js'
import { expect, it } from 'vitest'
import { bitcoin } from '../bitcoin.js'
import { createFakeBitcoin } from '../testing/createFakeBitcoin.js'

const message = 'app.example wants you to sign in: ä€\nand a second line'
const families = [bitcoin()]

const check = (chainId: ChainId, address: string, signature: string, said = message) =>
  verifySignature({ address, chainId, message: said, signature, rpcUrls: [], families })

/** True for what is right, and false for another text, another account and a signature with one bit changed. */
async function expectExact(chainId: ChainId, address: string, signature: string, other: string, broken: string) {
  expect(await check(chainId, address, signature)).toBe(true)
  expect(await check(chainId, address, signature, `${message}.`)).toBe(false)
  expect(await check(chainId, other, signature)).toBe(false)
  expect(await check(chainId, address, broken)).toBe(false)
  for (const nonsense of ['', 'banana', '0x', '🍌']) expect(await check(chainId, address, nonsense)).toBe(false)
}

/** The same with its twelfth byte changed. */
function changed(signed: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(signed)
  copy[12] = (copy[12] ?? 0) ^ 1
  return copy
}

it.each([
  ['P2WPKH', 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k', 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'],
  [
    'P2TR',
    'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k',
    'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
  ],
  ['P2PKH by BIP-137', 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k', '14vV3aCHBeStb5bkenkNHbe2YAFinYdXgc'],
  ['P2SH-P2WPKH', 'KwTbAxmBXjoZM3bzbXixEr9nxLhyYSM4vp2swet58i19bw9sqk5z', '3HSVzEhCFuH9Z3wvoWTexy7BMVVp3PjS6f'],
])('behavior: %s, signed by bip322-js', async (_, key, address) => {
  const signed = Signer.sign(key, address, message)
  const signature = typeof signed === 'string' ? signed : base64.encode(signed)
  const { address: stranger } = await createFakeBitcoin()
  await expectExact(
    'bip122:000000000019d6689c085ae165831e93',
    address,
    signature,
    stranger,
    base64.encode(changed(base64.decode(signature))),
  )
})

it('behavior: a vector of BIP-322', async () => {
  const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
  const empty =
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
  expect(await check('bip122:000000000019d6689c085ae165831e93', address, empty, '')).toBe(true)
  expect(await check('bip122:000000000019d6689c085ae165831e93', address, empty, 'Hello World')).toBe(false)
})

it.each(['p2wpkh', 'p2sh'] as const)('behavior: of the local network, %s and P2TR', async (kind) => {
  const { provider, address, ordinalAddress } = await createFakeBitcoin({ kind })
  for (const own of [address, ordinalAddress]) {
    const signature = await provider.signMessage({ address: own, message })
    expect(await check('bip122:0f9188f13cb7b2c71f2a335e3a4fc328', own, signature)).toBe(true)
    const other = own === address ? ordinalAddress : address
    expect(await check('bip122:0f9188f13cb7b2c71f2a335e3a4fc328', other, signature)).toBe(false)
  }
})
