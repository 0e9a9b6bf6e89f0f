import * as z from 'zod'
import type { Address } from '../swapPort.js'

/** An address as a service writes it, in any letters. */
export const addressForm = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase() as Address)

/** An amount: digits, or a number that is exact. */
export const amountForm = z
  .union([z.string().regex(/^\d{1,78}$/), z.int().nonnegative()])
  .transform((value) => BigInt(value))

/** Call data. */
export const dataForm = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2})*$/)
  .transform((text) => text as `0x${string}`)
