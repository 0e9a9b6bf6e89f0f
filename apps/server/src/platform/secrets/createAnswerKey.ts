import { hkdfSync } from 'node:crypto'
import { type Address, encodePacked, type Hex, keccak256 } from 'viem'
import { privateKeyToAddress, sign } from 'viem/accounts'

/** Signs what a contract may believe of this server. */
export type AnswerKey = {
  /** The key's id in the contract. */
  address: Address
  /** Signs an answer to one question of one contract, until a time in seconds since 1970 (ERC-191, version 0). */
  sign(answer: { contract: Address; expires: bigint; question: Hex; result: Hex }): Promise<Hex>
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/**
 * Creates the secp256k1 key that signs answers to contracts.
 *
 * @param secret - 32 random bytes; the same give the same key.
 * @returns The key.
 */
export function createAnswerKey(secret: Uint8Array): AnswerKey {
  // 16 bytes more than the order has, so that no remainder is likelier than another.
  const wide = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), 'latchkey names secp256k1', 48))
  const scalar = (BigInt(`0x${wide.toString('hex')}`) % (order - 1n)) + 1n
  const privateKey: Hex = `0x${scalar.toString(16).padStart(64, '0')}`
  return {
    address: privateKeyToAddress(privateKey),
    sign({ contract, expires, question, result }) {
      const packed = encodePacked(
        ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
        ['0x1900', contract, expires, keccak256(question), keccak256(result)],
      )
      return sign({ hash: keccak256(packed), privateKey, to: 'hex' })
    },
  }
}
