import { sha256 } from '@noble/hashes/sha2.js'

const zeros = (count: number) => new Uint8Array(count)
const join = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]))
const double = (bytes: Uint8Array) => sha256(sha256(bytes))

/** An output of nothing to nobody. */
const output = join(zeros(8), [1, 0x6a])

/**
 * What is signed for a message with a script of witness version 0: the hash of BIP-143 of the transaction that spends the
 * message.
 *
 * @param script - The script of the address.
 * @param keyHash - The hash of the key, 20 bytes.
 * @param message - The bytes of the text.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0143.mediawiki
 */
export function segwitHash(script: Uint8Array, keyHash: Uint8Array, message: Uint8Array): Uint8Array {
  const outpoint = spentBy(script, message)
  const spending = [0x19, 0x76, 0xa9, 20, ...keyHash, 0x88, 0xac]
  return double(
    join(
      zeros(4),
      double(outpoint),
      double(zeros(4)),
      outpoint,
      spending,
      zeros(8),
      zeros(4),
      double(output),
      zeros(4),
      [1, 0, 0, 0],
    ),
  )
}

/**
 * What is signed for a message with the key of a Taproot address: the hash of BIP-341 of the transaction that spends the message.
 *
 * @param script - The script of the address.
 * @param message - The bytes of the text.
 * @param type - What the signature says it covers: 0 where it says nothing, 1 for all.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0341.mediawiki
 */
export function taprootHash(script: Uint8Array, message: Uint8Array, type: 0 | 1): Uint8Array {
  const scriptWithSize = join([script.length], script)
  return tagged(
    'TapSighash',
    join(
      [0, type],
      zeros(8),
      sha256(spentBy(script, message)),
      sha256(zeros(8)),
      sha256(scriptWithSize),
      sha256(zeros(4)),
      sha256(output),
      zeros(5),
    ),
  )
}

/** The output of the first virtual transaction, which commits to the message. */
function spentBy(script: Uint8Array, message: Uint8Array): Uint8Array {
  const input = join(zeros(32), [255, 255, 255, 255, 34, 0, 32], tagged('BIP0322-signed-message', message), zeros(4))
  const transaction = join(zeros(4), [1], input, [1], zeros(8), [script.length], script, zeros(4))
  return join(double(transaction), zeros(4))
}

function tagged(name: string, message: Uint8Array): Uint8Array {
  const tag = sha256(new TextEncoder().encode(name))
  return sha256(join(tag, tag, message))
}
