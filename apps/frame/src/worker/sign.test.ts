import { fromBase64Url } from '@latchkey/protocol/internal/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { p2tr, p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import fc from 'fast-check'
import {
  hexToBytes as fromHex,
  serializeTransaction,
  stringToBytes,
  type TransactionSerializable,
  bytesToHex as toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { signPsbt } from './bitcoin.js'
import { deriveKeys, type Keys } from './keys.js'
import { sign } from './sign.js'
import type { TypedData } from './typedData.js'

let keys: Keys
let account: ReturnType<typeof privateKeyToAccount>
beforeAll(async () => {
  keys = await deriveKeys(new Uint8Array(32).fill(7))
  account = privateKeyToAccount(toHex(keys.evm))
})
const refused = expect.objectContaining({ code: 'INVALID_PARAMS' })
const to = '0x00000000000000000000000000000000000000aa'

describe('EVM', () => {
  it('signs messages as viem does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (message) => {
        expect(sign(keys, { kind: 'evmMessage', message })).toBe(
          await account.signMessage({ message: { raw: message } }),
        )
      }),
      { numRuns: 30 },
    )
  })

  it('signs transactions of three kinds as viem does', async () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((each) => toHex(each))
    const common = {
      to: fc.constantFrom(to, undefined),
      value: fc.bigInt({ min: 0n, max: 2n ** 200n }),
      data: bytes,
      nonce: fc.nat(),
      gas: fc.bigInt({ min: 0n, max: 2n ** 60n }),
      chainId: fc.integer({ min: 1, max: 2 ** 31 }),
    }
    const price = fc.bigInt({ min: 0n, max: 2n ** 60n })
    const kinds = fc.oneof(
      fc.record({ ...common, type: fc.constant('legacy'), gasPrice: price }),
      fc.record({
        ...common,
        type: fc.constant('eip2930'),
        gasPrice: price,
        accessList: fc.constant([{ address: to, storageKeys: [`0x${'01'.repeat(32)}`] }]),
      }),
      fc.record({ ...common, type: fc.constant('eip1559'), maxFeePerGas: price }),
    )
    await fc.assert(
      fc.asyncProperty(kinds, async (given) => {
        const transaction = given as unknown as TransactionSerializable & { chainId: number }
        const unsigned = fromHex(serializeTransaction(transaction))
        const { chainId } = transaction
        expect(sign(keys, { kind: 'evmTransaction', unsigned, chainId })).toBe(
          await account.signTransaction(transaction),
        )
        expect(() => sign(keys, { kind: 'evmTransaction', unsigned, chainId: chainId + 1 })).toThrow(refused)
        for (const bad of [unsigned.slice(0, -1), new Uint8Array([...unsigned, 0])]) {
          expect(() => sign(keys, { kind: 'evmTransaction', unsigned: bad, chainId })).toThrow(refused)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('signs no delegation, no blob, no message and no noise in place of a transaction', () => {
    const noise = [[], [4, 0xc0], [3, 0xc0], [5, 0xc0], [0x19, 1], [0xc0], [2, 0xc0], [0xff, 0xff]]
    for (const each of noise) {
      expect(() => sign(keys, { kind: 'evmTransaction', unsigned: new Uint8Array(each), chainId: 1 })).toThrow(refused)
    }
    expect(() => sign(keys, { kind: 'evmHash' } as never)).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED_METHOD' }),
    )
  })

  const mail: TypedData = {
    types: {
      Person: [
        { name: 'name', type: 'string' },
        { name: 'wallets', type: 'address[]' },
      ],
      Mail: [
        { name: 'from', type: 'Person' },
        { name: 'to', type: 'Person[2]' },
        { name: 'amount', type: 'uint256' },
        { name: 'delta', type: 'int64' },
        { name: 'isUrgent', type: 'bool' },
        { name: 'tag', type: 'bytes4' },
        { name: 'data', type: 'bytes' },
      ],
    },
    primaryType: 'Mail',
    domain: { name: 'Mail', version: '1', chainId: 1, verifyingContract: to },
    message: {
      from: { name: 'Ada', wallets: [to] },
      to: [
        { name: 'Bob', wallets: [] },
        { name: 'Eve', wallets: [to, to] },
      ],
      amount: '123456789012345678901234567890',
      delta: -5,
      isUrgent: true,
      tag: '0x01020304',
      data: '0xabcdef',
    },
  }
  it('signs typed data as viem does', async () => {
    const expected = await account.signTypedData({
      ...mail,
      message: { ...mail.message, amount: 123456789012345678901234567890n, delta: -5n },
    } as never)
    expect(sign(keys, { kind: 'evmTypedData', data: mail, chainId: 1 })).toBe(expected)
  })

  it('signs no typed data for another chain, and none whose values do not fit', () => {
    expect(() => sign(keys, { kind: 'evmTypedData', data: mail, chainId: 10 })).toThrow(refused)
    const bad = [
      { amount: -1 },
      { amount: 1.5 },
      { tag: '0x01' },
      { to: [] },
      { isUrgent: 1 },
      { from: null },
      { data: 'x' },
      { delta: 2 ** 63 },
    ]
    for (const change of bad) {
      const data = { ...mail, message: { ...mail.message, ...change } }
      expect(() => sign(keys, { kind: 'evmTypedData', data, chainId: 1 })).toThrow(refused)
    }
    const loop = { ...mail, types: { Mail: [{ name: 'self', type: 'Mail' }] } }
    const self: { self?: unknown } = {}
    self.self = self
    expect(() => sign(keys, { kind: 'evmTypedData', data: { ...loop, message: self }, chainId: 1 })).toThrow(refused)
  })
})

describe('Solana', () => {
  const own = () => ed25519.getPublicKey(keys.solana)
  const other = new Uint8Array(32).fill(9)
  const message = (signers: Uint8Array[], version: number[] = []) =>
    new Uint8Array([
      ...version,
      signers.length,
      0,
      1,
      signers.length + 1,
      ...signers.flatMap((each) => [...each]),
      ...new Uint8Array(32),
      ...new Uint8Array(32).fill(3),
      1,
      1,
      0,
      0,
      ...(version.length ? [0] : []),
    ])
  const transaction = (signers: Uint8Array[], version?: number[]) =>
    new Uint8Array([signers.length, ...new Uint8Array(64 * signers.length), ...message(signers, version)])

  it('signs a message off chain', () => {
    const text = stringToBytes('Sign in to app.example')
    const signature = fromBase64Url(sign(keys, { kind: 'solanaMessage', message: text }))
    expect(ed25519.verify(signature, text, own())).toBe(true)
  })

  it('signs no transaction that comes as a message', () => {
    for (const version of [[], [0x80], [0x81]]) {
      expect(() => sign(keys, { kind: 'solanaMessage', message: message([own()], version) })).toThrow(refused)
    }
  })

  it('signs a transaction at its own place and nowhere else', () => {
    for (const version of [[], [0x80]]) {
      const signed = fromBase64Url(
        sign(keys, { kind: 'solanaTransaction', transaction: transaction([other, own()], version) }),
      )
      expect([...signed.subarray(1, 65)].every((byte) => byte === 0)).toBe(true)
      expect(ed25519.verify(signed.subarray(65, 129), message([other, own()], version), own())).toBe(true)
    }
    for (const bad of [
      transaction([other]),
      transaction([own()]).slice(0, 80),
      new Uint8Array(),
      new Uint8Array([0]),
    ]) {
      expect(() => sign(keys, { kind: 'solanaTransaction', transaction: bad })).toThrow(refused)
    }
  })
})

describe('Bitcoin', () => {
  const txid = hexToBytes('11'.repeat(32))
  function psbt(sighashType?: number, script?: Uint8Array): Uint8Array {
    const scripts = [
      p2wpkh(secp256k1.getPublicKey(keys.payment, true)).script,
      p2tr(schnorr.getPublicKey(keys.ordinal)).script,
    ]
    const transaction = new Transaction()
    for (const each of script ? [script] : scripts) {
      const sighash = sighashType === undefined ? {} : { sighashType }
      transaction.addInput({ txid, index: 0, witnessUtxo: { script: each, amount: 10_000n }, ...sighash })
    }
    transaction.addOutputAddress('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 15_000n)
    return transaction.toPSBT()
  }

  it('signs its own inputs of both kinds so that the transaction can be sent', () => {
    const signed = Transaction.fromPSBT(signPsbt(keys, psbt()))
    signed.finalize()
    expect(signed.isFinal).toBe(true)
  })

  it('signs no part of a transaction, nothing of others, and no noise', () => {
    for (const type of [SigHash.NONE, SigHash.SINGLE, SigHash.ALL_ANYONECANPAY]) {
      expect(() => signPsbt(keys, psbt(type))).toThrow(refused)
    }
    const others = p2wpkh(secp256k1.getPublicKey(new Uint8Array(32).fill(5), true)).script
    expect(() => signPsbt(keys, psbt(undefined, others))).toThrow(refused)
    expect(() => signPsbt(keys, new Uint8Array(9))).toThrow(refused)
  })
})
