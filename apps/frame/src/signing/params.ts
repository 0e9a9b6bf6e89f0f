import { LatchkeyError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'

/** Reads the parameters of a method by its schema. @throws LatchkeyError INVALID_PARAMS, with the path to what is wrong. */
export function readBy<T extends { readonly [method: string]: z.ZodMiniType }, M extends keyof T & string>(
  schemas: T,
  method: M,
  params: unknown,
): z.infer<T[M]> {
  const read = z.safeParse(schemas[method] as T[M], params)
  if (read.success) return read.data
  const at = read.error.issues[0]?.path.join('.') ?? ''
  throw new LatchkeyError(
    'INVALID_PARAMS',
    `The parameters of ${method} are not valid${at === '' ? '' : ` at '${at}'`}`,
    {
      rpcCode: -32602,
    },
  )
}

/** Parameters that come as an object, from some clients within a list. */
export function oneOf<T extends z.ZodMiniType>(schema: T) {
  return z.pipe(
    z.transform((params: unknown) => (Array.isArray(params) ? (params[0] as unknown) : params)),
    schema as z.ZodMiniType<z.output<T>, unknown>,
  )
}
