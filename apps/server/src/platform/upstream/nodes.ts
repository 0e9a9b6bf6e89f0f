import type { ChainId } from '@latchkey/protocol/caip'
import { rpcTimeout } from '@latchkey/protocol/limits'
import type { Chain } from '../chains/chain.js'
import { type NodeAnswer, type NodeCall, readAnswer, readBatchAnswer } from './answer.js'
import { chainCheck } from './chainCheck.js'
import { createRestClient, type RestCall } from './createRestClient.js'
import { hideAddress } from './hideAddress.js'
import { createHttpClient, type HttpClient } from './httpClient.js'
import type { RestAnswer } from './restAnswer.js'
import { createUpstream, noteAnswer, noteFailure, rank, type Upstream } from './upstream.js'
import { UpstreamFault } from './upstreamFault.js'
import type { UpstreamReply } from './upstreamReply.js'

/** How a read is asked for. */
export type ReadOptions = {
  /** Refuses an answer, for example one of a node that lags behind; the next node is asked. */
  accept?: (answer: NodeAnswer) => boolean
  /** Asks only the node with this place in the configured order. */
  pin?: number
}

/** The nodes of all chains, behind one door: ranking, fail-over, time limit, strict answers. */
export type Nodes = {
  /** Asks one node after another until one answers; a revert is an answer. */
  read(chainId: ChainId, call: NodeCall, options?: ReadOptions): Promise<NodeAnswer & { upstream: number }>
  /** The same for several reads in one exchange; the answers come in the order of the calls, from one node. */
  readBatch(
    chainId: ChainId,
    calls: readonly NodeCall[],
    options?: { accept?: (answers: readonly NodeAnswer[]) => boolean },
  ): Promise<readonly NodeAnswer[]>
  /** Sends once to one node. Another node is asked only if nothing can have left this machine. */
  write(chainId: ChainId, call: NodeCall): Promise<NodeAnswer>
  /** Asks one REST node after another for a path, with a body for a question that needs one. */
  get(chainId: ChainId, path: string, body?: string): Promise<RestAnswer>
  /** Sends a body once to one REST node. Another node is asked only if nothing can have left this machine. */
  post(chainId: ChainId, path: string, body: string, type: string): Promise<RestAnswer>
  /** Asks every node for its chain id now. */
  check(): Promise<void>
  /** What is known of the nodes of each chain. */
  health(): readonly { chainId: ChainId; nodes: readonly Pick<Upstream, 'reachable' | 'wrongChain'>[] }[]
  close(): void
}

/** What the nodes tell about themselves: one line per exchange, without addresses or parameters. */
export type NodeObserver = (event: { chainId: ChainId; upstream: number; outcome: string; seconds: number }) => void

const checkEvery = 60_000
const checkTimeout = 5_000
const maxAttempts = 5
const retryDelay = 150
const chunk = 100

/**
 * Makes the one way to the nodes of the configured chains. It checks their chain ids at once and every 60 s, in the background.
 *
 * @param options - The chains, and optionally who is told about each exchange and how long a call may take in milliseconds.
 * @returns The nodes; `close` ends the checks and the connections.
 *
 * @example
 * import { createNodes } from './nodes.js'
 * const nodes = createNodes({ chains })
 * const answer = await nodes.read('eip155:1', { method: 'eth_blockNumber', params: [] })
 */
