import { LatchkeyError } from '@latchkey/protocol/errors'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type RlpItem, readRlpList, writeRlpBytes, writeRlpList } from './rlp.js'

/**
 * Signs a message as wallets do: with the prefix that keeps it from being a transaction.
 *
 * @param key - The private key.
 * @param message - The message.
 * @returns 65 bytes as hex, low s, v 27 or 28.
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export function signEvmMessage(key: Uint8Array, message: Uint8Array): string {
  return signHash(key, keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`), message)))
}

/**
 * Signs the hash of typed data.
 *
 * @param key - The private key.
 * @param hash - What `hashTypedData` gave.
 * @returns 65 bytes as hex, low s, v 27 or 28.
 */
export function signHash(key: Uint8Array, hash: Uint8Array): string {
  const { r, s, parity } = ecdsa(key, hash)
  return `0x${bytesToHex(r)}${bytesToHex(s)}${parity === 0 ? '1b' : '1c'}`
}

/**
 * Signs a transaction that is written as it will be sent, without its signature: EIP-1559, EIP-2930, or EIP-155 legacy.
 *
 * @param key - The private key.
 * @param unsigned - The transaction.
 * @param chainId - The chain that it must be for.
 * @returns The signed transaction as hex, ready to send.
 * @throws LatchkeyError INVALID_PARAMS for another chain, another kind (EIP-7702 among them), or bytes that are no transaction.
 * @see https://eips.ethereum.org/EIPS/eip-2718
 */
export function signEvmTransaction(key: Uint8Array, unsigned: Uint8Array, chainId: number): string {
  const type = unsigned[0] ?? 0
  const isTyped = type === 1 || type === 2
  if (!isTyped && type < 0xc0) throw refused('This kind of transaction is not signed')
  const fields = readRlpList(isTyped ? unsigned.subarray(1) : unsigned)
  const isWhole = fields.length === (type === 1 ? 8 : 9)
  const named = isTyped ? fields[0] : fields[6]
  const lists = type === 1 ? [7] : type === 2 ? [8] : []
  if (!isWhole || !named || !fields.every(({ isList }, at) => isList === lists.includes(at))) {
    throw refused('The transaction is not well-formed')
  }
  if (numberOf(named) !== BigInt(chainId) || chainId <= 0) throw refused('The transaction is for another chain')
  if (!isTyped && (fields[7]?.content.length !== 0 || fields[8]?.content.length !== 0)) {
    throw refused('The transaction is signed already')
  }
  const { r, s, parity } = ecdsa(key, keccak_256(unsigned))
  const mark = isTyped ? BigInt(parity) : BigInt(chainId) * 2n + 35n + BigInt(parity)
  const kept = (isTyped ? fields : fields.slice(0, 6)).map(({ whole }) => whole)
  const list = writeRlpList([...kept, writeRlpBytes(bytesOf(mark)), writeRlpBytes(trim(r)), writeRlpBytes(trim(s))])
  return `0x${bytesToHex(isTyped ? concatBytes(new Uint8Array([type]), list) : list)}`
}

function ecdsa(key: Uint8Array, hash: Uint8Array): { r: Uint8Array; s: Uint8Array; parity: number } {
  const signature = secp256k1.sign(hash, key, { prehash: false, lowS: true, format: 'recovered' })
  return { parity: signature[0] ?? 0, r: signature.slice(1, 33), s: signature.slice(33, 65) }
}

function numberOf({ content }: RlpItem): bigint {
  return content.length === 0 ? 0n : BigInt(`0x${bytesToHex(content)}`)
}

function bytesOf(value: bigint): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn))
  return new Uint8Array(bytes)
}

function trim(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start < 0 ? new Uint8Array() : bytes.subarray(start)
}

function refused(message: string): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', message)
}
