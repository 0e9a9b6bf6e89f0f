import { type Address, isAddress } from '@solana/kit'
import { invalidParams } from './rpcError.js'

/** How far a transaction has come. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** The parameters of a method, as they came. */
export type Params = readonly unknown[]

/** The settings that many methods take as their last parameter. */
export type Options = { readonly [name: string]: unknown }

/** Reads an address; the message names what is wrong with it. */
export function addressParam(value: unknown): Address {
  if (typeof value === 'string' && isAddress(value)) return value
  throw invalidParams(
    `Invalid param: ${typeof value === 'string' ? 'not a base58 public key' : 'an address is needed'}`,
  )
}

/** Reads the settings; absent ones are empty. */
export function optionsParam(value: unknown): Options {
  if (value === undefined || value === null) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Options
  throw invalidParams('Invalid params: the settings are not an object')
}

/** Reads the commitment of a read; `finalized` unless it is named, as on every node. */
export function commitmentParam(options: Options): Commitment {
  const { commitment = 'finalized' } = options
  if (commitment === 'processed' || commitment === 'confirmed' || commitment === 'finalized') return commitment
  throw invalidParams(`Invalid params: unknown commitment ${JSON.stringify(commitment)}`)
}

/** Reads a text parameter. */
export function textParam(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  throw invalidParams(`Invalid params: ${name} is not a text`)
}

/** Reads a whole number from zero up. */
export function countParam(value: unknown, name: string): number {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value)
  throw invalidParams(`Invalid params: ${name} is not a whole number`)
}

/** Reads a list of texts of limited length. */
export function listParam(value: unknown, name: string, most: number): readonly string[] {
  const good = Array.isArray(value) && value.every((item) => typeof item === 'string')
  if (!good) throw invalidParams(`Invalid params: ${name} is not a list of texts`)
  if (value.length > most) throw invalidParams(`Too many inputs provided; max ${most}`)
  return value
}
