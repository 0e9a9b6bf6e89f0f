import { type ErrorCode, LatchkeyError } from '@latchkey/protocol/errors'

/** An error object as a Solana node answers it. */
export type NodeError = { readonly code: number; readonly message: string; readonly data?: unknown }

type Meaning = readonly [ErrorCode, string]

const insufficient: Meaning = [
  'INSUFFICIENT_FUNDS',
  'The account does not hold enough SOL for the amount and the network fee.',
]
const expired: Meaning = ['TRANSACTION_EXPIRED', 'The transaction was not sent in time and has expired.']
const overloaded: Meaning = ['RATE_LIMITED', 'Too many requests. Wait a moment and try again.']
const behind: Meaning = ['RPC_UNREACHABLE', 'The node is behind the network. Try again in a moment.']
const refused: Meaning = ['EXECUTION_REVERTED', 'The program refused this transaction.']

/** What is meant by the numbers of a Solana node, which are not those of an EVM node. @see https://solana.com/docs/rpc */
const numbers: { readonly [code in number]?: Meaning } = {
  429: overloaded,
  [-32003]: ['INVALID_PARAMS', 'A signature of the transaction is missing or wrong.'],
  [-32004]: behind,
  [-32005]: behind,
  [-32013]: ['INVALID_PARAMS', 'A signature of the transaction is missing or wrong.'],
  [-32014]: behind,
  [-32015]: ['INVALID_PARAMS', 'The node does not know this version of transactions.'],
  [-32016]: behind,
  [-32600]: ['INVALID_REQUEST', 'The request was not a valid JSON-RPC request.'],
  [-32601]: ['UNSUPPORTED_METHOD', 'The node does not offer this method.'],
  [-32602]: ['INVALID_PARAMS', 'The parameters of the request are not valid.'],
}

const named: { readonly [error in string]?: Meaning } = {
  AccountNotFound: insufficient,
  InsufficientFundsForFee: insufficient,
  InsufficientFundsForRent: [
    'INSUFFICIENT_FUNDS',
    'An account would be left with less SOL than the network demands for keeping it (rent).',
  ],
  BlockhashNotFound: expired,
  AlreadyProcessed: ['NONCE_TOO_LOW', 'This transaction was already sent.'],
  SignatureFailure: ['INVALID_PARAMS', 'A signature of the transaction is missing or wrong.'],
}

/**
 * Turns an error of a Solana node into a coded one; its reason stands in the transaction's error and in its logs, not in the number.
 *
 * @param error - The error object of the answer.
 * @returns The coded error with the node's object as its cause.
 */
export function toSolanaError(error: NodeError): LatchkeyError {
  const [code, message] = meaningOf(error)
  const reason = logsOf(error).findLast((line) => /error|insufficient|failed/i.test(line))
  const details = reason ? `${error.message} ${reason}` : error.message
  return new LatchkeyError(code, message, { cause: error, details, rpcCode: error.code })
}

/** The meaning of a transaction's error as blocks, simulations and preflights hold it. */
export function toTransactionError(error: unknown, logs: readonly string[] = []): LatchkeyError {
  const [code, message] = meaningOfTransaction(error, logs.join('\n')) ?? refused
  return new LatchkeyError(code, message, {
    cause: error,
    details: [JSON.stringify(error), ...logs.slice(-2)].join(' '),
  })
}

function meaningOf(error: NodeError): Meaning {
  const inner = isObject(error.data) ? error.data.err : undefined
  const told = meaningOfTransaction(inner, [error.message, ...logsOf(error)].join('\n'))
  if (told) return told
  if (error.code === -32002) return refused
  return numbers[error.code] ?? ['RPC_ERROR', error.message || 'The node answered with an error.']
}

function meaningOfTransaction(error: unknown, text: string): Meaning | undefined {
  const name = typeof error === 'string' ? error : isObject(error) ? Object.keys(error)[0] : undefined
  const told = name === undefined ? undefined : named[name]
  if (told) return told
  if (/insufficient (lamports|funds)|no record of a prior credit/i.test(text)) return insufficient
  if (/blockhash not found/i.test(text)) return expired
  if (/too many requests|rate limit/i.test(text)) return overloaded
  return name === undefined ? undefined : refused
}

function logsOf({ data }: NodeError): readonly string[] {
  const logs = isObject(data) ? data.logs : undefined
  return Array.isArray(logs) ? logs.filter((line) => typeof line === 'string').slice(-20) : []
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null
}
