import { LatchkeyError } from '@latchkey/protocol/errors'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { type RlpItem, readRlpList, writeRlpBytes, writeRlpList } from '../../worker/rlp.js'
import { writeAmount } from '../amounts.js'
import { checksummed } from './evmAddress.js'

/** One address and its storage keys, named ahead of a transaction. */
export type AccessListEntry = { readonly address: string; readonly storageKeys: readonly string[] }
/** A transaction before it is signed: with EIP-1559 fees, or with one price of gas where the network knows no other. */
export type EvmTransaction = {
  readonly chainId: number
  readonly nonce: number
  readonly gas: bigint
  readonly fees:
    | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
    | { readonly gasPrice: bigint }
  /** Absent when a contract is created. */
  readonly to: string | undefined
  readonly value: bigint
  readonly data: Uint8Array
  readonly accessList: readonly AccessListEntry[]
}

/**
 * Writes a transaction as its hash is taken: EIP-1559, or EIP-155.
 *
 * @param transaction - The transaction.
 * @returns The bytes to sign.
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
export function writeTransaction(transaction: EvmTransaction): Uint8Array {
  const { chainId, nonce, gas, fees, to, value, data, accessList } = transaction
  const target = to === undefined ? new Uint8Array() : hexToBytes(to.slice(2))
  if ('gasPrice' in fees) {
    const parts = [number(nonce), number(fees.gasPrice), number(gas), target, number(value), data, number(chainId)]
    return writeRlpList([...parts, new Uint8Array(), new Uint8Array()].map(writeRlpBytes))
  }
  const { maxPriorityFeePerGas, maxFeePerGas } = fees
  const parts = [chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas].map((each) => writeRlpBytes(number(each)))
  const list = accessList.map(({ address, storageKeys }) =>
    writeRlpList([
      writeRlpBytes(hexToBytes(address.slice(2))),
      writeRlpList(storageKeys.map((key) => writeRlpBytes(hexToBytes(key.slice(2))))),
    ]),
  )
  const rest = [target, number(value), data].map(writeRlpBytes)
  return concatBytes(new Uint8Array([2]), writeRlpList([...parts, ...rest, writeRlpList(list)]))
}

/**
 * Parses a transaction from the bytes that are signed, the only source of what is shown.
 *
 * @param unsigned - The bytes.
 * @returns The transaction.
 * @throws LatchkeyError INVALID_PARAMS when they are anything but a transaction of one of the two kinds.
 */
export function readTransaction(unsigned: Uint8Array): EvmTransaction {
  if (unsigned[0] === 2) {
    const [chainId, nonce, tip, fee, gas, to, value, data, list, ...rest] = readRlpList(unsigned.subarray(1))
    if (!list?.isList || rest.length > 0) throw malformed()
    const fees = { maxPriorityFeePerGas: bigIntOf(tip), maxFeePerGas: bigIntOf(fee) }
    return { ...common(chainId, nonce, gas, to, value, data), fees, accessList: readAccessList(list) }
  }
  const [nonce, price, gas, to, value, data, chainId, r, s, ...rest] = readRlpList(unsigned)
  if (bytesOf(r).length > 0 || bytesOf(s).length > 0 || rest.length > 0) throw malformed()
  return { ...common(chainId, nonce, gas, to, value, data), fees: { gasPrice: bigIntOf(price) }, accessList: [] }
}

/**
 * Writes what a network asks at most so that it is read at a glance: to three digits, and never less than it is.
 *
 * @param amount - In the smallest unit.
 * @param decimals - How many digits stand behind the point.
 * @returns For example `0.0000211`.
 */
export function writeFee(amount: bigint, decimals: number): string {
  const step = 10n ** BigInt(Math.max(`${amount}`.length - 3, 0))
  return writeAmount(((amount + step - 1n) / step) * step, decimals)
}

/** The most that a transaction can cost besides what it sends. */
export function mostFee({ gas, fees }: EvmTransaction): bigint {
  return gas * ('gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas)
}

function common(
  chainId: RlpItem | undefined,
  nonce: RlpItem | undefined,
  gas: RlpItem | undefined,
  to: RlpItem | undefined,
  value: RlpItem | undefined,
  data: RlpItem | undefined,
): Omit<EvmTransaction, 'fees' | 'accessList'> {
  const target = bytesOf(to)
  if (target.length !== 0 && target.length !== 20) throw malformed()
  return {
    chainId: smallOf(chainId),
    nonce: smallOf(nonce),
    gas: bigIntOf(gas),
    to: target.length === 0 ? undefined : checksummed(`0x${bytesToHex(target)}`),
    value: bigIntOf(value),
    data: bytesOf(data),
  }
}

function readAccessList(list: RlpItem): AccessListEntry[] {
  return readRlpList(list.whole).map((entry) => {
    const [address, keys, ...rest] = readRlpList(entry.whole)
    const bytes = bytesOf(address)
    if (bytes.length !== 20 || !keys?.isList || rest.length > 0) throw malformed()
    const storageKeys = readRlpList(keys.whole).map((key) => {
      if (bytesOf(key).length !== 32) throw malformed()
      return `0x${bytesToHex(bytesOf(key))}`
    })
    return { address: checksummed(`0x${bytesToHex(bytes)}`), storageKeys }
  })
}

function number(value: number | bigint): Uint8Array {
  if (BigInt(value) === 0n) return new Uint8Array()
  const hex = value.toString(16)
  return hexToBytes(hex.length % 2 === 0 ? hex : `0${hex}`)
}

function bytesOf(item: RlpItem | undefined): Uint8Array {
  if (!item || item.isList) throw malformed()
  return item.content
}

function bigIntOf(item: RlpItem | undefined): bigint {
  const bytes = bytesOf(item)
  // A number has no zeros in front, and none is longer than a word.
  if (bytes[0] === 0 || bytes.length > 32) throw malformed()
  return bytes.length === 0 ? 0n : BigInt(`0x${bytesToHex(bytes)}`)
}

function smallOf(item: RlpItem | undefined): number {
  const value = bigIntOf(item)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed()
  return Number(value)
}

function malformed(): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', 'The transaction is not well-formed')
}
