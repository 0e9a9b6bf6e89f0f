import { verifySignature } from '@latchkey/core'
import { polkadotAccounts } from '@latchkey/devnet'
import type { ChainId } from '@latchkey/protocol/caip'
import {
  blake2AsU8a,
  cryptoWaitReady,
  encodeAddress,
  secp256k1PairFromSeed,
  secp256k1Sign,
  sr25519PairFromSeed,
  sr25519Sign,
} from '@polkadot/util-crypto'
import { hex } from '@scure/base'
import { expect, it } from 'vitest'
import { polkadot } from '../polkadot.js'

const message = 'app.example wants you to sign in: ä€\nand a second line'
const seed = Uint8Array.from({ length: 32 }, (_, index) => index + 1)
const families = [polkadot()]

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

it('behavior: sr25519 and ECDSA by polkadot-js, marked, bare and with the byte of their kind', async () => {
  await cryptoWaitReady()
  const chainId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
  const pair = sr25519PairFromSeed(seed)
  const [address, [stranger]] = [encodeAddress(pair.publicKey, 0), polkadotAccounts(1)]
  const signed = sr25519Sign(`<Bytes>${message}</Bytes>`, pair)
  const text = (signature: Uint8Array) => `0x${hex.encode(signature)}`
  await expectExact(chainId, address, text(signed), stranger?.address ?? '', text(changed(signed)))
  expect(await check(chainId, address, text(sr25519Sign(message, pair)))).toBe(true)
  expect(await check(chainId, address, text(Uint8Array.of(1, ...signed)))).toBe(true)
  expect(await check(chainId, address, text(Uint8Array.of(0, ...signed)))).toBe(false)
  const keys = secp256k1PairFromSeed(seed)
  const account = encodeAddress(blake2AsU8a(keys.publicKey), 0)
  const recoverable = secp256k1Sign(`<Bytes>${message}</Bytes>`, keys, 'blake2')
  await expectExact(chainId, account, text(recoverable), address, text(changed(recoverable)))
  expect(await check(chainId, account, text(Uint8Array.of(2, ...recoverable)))).toBe(true)
})
