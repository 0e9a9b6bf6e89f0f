import type { ChainId } from '@latchkey/protocol/caip'
import { type ErrorCode, LatchkeyError } from '@latchkey/protocol/errors'
import { rpcBatchSize } from '@latchkey/protocol/internal/limits'
import type { RawData, WebSocket } from 'ws'
import { parseJson } from '../platform/http/json.js'
import type { Log } from '../platform/log/log.js'
import { readAnswer } from '../platform/upstream/answer.js'
import { hideAddress } from '../platform/upstream/hideAddress.js'
import { type Call, type CallId, readCall } from './call.js'
import { checkLogRange } from './checkLogRange.js'
import { localResult, methodKind } from './methods.js'
import { errorTail, notAllowed, resultTail, wideRange, withId } from './responses.js'

const maxBuffered = 8 * 1024 * 1024
const maxWaiting = 1000
const pingEvery = 30_000
const tooManyOpen = errorTail(-32005, 'Too many requests are open')

/**
 * Carries JSON-RPC between a client and a node of its own until either closes. Calls outside the list are answered here;
 * unsolicited responses are dropped. A lost node closes the client with 1012, because its subscriptions are gone:
 * every client library opens a new socket then and subscribes again.
 *
 * @param options - The client, its chain, how to open the node's socket, what tells its newest block, what each message must pass,
 * what a batch asks besides its first call, and what counts the calls that are refused here.
 */
