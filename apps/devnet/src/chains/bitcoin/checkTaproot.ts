import { schnorr } from '@noble/curves/secp256k1.js'
import { SigHash, Transaction } from '@scure/btc-signer'
import type { Coin } from './chainIndex.js'
import type { BcoinTx } from './loadBcoin.js'
import { Rejection } from './rejection.js'

const taggedAnnex = 0x50
const hashTypes: readonly number[] = Object.values(SigHash)

/**
 * Checks what the node cannot: each input that spends a taproot output carries a Schnorr signature by the output's own
 * key over this very transaction. For the node such an output is open to everybody, so nothing may pass it unchecked.
 *
 * @throws Rejection when a signature is wrong, or an input is spent in a way that this chain does not know.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0341.mediawiki
 */
export function checkTaproot(tx: BcoinTx, spent: readonly Coin[]): void {
  const raw = Uint8Array.from(tx.toRaw())
  let parsed: Transaction | undefined
  for (const [index, coin] of spent.entries()) {
    const version = witnessVersion(coin.script)
    if (version === undefined || version === 0) continue
    if (version !== 1 || coin.script.length !== 34) {
      throw new Rejection(-26, `bad-txns-nonstandard-inputs, input ${index} spends an unknown witness program`)
    }
    const witness = tx.inputs[index]?.witness.items ?? []
    if (witness.length > 1 && witness.at(-1)?.[0] === taggedAnnex) {
      throw new Rejection(-26, `bad-witness-nonstandard, input ${index} carries an annex`)
    }
    if (witness.length > 1) {
      throw new Rejection(-26, `bad-witness-nonstandard, input ${index} spends taproot by script; here only by key`)
    }
    const signature = Uint8Array.from(witness[0] ?? [])
    const hashType = signature.length === 65 ? (signature[64] ?? 0) : SigHash.DEFAULT
    const wrong = (reason: string) =>
      new Rejection(-26, `mandatory-script-verify-flag-failed (${reason}), input ${index}`)
    if (witness.length === 0) throw wrong('Witness program was passed an empty witness')
    if (signature.length !== 64 && signature.length !== 65) throw wrong('Invalid Schnorr signature size')
    const explicit = signature.length === 65
    const single = (hashType & 3) === SigHash.SINGLE
    if ((explicit && hashType === SigHash.DEFAULT) || !hashTypes.includes(hashType)) {
      throw wrong('Invalid Schnorr signature hash type')
    }
    if (single && index >= tx.outputs.length) throw wrong('Invalid Schnorr signature hash type')
    parsed ??= Transaction.fromRaw(raw, {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      allowUnknownVersion: true,
      disableScriptCheck: true,
    })
    const message = parsed.preimageWitnessV1(
      index,
      spent.map(({ script }) => script),
      hashType,
      spent.map(({ value }) => value),
    )
    if (!verify(signature.slice(0, 64), message, coin.script.slice(2))) throw wrong('Invalid Schnorr signature')
  }
}

/** Which version of witness program a script is; nothing for other scripts. */
function witnessVersion(script: Uint8Array): number | undefined {
  const [first = 0, length = 0] = script
  const isProgram = script.length >= 4 && script.length <= 42 && length === script.length - 2
  if (!isProgram) return undefined
  if (first === 0) return 0
  return first >= 0x51 && first <= 0x60 ? first - 0x50 : undefined
}

function verify(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return schnorr.verify(signature, message, key)
  } catch {
    return false
  }
}
