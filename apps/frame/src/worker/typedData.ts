import { LatchkeyError } from '@latchkey/protocol/errors'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

type Field = { name: string; type: string }
type Types = { readonly [name: string]: readonly Field[] }
type Struct = { readonly [name: string]: unknown }
/** Typed data as wallets are given it. */
export type TypedData = { types: Types; primaryType: string; domain: Struct; message: Struct }

const depthLimit = 32

/**
 * Hashes typed data; its domain must name the chain it is signed on, if it names any.
 *
 * @param data - The typed data.
 * @param chainId - The chain that the wallet is on.
 * @returns 32 bytes.
 * @throws LatchkeyError INVALID_PARAMS for another chain, a type that is missing, or a value that does not fit its type.
 * @see https://eips.ethereum.org/EIPS/eip-712
 */
export function hashTypedData(data: TypedData, chainId: number): Uint8Array {
  const { types, primaryType, domain, message } = data
  if (domain.chainId !== undefined && bigIntOf(domain.chainId) !== BigInt(chainId)) {
    throw refused('The typed data is for another chain')
  }
  const known: Types = { ...types, EIP712Domain: types.EIP712Domain ?? domainFields(domain) }
  const parts = [new Uint8Array([0x19, 1]), hashStruct('EIP712Domain', domain, known, 0)]
  if (primaryType !== 'EIP712Domain') parts.push(hashStruct(primaryType, message, known, 0))
  return keccak_256(concatBytes(...parts))
}

function hashStruct(type: string, value: Struct, types: Types, depth: number): Uint8Array {
  const fields = fieldsOf(type, types)
  const encoded = fields.map((field) => {
    if (!Object.hasOwn(value, field.name)) throw refused(`'${field.name}' is missing`)
    return encode(field.type, value[field.name], types, depth + 1)
  })
  return keccak_256(concatBytes(keccak_256(utf8ToBytes(encodeType(type, types))), ...encoded))
}

function encodeType(type: string, types: Types): string {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name) || !Object.hasOwn(types, name)) return
    found.add(name)
    for (const field of fieldsOf(name, types)) visit(field.type.replace(/\[.*$/, ''))
  }
  visit(type)
  found.delete(type)
  return [type, ...[...found].sort()]
    .map(
      (name) =>
        `${name}(${fieldsOf(name, types)
          .map((field) => `${field.type} ${field.name}`)
          .join(',')})`,
    )
    .join('')
}

function encode(type: string, value: unknown, types: Types, depth: number): Uint8Array {
  if (depth > depthLimit) throw refused('The typed data is too deep')
  const list = /^(.*)\[(\d*)\]$/.exec(type)
  if (list) {
    const [, inner = '', size] = list
    if (!Array.isArray(value) || (size && value.length !== Number(size))) throw refused(`'${type}' needs a list`)
    return keccak_256(concatBytes(...value.map((each) => encode(inner, each, types, depth + 1))))
  }
  if (Object.hasOwn(types, type)) {
    if (typeof value !== 'object' || value === null) throw refused(`'${type}' needs its fields`)
    return hashStruct(type, value as Struct, types, depth)
  }
  if (type === 'string') {
    if (typeof value !== 'string') throw refused(`'${type}' needs a text`)
    return keccak_256(utf8ToBytes(value))
  }
  if (type === 'bytes') return keccak_256(bytesOf(value))
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw refused(`'${type}' needs true or false`)
    return word(value ? 1n : 0n)
  }
  if (type === 'address') {
    if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw refused(`'${type}' needs an address`)
    return word(BigInt(value))
  }
  const fixed = /^bytes([1-9]|[12]\d|3[0-2])$/.exec(type)
  if (fixed) {
    const bytes = bytesOf(value)
    if (bytes.length !== Number(fixed[1])) throw refused(`'${type}' needs ${fixed[1]} bytes`)
    return concatBytes(bytes, new Uint8Array(32 - bytes.length))
  }
  return integer(type, value)
}

function integer(type: string, value: unknown): Uint8Array {
  // The standard knows `uint` and `int` as aliases alone: libraries differ in which name they hash, so neither is signed.
  const match = /^(u?)int(\d+)$/.exec(type)
  const bits = BigInt(match?.[2] ?? 0)
  if (!match || bits === 0n || bits > 256n || bits % 8n !== 0n) throw refused(`There is no type '${type}'`)
  const number = bigIntOf(value)
  const [low, high] = match[1] ? [0n, 1n << bits] : [-(1n << (bits - 1n)), 1n << (bits - 1n)]
  if (number < low || number >= high) throw refused(`The number does not fit '${type}'`)
  return word(BigInt.asUintN(256, number))
}

function fieldsOf(type: string, types: Types): readonly Field[] {
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  // A name with a bracket or a comma in it could write the text of other types than those that are shown.
  const isNamed = (field: unknown) =>
    typeof (field as Field)?.name === 'string' &&
    /^[^(),]+,[^(),]+,[A-Za-z_$][\w$]*(\[\d*\])*$/.test([type, (field as Field).name, (field as Field).type].join())
  if (!Array.isArray(fields) || !fields.every(isNamed)) throw refused(`There is no type '${type}'`)
  return fields
}

function domainFields(domain: Struct): Field[] {
  const all = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
    { name: 'salt', type: 'bytes32' },
  ]
  return all.filter(({ name }) => domain[name] !== undefined)
}

function bigIntOf(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^(-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)) return BigInt(value)
  throw refused('A number is needed')
}

function bytesOf(value: unknown): Uint8Array {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value)) throw refused('Bytes as hex are needed')
  return hexToBytes(value.slice(2))
}

function word(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0'))
}

function refused(message: string): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', message)
}