export function createNodes(options: {
  chains: readonly Chain[]
  observe?: NodeObserver
  timeout?: number
  background?: boolean
}): Nodes {
  const timeout = options.timeout ?? rpcTimeout
  const client: HttpClient = createHttpClient()
  const rest = createRestClient()
  const pools = new Map<ChainId, readonly Upstream[]>(
    options.chains.map((chain) => [chain.caip2, chain.rpc.map(createUpstream)]),
  )
  let lastId = 0

  function exchange<T>(
    chainId: ChainId,
    upstream: Upstream,
    body: string,
    read: (text: string) => T,
    how: { timeout: number; fresh?: boolean },
  ): Promise<T> {
    return noted(chainId, upstream, async () => read(usable(await client.post(upstream.url, body, how))))
  }

  async function noted<T>(chainId: ChainId, upstream: Upstream, work: () => Promise<T>): Promise<T> {
    const started = performance.now()
    try {
      const answer = await work()
      const latency = performance.now() - started
      noteAnswer(upstream, latency)
      options.observe?.({ chainId, upstream: upstream.index, outcome: 'ok', seconds: latency / 1000 })
      return answer
    } catch (error) {
      const fault =
        error instanceof UpstreamFault ? error : new UpstreamFault('RPC_BAD_ANSWER', { sent: true, cause: error })
      noteFailure(upstream, fault, Date.now())
      options.observe?.({
        chainId,
        upstream: upstream.index,
        outcome: fault.code,
        seconds: (performance.now() - started) / 1000,
      })
      throw fault
    }
  }

  function candidates(chainId: ChainId, pin?: number): readonly Upstream[] {
    const pool = pools.get(chainId) ?? []
    const now = Date.now()
    const ranked = rank(pin === undefined ? pool : pool.filter((one) => one.index === pin), now).slice(0, maxAttempts)
    if (ranked.length > 0) return ranked
    const waits = pool.filter((one) => !one.wrongChain && one.waitUntil > now).map((one) => one.waitUntil - now)
    if (waits.length > 0) throw new UpstreamFault('RATE_LIMITED', { sent: false, retryAfter: Math.min(...waits) })
    throw new UpstreamFault('NO_RPC_URL', { sent: false })
  }

  async function untilAnswered<T>(
    chainId: ChainId,
    pin: number | undefined,
    ask: (upstream: Upstream, timeout: number) => Promise<T>,
    accept?: (answer: T) => boolean,
  ): Promise<T> {
    const deadline = performance.now() + timeout
    const ranked = candidates(chainId, pin)
    const attempts = ranked.length === 1 ? [...ranked, ...ranked] : ranked
    let fault: UpstreamFault | undefined
    for (const [at, upstream] of attempts.entries()) {
      const left = deadline - performance.now()
      if (left <= 0) break
      if (at > 0 && upstream === attempts[at - 1]) {
        if (upstream.waitUntil > Date.now()) break
        await new Promise((resolve) => setTimeout(resolve, Math.min(retryDelay, left)))
      }
      try {
        // A node that hangs must leave time for the others; a single one may use all of it.
        const answer = await ask(upstream, ranked.length === 1 ? left : Math.max(left / (attempts.length - at), 1))
        if (accept === undefined || accept(answer)) return answer
        fault = new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'The node lags behind.' })
      } catch (error) {
        if (!(error instanceof UpstreamFault)) throw error
        fault = error
      }
    }
    throw fault ?? new UpstreamFault('RPC_TIMEOUT', { sent: true })
  }

  async function read(chainId: ChainId, call: NodeCall, how: ReadOptions = {}) {
    const ask = async (upstream: Upstream, left: number) => {
      const id = ++lastId
      const answer = await exchange(
        chainId,
        upstream,
        encode(id, call),
        (text) => scrub(refuseBusy(readAnswer(text, id)), upstream),
        { timeout: left },
      )
      return { ...answer, upstream: upstream.index }
    }
    return untilAnswered(chainId, how.pin, ask, how.accept)
  }

  async function readChunk(
    chainId: ChainId,
    calls: readonly NodeCall[],
    accept?: (answers: readonly NodeAnswer[]) => boolean,
  ): Promise<readonly NodeAnswer[]> {
    const ask = (upstream: Upstream, left: number) => {
      const first = lastId + 1
      lastId += calls.length
      const body = `[${calls.map((call, at) => encode(first + at, call)).join(',')}]`
      const take = (text: string) => {
        const answers = readBatchAnswer(text, first, calls.length)
        if (!isRefusedWhole(answers)) return answers.map((answer) => scrub(answer, upstream))
        const refused = scrub(refuseBusy(answers), upstream)
        return calls.map(() => refused)
      }
      return exchange(chainId, upstream, body, take, { timeout: left })
    }
    return untilAnswered(chainId, undefined, ask, accept)
  }

  async function readBatch(
    chainId: ChainId,
    calls: readonly NodeCall[],
    how: { accept?: (answers: readonly NodeAnswer[]) => boolean } = {},
  ): Promise<readonly NodeAnswer[]> {
    if (calls.length <= chunk) return readChunk(chainId, calls, how.accept)
    const chunks: (readonly NodeCall[])[] = []
    for (let at = 0; at < calls.length; at += chunk) chunks.push(calls.slice(at, at + chunk))
    return (await Promise.all(chunks.map((part) => readChunk(chainId, part)))).flat()
  }

  async function once<T>(
    chainId: ChainId,
    send: (upstream: Upstream, how: { timeout: number; fresh: boolean }) => Promise<T>,
  ): Promise<T> {
    const deadline = performance.now() + timeout
    let fault: UpstreamFault | undefined
    for (const upstream of candidates(chainId)) {
      try {
        // A connection of its own: a kept one that breaks would leave in doubt whether the node has the transaction.
        return await send(upstream, { timeout: Math.max(deadline - performance.now(), 1), fresh: true })
      } catch (error) {
        if (!(error instanceof UpstreamFault) || error.sent) throw error
        fault = error
      }
    }
    throw fault ?? new UpstreamFault('NO_RPC_URL', { sent: false })
  }

  function write(chainId: ChainId, call: NodeCall): Promise<NodeAnswer> {
    return once(chainId, (upstream, how) => {
      const id = ++lastId
      return exchange(chainId, upstream, encode(id, call), (text) => scrub(readAnswer(text, id), upstream), how)
    })
  }

  async function askRest(
    chainId: ChainId,
    upstream: Upstream,
    call: RestCall,
    how: { timeout: number; fresh: boolean },
  ) {
    const answer = await noted(chainId, upstream, () => rest.send(upstream.url, call, how))
    return answer.status < 400 ? answer : { ...answer, text: hideAddress(answer.text, upstream.url) }
  }

  function get(chainId: ChainId, path: string, body?: string): Promise<RestAnswer> {
    const call = body === undefined ? { path } : { path, body }
    return untilAnswered(chainId, undefined, (upstream, left) =>
      askRest(chainId, upstream, call, { timeout: left, fresh: false }),
    )
  }

  function post(chainId: ChainId, path: string, body: string, type: string): Promise<RestAnswer> {
    return once(chainId, (upstream, how) => askRest(chainId, upstream, { path, body, type }, how))
  }

  async function checkOne(chainId: ChainId, upstream: Upstream): Promise<void> {
    if (upstream.waitUntil > Date.now()) return
    const asked = chainCheck(chainId)
    const how = { timeout: Math.min(checkTimeout, timeout) }
    try {
      let right: boolean | undefined
      if ('path' in asked) {
        const { status, text } = await askRest(chainId, upstream, { path: asked.path }, { ...how, fresh: false })
        if (status === 200) right = asked.isRight(text)
      } else {
        const id = ++lastId
        const answer = await exchange(chainId, upstream, encode(id, asked.call), (text) => readAnswer(text, id), how)
        if (answer.ok) right = asked.isRight(answer.result)
      }
      if (right !== undefined) upstream.wrongChain = !right
    } catch (error) {
      // The failure is on record already; the node stays in the list.
      if (!(error instanceof UpstreamFault)) throw error
    }
  }

  async function check(): Promise<void> {
    await Promise.all([...pools].flatMap(([chainId, pool]) => pool.map((one) => checkOne(chainId, one))))
  }

  const timer = options.background === false ? undefined : setInterval(() => void check(), checkEvery)
  timer?.unref()
  if (timer) void check()

  return {
    read,
    readBatch,
    write,
    get,
    post,
    check,
    health: () =>
      [...pools].map(([chainId, pool]) => ({
        chainId,
        nodes: pool.map(({ reachable, wrongChain }) => ({ reachable, wrongChain })),
      })),
    close() {
      clearInterval(timer)
      client.close()
      rest.close()
    },
  }
}

