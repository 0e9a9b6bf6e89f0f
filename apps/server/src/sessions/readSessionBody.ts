import type { core } from 'zod'
import { safeParse } from 'zod/mini'
import { parseBody } from '../platform/http/parseBody.js'
import { readBody } from '../platform/http/readBody.js'
import { Refusal } from '../platform/http/refusal.js'

/** The largest body, in characters: permissions may carry the interfaces of contracts. */
const longest = 32_768

/** Reads the body of a call as JSON, whatever type it says it is; refuses with the name of the first field at fault. */
export async function readSessionBody<schema extends core.$ZodType>(
  request: Request,
  schema: schema,
): Promise<core.output<schema>> {
  const text = await readBody(request)
  if (text.length > longest) throw new Refusal(413, 'body', `The body is longer than ${longest} characters`)
  const value = parseBody(text)
  const result = safeParse(schema, value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.map(String).join('.') || 'body'
  const isMissing = issue?.code === 'invalid_type' && issue.path.length === 1 && !has(value, field)
  throw new Refusal(
    400,
    field,
    isMissing ? `${field} is missing` : `${field}: ${issue?.message ?? 'has another shape'}`,
  )
}

function has(value: unknown, field: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
}
