import type { ChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { rpcBatchSize } from '@latchkey/protocol/internal/limits'
import { parseJson } from '../platform/http/json.js'
import type { NodeAnswer, NodeCall } from '../platform/upstream/answer.js'
import type { Nodes } from '../platform/upstream/nodes.js'
import { readQuantity } from '../platform/upstream/readHex.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import { type Call, readCall } from './call.js'
import { checkLogRange } from './checkLogRange.js'
import { hashOfSent } from './hashOfSent.js'
import { localResult, methodKind } from './methods.js'
import { errorTail, notAllowed, resultTail, wideRange, withId } from './responses.js'

/**
 * Filters live in the memory of one node, so their id must lead back to it: two hexadecimal digits for the node's place in the
 * configured order are put in front of the node's own id. Every server with the same list of nodes understands it.
 */
const first = 0x10

/** Puts the place of a node in front of its filter id. */
function wrapFilterId(filterId: unknown, upstream: number): string | undefined {
  if (typeof filterId !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(filterId)) return undefined
  return `0x${(first + upstream).toString(16)}${filterId.slice(2)}`
}

/** Takes a wrapped filter id apart, or gives nothing when it is not ours. */
function unwrapFilterId(filterId: unknown): { upstream: number; filterId: string } | undefined {
  if (typeof filterId !== 'string' || !/^0x[0-9a-fA-F]{3,66}$/.test(filterId)) return undefined
  const upstream = Number.parseInt(filterId.slice(2, 4), 16) - first
  return upstream < 0 ? undefined : { upstream, filterId: `0x${filterId.slice(4)}` }
}

/** The response to a JSON-RPC request over HTTP. */
export type ProxyReply = { status: 200 | 400 | 413; body: string }

/** Answers JSON-RPC requests of one chain at a time. */
export type RpcProxy = {
  /**
   * Answers the text of a request; throws `UpstreamFault` when no node could. What a batch asks besides its first call must pass
   * `charge`, which throws.
   */
  answer(chainId: ChainId, text: string, charge?: (calls: number) => void): Promise<ProxyReply>
  /** Returns the number of the newest block; throws `UpstreamFault` when no node could. */
  readHead(chainId: ChainId): Promise<bigint>
}

/** After this time in milliseconds without a node at the newest head, the chain itself must have gone back. */
const headMemory = 30_000

/**
 * Creates the JSON-RPC proxy over the nodes of the configured chains.
 *
 * @param options - The nodes, and optionally the private sender of some transactions.
 * @returns The proxy.
 *
 * @example
 * import { createProxy } from './createProxy.js'
 * const proxy = createProxy({ nodes })
 * const { body } = await proxy.answer('eip155:1', '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}')
 */
export function createProxy({
  nodes,
  sendPrivately,
}: {
  nodes: Nodes
  sendPrivately?: (chainId: ChainId, call: NodeCall) => Promise<NodeAnswer | undefined>
}): RpcProxy {
  /** Reads on their way, by chain and then by call; dedupes in-flight requests. */
  const flying = new Map<ChainId, Map<string, Promise<NodeAnswer>>>()
  /** The newest block number told so far, of chains with several nodes: one that lags must not turn the clock back. */
  const heads = new Map<ChainId, { head: bigint; seen: number }>()
  const several = new Set(
    nodes
      .health()
      .filter((chain) => chain.nodes.length > 1)
      .map((chain) => chain.chainId),
  )

  function read(chainId: ChainId, call: NodeCall): Promise<NodeAnswer> {
    let reads = flying.get(chainId)
    if (reads === undefined) {
      reads = new Map()
      flying.set(chainId, reads)
    }
    const key = call.params === undefined ? call.method : call.method + JSON.stringify(call.params)
    const known = reads.get(key)
    if (known) return known
    const asked = reads
    const answer = (
      call.method === 'eth_blockNumber' && several.has(chainId) ? readHead(chainId, call) : nodes.read(chainId, call)
    ).finally(() => asked.delete(key))
    reads.set(key, answer)
    return answer
  }

  async function readHead(chainId: ChainId, call: NodeCall): Promise<NodeAnswer> {
    const isBehind = (head: bigint) => {
      const known = heads.get(chainId)
      return known !== undefined && head < known.head && performance.now() - known.seen < headMemory
    }
    let behind = false
    const accept = (answer: NodeAnswer) => {
      const head = answer.ok ? readQuantity(answer.result) : undefined
      if (head === undefined) return true
      if (isBehind(head)) behind = true
      else heads.set(chainId, { head, seen: performance.now() })
      return !isBehind(head)
    }
    try {
      return await nodes.read(chainId, call, { accept })
    } catch (error) {
      const known = heads.get(chainId)
      if (!behind || known === undefined) throw error
      const result = `0x${known.head.toString(16)}`
      return { ok: true, result, tail: resultTail(result) }
    }
  }

  async function write(chainId: ChainId, call: Call): Promise<string> {
    // Reads that are on their way may not know of this transaction; later callers must not get their answer.
    flying.delete(chainId)
    try {
      return ((await sendPrivately?.(chainId, call)) ?? (await nodes.write(chainId, call))).tail
    } catch (error) {
      if (!(error instanceof UpstreamFault) || !error.sent) throw error
      if (error.code === 'RATE_LIMITED')
        return errorTail(-32005, 'The node asks to wait before it takes a transaction.')
      const hash = hashOfSent(chainId, call.params)
      return errorTail(
        -32000,
        'No answer came: the transaction may have been sent. Look for its hash before you send again.',
        {
          code: error.code,
          result: 'unknown',
          ...(hash === undefined ? {} : { hash }),
        },
      )
    } finally {
      flying.delete(chainId)
    }
  }

  async function filter(chainId: ChainId, call: Call): Promise<string> {
    const answer = await nodes.read(chainId, call)
    if (!answer.ok) return answer.tail
    const id = wrapFilterId(answer.result, answer.upstream)
    return id === undefined ? errorTail(-32603, 'The node gave a filter id that cannot be used.') : resultTail(id)
  }

  async function pinned(chainId: ChainId, call: Call): Promise<string> {
    const ours = Array.isArray(call.params) ? unwrapFilterId(call.params[0]) : undefined
    if (ours === undefined) return errorTail(-32000, 'filter not found')
    try {
      return (await nodes.read(chainId, { method: call.method, params: [ours.filterId] }, { pin: ours.upstream })).tail
    } catch (error) {
      if (error instanceof UpstreamFault && error.code === 'NO_RPC_URL') return errorTail(-32000, 'filter not found')
      throw error
    }
  }

  /** Answers a call without a node if possible. */
  function early(chainId: ChainId, call: Call): string | undefined {
    const kind = methodKind(chainId, call.method)
    if (kind === undefined) return notAllowed
    if (kind === 'local') return resultTail(localResult(call.method, chainId))
    if (kind === 'socket') return errorTail(-32601, 'Subscriptions need a WebSocket')
    return checkLogRange(call) === 'wide' ? wideRange : undefined
  }

  async function newest(chainId: ChainId): Promise<bigint> {
    const answer = await read(chainId, { method: 'eth_blockNumber' })
    const head = answer.ok ? readQuantity(answer.result) : undefined
    if (head === undefined)
      throw new UpstreamFault('RPC_BAD_ANSWER', { sent: false, details: 'The newest block is not told' })
    return head
  }

  async function ask(chainId: ChainId, call: Call): Promise<string> {
    const kind = methodKind(chainId, call.method)
    if (checkLogRange(call) === 'open' && checkLogRange(call, await newest(chainId)) === 'wide') return wideRange
    if (kind === 'write') return write(chainId, call)
    if (kind === 'filter') return filter(chainId, call)
    if (kind === 'pinned') return pinned(chainId, call)
    return read(chainId, call).then(({ tail }) => tail)
  }

  async function single(chainId: ChainId, value: unknown): Promise<ProxyReply> {
    const call = readCall(value)
    if ('problem' in call) return { status: 200, body: withId(call.id, errorTail(-32600, call.problem)) }
    const tail = early(chainId, call) ?? (await ask(chainId, call))
    return { status: 200, body: withId(call.id, tail) }
  }

  async function batch(
    chainId: ChainId,
    values: readonly unknown[],
    charge?: (calls: number) => void,
  ): Promise<ProxyReply> {
    if (values.length === 0) return { status: 200, body: withId(null, errorTail(-32600, 'The batch is empty')) }
    if (values.length > rpcBatchSize) {
      return { status: 413, body: withId(null, errorTail(-32600, `A batch may hold ${rpcBatchSize} requests`)) }
    }
    charge?.(values.length - 1)
    const bodies: string[] = new Array(values.length)
    const reads: { at: number; call: Call }[] = []
    const alone: Promise<unknown>[] = []
    for (const [at, value] of values.entries()) {
      const call = readCall(value)
      if ('problem' in call) bodies[at] = withId(call.id, errorTail(-32600, call.problem))
      else {
        const tail = early(chainId, call)
        if (tail !== undefined) bodies[at] = withId(call.id, tail)
        else if (methodKind(chainId, call.method) === 'read' && checkLogRange(call) === 'fits') reads.push({ at, call })
        else {
          const settle = (text: string) => {
            bodies[at] = withId(call.id, text)
          }
          alone.push(ask(chainId, call).catch(faultTail).then(settle))
        }
      }
    }
    const together = async () => {
      const answers = await nodes
        .readBatch(
          chainId,
          reads.map(({ call }) => call),
        )
        .catch((error: unknown) => {
          // A transaction beside the reads may be sent already, and its hash must not get lost with them.
          if (alone.length === 0) throw error
          const tail = faultTail(error)
          return reads.map(() => ({ tail }))
        })
      for (const [index, { at, call }] of reads.entries()) {
        bodies[at] = withId(call.id, answers[index]?.tail ?? errorTail(-32603, 'The answer is missing'))
      }
    }
    await Promise.all([...(reads.length > 0 ? [together()] : []), ...alone])
    return { status: 200, body: `[${bodies.join(',')}]` }
  }

  return {
    async answer(chainId, text, charge) {
      let value: unknown
      try {
        value = parseJson(text)
      } catch (error) {
        if (!(error instanceof LatchkeyError)) throw error
        return { status: 400, body: withId(null, errorTail(-32700, error.message)) }
      }
      return Array.isArray(value) ? batch(chainId, value, charge) : single(chainId, value)
    },
    readHead: newest,
  }
}

function faultTail(error: unknown): string {
  if (!(error instanceof UpstreamFault)) throw error
  return errorTail(-32603, error.message, { code: error.code })
}