function encode(id: number, { method, params }: NodeCall): string {
  return params === undefined
    ? `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}}`
    : `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`
}

function usable(reply: UpstreamReply): string {
  if (reply.status === 200 || reply.status === 400) return reply.text
  const wait = reply.retryAfter === undefined ? {} : { retryAfter: reply.retryAfter }
  if (reply.status === 429) throw new UpstreamFault('RATE_LIMITED', { sent: true, ...wait })
  throw new UpstreamFault('RPC_UNREACHABLE', { sent: true, details: `HTTP status ${reply.status}`, ...wait })
}

const busy =
  /rate.?limit|too many requests|limit exceeded|quota|capacity|overload|try again|temporar|header not found|unavailable|timed? ?out/i

/** Some nodes say "not now" in a JSON-RPC error; a revert or a bad parameter is an answer and stays one. */
function refuseBusy<T extends NodeAnswer>(answer: T): T {
  if (answer.ok) return answer
  const { code, message } = answer.error
  const serverError = code <= -32000 && code >= -32099
  if (code === -32005 || code === 429 || (serverError && !/revert/i.test(message) && busy.test(message))) {
    throw new UpstreamFault('RATE_LIMITED', { sent: true, details: message.slice(0, 200) })
  }
  return answer
}

/** Error texts of some nodes carry their own address, key included. */
function scrub<T extends NodeAnswer>(answer: T, upstream: Upstream): T {
  if (answer.ok) return answer
  const tail = hideAddress(answer.tail, upstream.url)
  return tail === answer.tail ? answer : { ...answer, ...(JSON.parse(`{${tail}`) as object), tail }
}

function isRefusedWhole(answers: readonly NodeAnswer[] | NodeAnswer): answers is NodeAnswer {
  return !Array.isArray(answers)
}
