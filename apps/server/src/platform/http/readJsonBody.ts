import type { core } from 'zod'
import { safeParse } from 'zod/mini'
import { parseBody } from './parseBody.js'
import { readBody } from './readBody.js'
import { Refusal } from './refusal.js'

/** The largest body, in characters, unless a call says otherwise: permissions may carry the interfaces of contracts. */
const longest = 32_768

/** Reads the body of a call as JSON, whatever type it says it is; refuses with the name of the first field at fault. */
export async function readJsonBody<schema extends core.$ZodType>(
  request: Request,
  schema: schema,
  options: { longest?: number } = {},
): Promise<core.output<schema>> {
  const most = options.longest ?? longest
  const text = await readBody(request)
  if (text.length > most) throw new Refusal(413, 'body', `The body is longer than ${most} characters`)
  return checkInput(parseBody(text), schema)
}

/** Checks a value that was read already, such as a query; refuses with the name of the first field at fault. */
export function checkInput<schema extends core.$ZodType>(value: unknown, schema: schema): core.output<schema> {
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
