import { fromBase64Url } from '@latchkey/protocol/internal/bytes'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { p2tr, p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import { beforeAll, describe, expect, it } from 'vitest'
import { signPsbt } from './bitcoin.js'
import { deriveKeys, type Keys } from './keys.js'
import { signBitcoin } from './signBitcoin.js'

let keys: Keys
let scripts: { payment: Uint8Array; ordinal: Uint8Array }
beforeAll(async () => {
  keys = await deriveKeys(new Uint8Array(32).fill(7))
  scripts = {
    payment: p2wpkh(secp256k1.getPublicKey(keys.payment, true)).script,
    ordinal: p2tr(schnorr.getPublicKey(keys.ordinal)).script,
  }
})
const stranger = new Uint8Array(32).fill(5)
const strange = p2wpkh(secp256k1.getPublicKey(stranger, true)).script
const refusedAs = (message: string) => expect.objectContaining({ code: 'INVALID_PARAMS', message })
const notOurs = refusedAs('The transaction spends nothing of this wallet')
const inPart = refusedAs('Partial signatures of a transaction are not supported')

type Input = { script?: Uint8Array; sighashType?: number; tapInternalKey?: Uint8Array }
/** A PSBT that spends one coin for each input; without a script, the input tells nothing of its coin. */
function write(...inputs: readonly Input[]): Uint8Array {
  const transaction = new Transaction()
  inputs.forEach(({ script, ...rest }, index) => {
    const coin = script ? { witnessUtxo: { script, amount: 10_000n } } : {}
    transaction.addInput({ txid: new Uint8Array(32).fill(0x11), index, ...coin, ...rest })
  })
  transaction.addOutputAddress('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 5000n)
  return transaction.toPSBT()
}
/** Whether each input of a PSBT has a signature. */
function signaturesOf(psbt: Uint8Array): boolean[] {
  const transaction = Transaction.fromPSBT(psbt)
  return Array.from({ length: transaction.inputsLength }, (_, at) => {
    const { partialSig, tapKeySig } = transaction.getInput(at)
    return Boolean(partialSig?.length || tapKeySig)
  })
}

describe('the inputs of a PSBT', () => {
  it('are signed where they are our own, and nowhere else', () => {
    const { payment, ordinal } = scripts
    const near = [payment.slice(), ordinal.slice()]
    for (const script of near) script[script.length - 1] = (script.at(-1) ?? 0) ^ 1
    const inputs = [strange, payment, ordinal, ...near].map((script) => ({ script }))
    expect(signaturesOf(signPsbt(keys, write(...inputs)))).toEqual([false, true, true, false, false])
    // P2WPKH needs no more of the other coins than their places.
    expect(signaturesOf(signPsbt(keys, write({}, { script: payment }, {})))).toEqual([false, true, false])
  })

  it('have signatures that fit what each kind of input commits to', () => {
    const psbt = signPsbt(keys, write({ script: scripts.payment }, { script: scripts.ordinal }))
    const signed = Transaction.fromPSBT(psbt)
    const amounts = [10_000n, 10_000n]
    const [key, signature = new Uint8Array()] = signed.getInput(0).partialSig?.[0] ?? []
    expect(key).toEqual(secp256k1.getPublicKey(keys.payment, true))
    const code = p2wpkh(secp256k1.getPublicKey(keys.payment, true))
    expect(signature.at(-1)).toBe(SigHash.ALL)
    const hash = signed.preimageWitnessV0(0, legacyCode(code.hash), SigHash.ALL, 10_000n)
    const own = secp256k1.getPublicKey(keys.payment, true)
    expect(secp256k1.verify(signature.slice(0, -1), hash, own, { prehash: false, format: 'der' })).toBe(true)
    const tapHash = signed.preimageWitnessV1(1, [scripts.payment, scripts.ordinal], SigHash.DEFAULT, amounts)
    const tapKeySig = signed.getInput(1).tapKeySig ?? new Uint8Array()
    expect(schnorr.verify(tapKeySig, tapHash, scripts.ordinal.subarray(2))).toBe(true)
  })

  it('are signed by P2TR over all that is named, where the PSBT says so', () => {
    const signed = Transaction.fromPSBT(signPsbt(keys, write({ script: scripts.ordinal, sighashType: SigHash.ALL })))
    const tapKeySig = signed.getInput(0).tapKeySig ?? new Uint8Array()
    expect(tapKeySig.at(64)).toBe(SigHash.ALL)
    const hash = signed.preimageWitnessV1(0, [scripts.ordinal], SigHash.ALL, [10_000n])
    expect(schnorr.verify(tapKeySig.slice(0, 64), hash, scripts.ordinal.subarray(2))).toBe(true)
    signed.finalize()
    expect(signed.isFinal).toBe(true)
  })

  it('are signed where they are named, and nowhere else', () => {
    const psbt = write({ script: scripts.payment }, { script: scripts.ordinal }, { script: scripts.payment })
    expect(signaturesOf(signPsbt(keys, psbt))).toEqual([true, true, true])
    expect(signaturesOf(signPsbt(keys, psbt, [0]))).toEqual([true, false, false])
    expect(signaturesOf(signPsbt(keys, psbt, [1, 2]))).toEqual([false, true, true])
    for (const inputs of [[], [3], [-1]]) expect(() => signPsbt(keys, psbt, inputs)).toThrow(notOurs)
    expect(() => signPsbt(keys, write({ script: strange }, { script: scripts.payment }), [0])).toThrow(notOurs)
  })

  it('are signed over the whole transaction only, also where SIGHASH_ALL is named', () => {
    for (const script of [scripts.payment, scripts.ordinal]) {
      for (const sighashType of [SigHash.DEFAULT, SigHash.ALL])
        expect(signaturesOf(signPsbt(keys, write({ script, sighashType })))).toEqual([true])
      const parts = [SigHash.NONE, SigHash.SINGLE, SigHash.ALL_ANYONECANPAY, SigHash.NONE_ANYONECANPAY, 4]
      for (const sighashType of parts)
        expect(() => signPsbt(keys, write({ script: scripts.payment }, { script, sighashType }))).toThrow(inPart)
    }
  })

  it('keep the inner key of P2TR that they come with', () => {
    const tapInternalKey = schnorr.getPublicKey(keys.ordinal)
    const signed = signPsbt(keys, write({ script: scripts.ordinal, tapInternalKey }))
    expect(Transaction.fromPSBT(signed).getInput(0).tapInternalKey).toEqual(tapInternalKey)
    expect(signaturesOf(signed)).toEqual([true])
  })
})

describe('a PSBT is refused', () => {
  const malformed = expect.objectContaining({
    code: 'INVALID_PARAMS',
    message: 'The transaction is not well-formed',
    cause: expect.any(Error),
  })

  it('when nothing in it is our own', () => {
    const longer = (script: Uint8Array) => new Uint8Array([...script, 0x51])
    const { payment, ordinal } = scripts
    for (const script of [strange, longer(payment), longer(ordinal), undefined])
      expect(() => signPsbt(keys, write(script ? { script } : {}))).toThrow(notOurs)
    expect(() => signPsbt(keys, write())).toThrow(notOurs)
  })

  it('when P2TR would be signed without what another input spends', () => {
    expect(() => signPsbt(keys, write({ script: scripts.ordinal }, {}))).toThrow(malformed)
  })

  it('when it is cut off anywhere, or is none, with the cause', () => {
    const psbt = write({ script: scripts.payment })
    for (let size = 0; size < psbt.length; size++) expect(() => signPsbt(keys, psbt.slice(0, size))).toThrow(malformed)
    expect(() => signPsbt(keys, psbt.with(0, 0))).toThrow(malformed)
  })
})

it('a PSBT that is approved is signed with the inputs that were approved', () => {
  const psbt = write({ script: scripts.payment }, { script: scripts.ordinal })
  const signed = signBitcoin(keys, { kind: 'bitcoinPsbt', psbt, inputs: [1] })
  expect(signaturesOf(fromBase64Url(signed))).toEqual([false, true])
  expect(signaturesOf(fromBase64Url(signBitcoin(keys, { kind: 'bitcoinPsbt', psbt })))).toEqual([true, true])
})

/** The script that BIP-143 has a P2WPKH input commit to. */
function legacyCode(hash: Uint8Array): Uint8Array {
  return new Uint8Array([0x76, 0xa9, 20, ...hash, 0x88, 0xac])
}
