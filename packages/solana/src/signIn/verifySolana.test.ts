import { verifySignature } from '@latchkey/core'
import { base58 } from '@scure/base'
import nacl from 'tweetnacl'
import { expect, it } from 'vitest'
import { solana } from '../solana.js'

const message = 'app.example wants you to sign in: ä€\nand a second line'
const bytes = new TextEncoder().encode(message)
const seed = Uint8Array.from({ length: 32 }, (_, index) => index + 1)

const check = (address: string, signature: string, said = message) =>
  verifySignature({
    address,
    chainId: 'solana:local',
    message: said,
    signature,
    rpcUrls: [],
    families: [solana({ wallets: false })],
  })

it('behavior: takes what tweetnacl signed, and no other text, account or signature', async () => {
  const [{ publicKey, secretKey }, { publicKey: other }] = [nacl.sign.keyPair.fromSeed(seed), nacl.sign.keyPair()]
  const signed = nacl.sign.detached(bytes, secretKey)
  const [address, stranger, signature] = [publicKey, other, signed].map((each) => base58.encode(each)) as [
    string,
    string,
    string,
  ]
  const broken = Uint8Array.from(signed)
  broken[12] = (broken[12] ?? 0) ^ 1
  expect(await check(address, signature)).toBe(true)
  expect(await check(address, signature, `${message}.`)).toBe(false)
  expect(await check(stranger, signature)).toBe(false)
  expect(await check(address, base58.encode(broken))).toBe(false)
  for (const nonsense of ['', 'banana', '0x', '🍌']) expect(await check(address, nonsense)).toBe(false)
})
