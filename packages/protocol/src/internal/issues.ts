import type * as z from 'zod/mini'

/** The faults of a value, by the names of the specification. */
export const issueKinds = [
  'invalid_type',
  'invalid_string',
  'invalid_literal',
  'invalid_enum_value',
  'invalid_union',
  'unrecognized_keys',
  'too_small',
  'too_big',
  'custom',
] as const
/** One thing that can be wrong with a value. */
export type IssueKind = (typeof issueKinds)[number]
/** One thing that is wrong with a value, and where: field names and places in lists joined by dots. */
export type Issue = { kind: IssueKind; path: string }

/**
 * Names what is wrong with a value that a schema refused.
 *
 * @param error - What the schema gave.
 * @returns The issues in the order in which they were found.
 * @see https://zod.dev/error-customization
 *
 * @example
 * import { issuesOf } from '@latchkey/protocol/internal/issues'
 * import * as z from 'zod/mini'
 * const { error } = z.safeParse(z.object({ otp: z.string() }), { otp: 1 })
 * if (error) console.log(issuesOf(error)) // [{ kind: 'invalid_type', path: 'otp' }]
 */
export function issuesOf(error: z.core.$ZodError): Issue[] {
  return error.issues.map((issue) => ({ kind: kindOf(issue), path: issue.path.map(String).join('.') }))
}

function kindOf(issue: z.core.$ZodIssue): IssueKind {
  switch (issue.code) {
    case 'invalid_format':
      return 'invalid_string'
    case 'invalid_value':
      return issue.values.length === 1 ? 'invalid_literal' : 'invalid_enum_value'
    case 'invalid_type':
    case 'invalid_union':
    case 'unrecognized_keys':
    case 'too_small':
    case 'too_big':
      return issue.code
    default:
      return 'custom'
  }
}
