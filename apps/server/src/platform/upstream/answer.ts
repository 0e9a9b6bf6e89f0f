import { UpstreamFault } from './upstreamFault.js'

/** One call to a node, without an id: ids belong to the caller. */
export type NodeCall = { method: string; params?: unknown }

/**
 * What a node answered to one call. `tail` is the JSON after the id (`"result":…}` or `"error":…}`), kept as the node wrote
 * it where possible so that numbers beyond 2^53 survive.
 */
export type NodeAnswer = Untold & { tail: string }

type Untold = { ok: true; result: unknown } | { ok: false; error: { code: number; message: string; data?: unknown } }

/**
 * Checks the answer of a node to one call.
 *
 * @param text - The body of the answer.
 * @param id - The id that was sent.
 * @returns The answer.
 * @throws UpstreamFault RPC_BAD_ANSWER when it is no JSON-RPC 2.0 response to exactly this id.
 * @see https://www.jsonrpc.org/specification#response_object
 */
export function readAnswer(text: string, id: number): NodeAnswer {
  const { id: answered, body } = checkAnswer(parse(text))
  if (answered !== id) throw bad('The answer carries another id.')
  const prefix = `{"jsonrpc":"2.0","id":${id},"result":`
  // A second, perhaps escaped, `id` further on would override the id of the caller.
  const verbatim = body.ok && text.startsWith(prefix) && !text.includes('"id"', prefix.length) && !text.includes('\\u')
  return verbatim ? { ...body, tail: text.slice(prefix.length - '"result":'.length) } : withTail(body)
}

/**
 * Checks the answer of a node to a batch and puts the answers in the order of the calls.
 *
 * @param text - The body of the answer.
 * @param firstId - The id of the first call; the others count up from it.
 * @param length - How many calls were sent.
 * @returns One answer per call, or the single error with which the node refused the batch as a whole.
 * @throws UpstreamFault RPC_BAD_ANSWER when an answer is missing, doubled, foreign or malformed.
 */
export function readBatchAnswer(text: string, firstId: number, length: number): readonly NodeAnswer[] | NodeAnswer {
  const parsed = parse(text)
  if (!Array.isArray(parsed)) return withTail(checkAnswer(parsed).body)
  if (parsed.length !== length) throw bad('The batch has another length than the request.')
  const answers: NodeAnswer[] = new Array(length)
  let seen = 0
  for (const item of parsed) {
    const answer = checkAnswer(item)
    const at = typeof answer.id === 'number' ? answer.id - firstId : -1
    if (!(Number.isInteger(at) && at >= 0 && at < length)) throw bad('The batch has an unexpected response.')
    if (answers[at] === undefined) seen++
    answers[at] = withTail(answer.body)
  }
  if (seen !== length) throw bad('The batch lacks an answer.')
  return answers
}

function checkAnswer(value: unknown): { id: unknown; body: Untold } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad('The answer is no object.')
  const { id, result, error } = value as { id?: unknown; result?: unknown; error?: unknown }
  const hasResult = result !== undefined
  // Some nodes write `error: null` beside a result; that is no error.
  if (hasResult && error !== undefined && error !== null) throw bad('The answer has both a result and an error.')
  if (hasResult) return { id, body: { ok: true, result } }
  if (typeof error !== 'object' || error === null) throw bad('The answer has neither a result nor an error.')
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
  if (typeof code !== 'number' || typeof message !== 'string') throw bad('The error has no code or message.')
  return { id, body: { ok: false, error: { code, message, ...(data === undefined ? {} : { data }) } } }
}

function withTail(body: Untold): NodeAnswer {
  const tail = body.ok ? `"result":${stringify(body.result)}}` : `"error":${stringify(body.error)}}`
  return { ...body, tail }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch (cause) {
    throw bad('The answer is not valid JSON.', cause)
  }
}

function stringify(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw bad('The answer nests too deep.', cause)
  }
}

function bad(details: string, cause?: unknown): UpstreamFault {
  return new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details, cause })
}
