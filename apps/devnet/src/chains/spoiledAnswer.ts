import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultMode } from './faultMode.js'

/** The response; `drip` is sent byte by byte. */
export type SpoiledAnswer = {
  status: number
  headers: { [name: string]: string }
  body: string
  drip?: boolean
}

type Call = { id?: unknown; method?: unknown }

/** The size of the answer of mode `huge`, in bytes. */
export const hugeAnswerSize = 50 * 1024 * 1024

const json = { 'content-type': 'application/json' }

/** The calls of a request text: one, a batch, or none when it is not JSON-RPC. */
export function callsOf(text: string): readonly Call[] {
  try {
    const request = JSON.parse(text) as unknown
    return (Array.isArray(request) ? request : [request]).filter((call) => typeof call === 'object' && call !== null)
  } catch {
    return []
  }
}

/**
 * Answers a request in the way of a mode.
 *
 * @param forward - Asks the real node.
 * @returns The answer, or undefined when there never is one.
 */
export async function spoiledAnswer(
  mode: FaultMode,
  request: string,
  forward: () => Promise<SpoiledAnswer>,
): Promise<SpoiledAnswer | undefined> {
  if (mode === 'hang' || mode === 'down') return undefined
  if (mode === 'ok') return forward()
  if (mode === 'html') {
    const body = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>'
    return { status: 200, headers: { 'content-type': 'text/html' }, body }
  }
  if (mode === 'garbage') return { status: 200, headers: json, body: '{"jsonrpc":"2.0","id":1,"result":"0x7a' }
  if (mode === 'idSwapped') return reshape(await forward(), swapIds)
  if (mode === 'bothResultAndError') {
    const error = { code: -32000, message: 'both' }
    return reshape(await forward(), (answers) => answers.map((answer) => ({ result: '0x1', ...answer, error })))
  }
  if (mode === 'huge') {
    const [call] = callsOf(request)
    const [head, tail] = [`{"jsonrpc":"2.0","id":${JSON.stringify(call?.id ?? null)},"result":"0x`, '"}']
    const filling = 'f'.repeat(hugeAnswerSize - head.length - tail.length)
    return { status: 200, headers: json, body: head + filling + tail }
  }
  if (mode === 'drip') return { ...(await forward()), drip: true }
  if ('slow' in mode) {
    await sleep(mode.slow)
    return forward()
  }
  if ('wrongChain' in mode)
    return reshape(await forward(), (answers) => lieAboutChain(answers, request, mode.wrongChain))
  const error = { code: mode.status === 429 ? -32005 : -32603, message: `HTTP ${mode.status}` }
  const calls = callsOf(request)
  const answers = calls.map((call) => ({ jsonrpc: '2.0', id: call.id ?? null, error }))
  const headers = { ...json, 'retry-after': String(mode.retryAfter ?? 1) }
  return { status: mode.status, headers, body: JSON.stringify(answers.length === 1 ? answers[0] : answers) }
}

type Answer = { [key: string]: unknown }

function reshape(answer: SpoiledAnswer, change: (answers: readonly Answer[]) => readonly Answer[]): SpoiledAnswer {
  const body = JSON.parse(answer.body) as Answer | Answer[]
  const changed = Array.isArray(body) ? change(body) : change([body])[0]
  return { ...answer, body: JSON.stringify(changed) }
}

function swapIds(answers: readonly Answer[]): readonly Answer[] {
  if (answers.length > 1) return answers.map((answer, index) => ({ ...answer, id: answers.at(index - 1)?.id }))
  return answers.map((answer) => ({ ...answer, id: typeof answer.id === 'number' ? answer.id + 1 : `${answer.id}x` }))
}

function lieAboutChain(answers: readonly Answer[], request: string, chainId: number): readonly Answer[] {
  const methods = new Map(callsOf(request).map((call) => [call.id, call.method]))
  return answers.map((answer) => {
    const method = methods.get(answer.id)
    if (method === 'eth_chainId') return { ...answer, result: `0x${chainId.toString(16)}` }
    return method === 'net_version' ? { ...answer, result: String(chainId) } : answer
  })
}