export function pipeSocket(options: {
  client: WebSocket
  chainId: ChainId
  /** Whether what is sent here would miss the chain's private endpoint. */
  isPrivate?: boolean
  upstream: () => Promise<WebSocket>
  head: () => Promise<bigint>
  admit: () => void
  charge: (calls: number) => void
  onRefused: (code: ErrorCode) => void
  log: Log
}): void {
  const { client, chainId, log } = options
  /** What the node has to answer: our own counting ids, which every node takes, and the client's id behind each. */
  const waiting = new Map<number, CallId>()
  let lastId = 0
  let measuring = 0
  const held: string[] = []
  let heldSize = 0
  let node: WebSocket | undefined
  let alive = true

  const sendToClient = (text: string) => {
    if (client.readyState !== client.OPEN) return
    client.send(text)
    if (client.bufferedAmount > maxBuffered) client.close(1013, 'Messages are not read fast enough')
  }
  const forward = (text: string) => {
    if (node === undefined) {
      held.push(text)
      heldSize += text.length
      if (heldSize > maxBuffered) client.close(1013, 'The node is not open yet')
    } else if (node.readyState === node.OPEN) {
      node.send(text)
      if (node.bufferedAmount > maxBuffered) client.close(1013, 'The node does not read fast enough')
    }
  }

  function refuse(id: CallId, code: ErrorCode, tail: string): void {
    options.onRefused(code)
    sendToClient(withId(id, tail))
  }

  /** Why a call is not for the node, or nothing. */
  function refusal({ method, params }: Call): [code: ErrorCode, tail: string] | undefined {
    const kind = methodKind(chainId, method)
    if (kind === undefined) return ['UNSUPPORTED_METHOD', notAllowed]
    if (kind !== 'socket' && chainId.startsWith('solana:'))
      return [
        'UNSUPPORTED_METHOD',
        errorTail(-32601, 'A socket of Solana takes subscriptions only. POST this to /v1/json-rpc.'),
      ]
    if (kind === 'write' && options.isPrivate)
      return [
        'UNSUPPORTED_METHOD',
        errorTail(-32601, 'A socket of this chain takes no transactions. POST them, so that swaps stay private.'),
      ]
    if (checkLogRange({ method, params }) === 'wide') return ['INVALID_PARAMS', wideRange]
    return kind !== 'local' && waiting.size >= maxWaiting ? ['RATE_LIMITED', tooManyOpen] : undefined
  }

  function take(value: unknown): void {
    const call = readCall(value)
    if ('problem' in call) {
      refuse(call.id, 'INVALID_REQUEST', errorTail(-32600, call.problem))
      return
    }
    const { id, method } = call
    const refused = refusal(call)
    if (refused !== undefined) refuse(id, ...refused)
    else if (methodKind(chainId, method) === 'local') sendToClient(withId(id, resultTail(localResult(method, chainId))))
    else if (checkLogRange(call) === 'open') void measure(call)
    else pass(call)
  }

  /** Passes a search of logs whose width depends on the newest block. */
  async function measure(call: Call): Promise<void> {
    if (measuring >= maxWaiting) return refuse(call.id, 'RATE_LIMITED', tooManyOpen)
    measuring++
    try {
      if (checkLogRange(call, await options.head()) === 'wide') refuse(call.id, 'INVALID_PARAMS', wideRange)
      else pass(call)
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      sendToClient(withId(call.id, errorTail(-32603, error.message, { code: error.code })))
    } finally {
      measuring--
    }
  }

  function pass({ id, method, params }: Call): void {
    waiting.set(++lastId, id)
    forward(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, ...(params === undefined ? {} : { params }) }))
  }

  function takeAll(text: string): void {
    const value = parseJson(text)
    const problem = !Array.isArray(value)
      ? undefined
      : value.length === 0
        ? 'The batch is empty'
        : value.length > rpcBatchSize
          ? `A batch may hold ${rpcBatchSize} requests`
          : undefined
    if (problem !== undefined) refuse(null, 'INVALID_REQUEST', errorTail(-32600, problem))
    else if (Array.isArray(value)) {
      options.charge(value.length - 1)
      // The answers come one by one: JSON-RPC leaves that open on a socket, and every client matches by id.
      for (const item of value) take(item)
    } else take(value)
  }

  client.on('message', (data: RawData, isBinary: boolean) => {
    // A client that keeps sending after the close frame is read until the socket closes.
    if (client.readyState !== client.OPEN) return
    if (isBinary) {
      client.close(1003, 'Messages must be text')
      return
    }
    try {
      options.admit()
      takeAll(String(data))
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      refuse(null, error.code, errorTail(error.code === 'RATE_LIMITED' ? -32005 : -32700, error.message))
    }
  })

  function answer(text: string, id: number): void {
    const asked = waiting.get(id)
    // `null` is an id too.
    if (asked === undefined) return
    waiting.delete(id)
    try {
      const { ok, tail } = readAnswer(text, id)
      sendToClient(withId(asked, ok || node === undefined ? tail : hideAddress(tail, new URL(node.url))))
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      sendToClient(withId(asked, errorTail(-32603, error.message, { code: error.code })))
    }
  }

  function listen(socket: WebSocket): void {
    node = socket
    socket.on('message', (data: RawData) => {
      const text = String(data)
      const kind = kindOf(text)
      if (kind === undefined) socket.terminate()
      else if (kind === 'notification') sendToClient(text)
      else answer(text, kind.id)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => client.close(1012, 'The node was lost'))
    for (const text of held.splice(0)) socket.send(text)
  }

  const timer = setInterval(() => {
    if (alive) client.ping()
    else client.terminate()
    alive = false
  }, pingEvery)
  client.on('pong', () => {
    alive = true
  })
  client.on('close', () => {
    clearInterval(timer)
    node?.terminate()
  })

  options.upstream().then(
    (socket) => {
      if (client.readyState === client.OPEN) listen(socket)
      else socket.terminate()
    },
    (error: unknown) => {
      log.warn({ chainId, reason: error instanceof LatchkeyError ? error.code : 'unknown' }, 'No node takes a socket')
      client.close(1012, 'No node of this chain can be reached now')
    },
  )
}

/** A response to one of our ids, a notification, or nothing when the text is neither. */
function kindOf(text: string): { id: number } | 'notification' | undefined {
  try {
    const value = JSON.parse(text) as { id?: unknown; method?: unknown } | null
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    if (value.id === undefined && typeof value.method === 'string') return 'notification'
    return { id: typeof value.id === 'number' ? value.id : -1 }
  } catch {
    return undefined
  }
}
