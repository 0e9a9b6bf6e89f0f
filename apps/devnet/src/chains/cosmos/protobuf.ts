/** A field of a message: a number for type 0, bytes for type 2. */
export type ProtoField = bigint | Uint8Array

/** Thrown for bytes that are no message. */
export class ProtoError extends Error {
  override readonly name = 'ProtoError'
}

/**
 * Reads the fields of a message by their numbers, in the order they came in.
 *
 * @param known - The fields that the message may have; another one is refused, as its signer meant something by it.
 * @throws ProtoError when it cannot be read.
 * @see https://protobuf.dev/programming-guides/encoding/
 */
export function readProto(bytes: Uint8Array, known: readonly number[]): ReadonlyMap<number, readonly ProtoField[]> {
  const fields = new Map<number, ProtoField[]>()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined) throw new ProtoError('The message ends too early')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new ProtoError('A number is too long')
  }
  while (at < bytes.length) {
    const tag = varint()
    const number = Number(tag >> 3n)
    if (!known.includes(number)) throw new ProtoError(`The field ${number} is not known here`)
    fields.set(number, [...(fields.get(number) ?? []), read(Number(tag & 7n))])
  }
  return fields

  function read(type: number): ProtoField {
    if (type === 0) return varint()
    if (type !== 2) throw new ProtoError(`Fields of the type ${type} are not known here`)
    const length = Number(varint())
    if (at + length > bytes.length) throw new ProtoError('The message ends too early')
    at += length
    return bytes.slice(at - length, at)
  }
}

type Fields = ReadonlyMap<number, readonly ProtoField[]>

/** The bytes of a field; none when it is absent. */
export function bytesField(fields: Fields, number: number): Uint8Array {
  const value = fields.get(number)?.at(-1) ?? new Uint8Array()
  if (typeof value === 'bigint') throw new ProtoError(`The field ${number} is not bytes`)
  return value
}

/** All bytes of a field that may come more than once. */
export function listField(fields: Fields, number: number): readonly Uint8Array[] {
  return (fields.get(number) ?? []).map((value) => {
    if (typeof value === 'bigint') throw new ProtoError(`The field ${number} is not bytes`)
    return value
  })
}

/** The text of a field; empty when it is absent. */
export function textField(fields: Fields, number: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesField(fields, number))
  } catch (cause) {
    if (cause instanceof ProtoError) throw cause
    throw new ProtoError(`The field ${number} is not text`)
  }
}

/** The number of a field; 0 when it is absent. */
export function numberField(fields: Fields, number: number): bigint {
  const value = fields.get(number)?.at(-1) ?? 0n
  if (typeof value !== 'bigint') throw new ProtoError(`The field ${number} is not a number`)
  return value
}

/** A message of fields in the order given: numbers that are 0 and bytes that are empty are left out. */
export function writeProto(fields: readonly (readonly [number, bigint | Uint8Array])[]): Uint8Array {
  const out: number[] = []
  const varint = (value: bigint) => {
    let left = value
    while (left > 0x7fn) {
      out.push(Number(left & 0x7fn) | 0x80)
      left >>= 7n
    }
    out.push(Number(left))
  }
  for (const [number, value] of fields) {
    if (typeof value === 'bigint') {
      if (value === 0n) continue
      varint(BigInt(number << 3))
      varint(value)
    } else if (value.length > 0) {
      varint(BigInt((number << 3) | 2))
      varint(BigInt(value.length))
      for (const byte of value) out.push(byte)
    }
  }
  return Uint8Array.from(out)
}
