import type * as z from 'zod'
import { keysUnavailable } from './keyFault.js'

/** Returns what a key service answered, or says that it makes no sense. */
export function readKeyAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const result = schema.safeParse(answer)
  if (!result.success) throw keysUnavailable('an answer of another form')
  return result.data
}
