import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import * as z from 'zod/mini'
import { type RecordName, type RecordOf, records } from './records.js'

/** The form of records that this code writes; it is raised when older code could not read them. */
export const recordVersion = 1

/** A record as it lies in the database: keys beside the rest, for no text can hold them. */
export type StoredRecord = { v: number; plain: string; keys: { readonly [field: string]: CryptoKey }; sum: string }

/**
 * Writes a record in the form in which it is stored.
 *
 * @param place - Where it will lie; a record that turns up elsewhere is not read.
 * @param value - The record.
 * @returns The stored form.
 */
export function packRecord<N extends RecordName>(place: string, value: RecordOf<N>): StoredRecord {
  const fields = Object.entries(value)
  const keys = Object.fromEntries(
    fields.flatMap(([field, each]) => (each instanceof CryptoKey ? [[field, each] as const] : [])),
  )
  const plain = JSON.stringify(Object.fromEntries(fields.filter(([, each]) => !(each instanceof CryptoKey))))
  return { v: recordVersion, plain, keys, sum: sumOf(place, plain) }
}

/**
 * Reads a record from the form in which it is stored.
 *
 * @param name - The kind of record.
 * @param place - Where it lies.
 * @param stored - What lies there.
 * @returns The record; undefined when it is absent, damaged, or written by newer code.
 */
export function unpackRecord<N extends RecordName>(name: N, place: string, stored: unknown): RecordOf<N> | undefined {
  const { v, plain, keys, sum } = (stored ?? {}) as Partial<StoredRecord>
  if (v !== recordVersion || typeof plain !== 'string' || sum !== sumOf(place, plain)) return undefined
  try {
    const result = z.safeParse(records[name], { ...(JSON.parse(plain) as object), ...keys })
    return result.success ? (result.data as RecordOf<N>) : undefined
  } catch {
    return undefined
  }
}

function sumOf(place: string, plain: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${place}\n${plain}`)))
}
