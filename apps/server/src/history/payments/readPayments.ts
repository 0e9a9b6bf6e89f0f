import type { Movement } from '../entry.js'
import type { ReadBlock } from '../readBlocks.js'

/** The payments of contracts by transaction hash of a block. */
export type Payments = ReadonlyMap<string, readonly Movement[]>

/** A way to ask a node what contracts did in a block, and to read what it says. */
export type TraceWire = {
  readonly method: string
  params(block: ReadBlock): readonly unknown[]
  /** Returns the payments; throws where the answer is no trace of this block. */
  read(result: unknown, block: ReadBlock): Payments
}

type Fields = { readonly [name: string]: unknown }

/**
 * Payments in the coin of the chain that contracts make inside of a transaction; what was undone is none, and neither is code that runs
 * on behalf of its caller. What the transaction itself carries is left out: the block tells it.
 *
 * The first wire asks by the hash of the block, so it cannot tell of another one; the second says of each call which block holds it.
 *
 * @see https://geth.ethereum.org/docs/developers/evm-tracing/built-in-tracers#call-tracer
 * @see https://openethereum.github.io/JSONRPC-trace-module#trace_block
 */
export const traceWires: readonly TraceWire[] = [
  {
    method: 'debug_traceBlockByHash',
    params: ({ hash }) => [hash, { tracer: 'callTracer' }],
    read(result, { transactions }) {
      const traces = list(result)
      if (traces.length !== transactions.length) throw unreadable()
      const payments = transactions.map(({ hash }, index): [string, Movement[]] => {
        const { txHash = hash, result: top } = fields(traces[index])
        if (word(txHash) !== hash.toLowerCase()) throw unreadable()
        // A node that gives up on a transaction returns an error in its place.
        return [hash, top === undefined ? [] : readFrames(fields(top))]
      })
      return new Map(payments)
    },
  },
  {
    method: 'trace_block',
    params: ({ number }) => [`0x${number.toString(16)}`],
    read(result, { hash, transactions }) {
      const actions = new Map<string, Fields[]>(transactions.map((one) => [one.hash.toLowerCase(), []]))
      for (const action of list(result).map(fields)) {
        if (word(action.blockHash) !== hash.toLowerCase()) throw unreadable()
        // What the block itself pays to who made it belongs to no transaction.
        if (action.type === 'reward') continue
        const own = actions.get(word(action.transactionHash))
        if (!own) throw unreadable()
        own.push(action)
      }
      return new Map(transactions.map((one) => [one.hash, readActions(actions.get(one.hash.toLowerCase()) ?? [])]))
    },
  },
]

/** Calls that move what they carry; others run code on behalf of the caller, or carry nothing. */
const carriers: readonly unknown[] = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']

function readFrames(top: Fields): Movement[] {
  const movements: Movement[] = []
  // A stack of our own: a contract decides how deep calls go.
  const waiting = isUndone(top) ? [] : inner(top)
  for (let frame = waiting.pop(); frame !== undefined; frame = waiting.pop()) {
    if (isUndone(frame)) continue
    if (carriers.includes(frame.type)) add(movements, frame.from, frame.to, frame.value)
    waiting.push(...inner(frame))
  }
  return movements
}

/** The calls that a call made, last first. */
function inner({ calls }: Fields): Fields[] {
  return list(calls ?? [])
    .map(fields)
    .reverse()
}

function isUndone({ error }: Fields): boolean {
  return error !== undefined && error !== null
}

function readActions(actions: readonly Fields[]): Movement[] {
  if (!actions.some(({ traceAddress }) => list(traceAddress).length === 0)) throw unreadable()
  const undone = new Set<string>()
  const movements: Movement[] = []
  // A call stands before those that it makes.
  for (const one of actions) {
    const { type, action, result } = one
    const path = list(one.traceAddress)
    if (isUndone(one) || (path.length > 0 && undone.has(path.slice(0, -1).join()))) {
      undone.add(path.join())
      continue
    }
    if (path.length === 0) continue
    const { callType, from, to, value, address, refundAddress, balance } = fields(action)
    if (type === 'suicide') add(movements, address, refundAddress, balance)
    else if (type === 'create') add(movements, from, fields(result).address, value)
    else if (type === 'call' && callType === 'call') add(movements, from, to, value)
  }
  return movements
}

function add(movements: Movement[], from: unknown, to: unknown, value: unknown): void {
  if (value === undefined || value === null || value === '0x0') return
  const ends = { from: word(from), to: word(to) }
  const isReadable = typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)
  if (!isReadable || !/^0x[0-9a-f]{40} 0x[0-9a-f]{40}$/.test(`${ends.from} ${ends.to}`)) throw unreadable()
  const amount = BigInt(value)
  if (amount > 0n && ends.from !== ends.to) movements.push({ kind: 'native', ...ends, amount: amount.toString() })
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw unreadable()
  return value
}

function fields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw unreadable()
  return value as Fields
}

function word(value: unknown): string {
  if (typeof value !== 'string') throw unreadable()
  return value.toLowerCase()
}

const unreadable = () => new TypeError('The answer is no trace of this block')
