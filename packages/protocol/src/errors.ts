/**
 * The catalogue of error codes. A code is never reused and never changes its meaning; new ones are added at the end of
 * their group. `docs/errors.md` has a section for each. Two other lists exist: `walletRefusals` of the wallet API
 * (`internal/walletApi`), and `AlertCode`, which a developer reads (`core/config/alerts`).
 */
export const errorCodes = [
  // connection
  'CONNECTION_REJECTED',
  'CONNECTION_PENDING',
  'CONNECTION_FAILED',
  'CONNECTOR_NOT_FOUND',
  'WALLET_NOT_RESPONDING',
  'WALLET_BAD_ANSWER',
  'WALLET_DISCONNECTED',
  'NOT_CONNECTED',
  'DISCONNECT_FAILED',
  'MODAL_CLOSED',
  'MULTI_WALLET_DISABLED',
  'CHAINS_NOT_SUPPORTED',
  // network
  'CHAIN_NOT_FOUND',
  'CHAIN_NOT_ADDED',
  'CHAIN_MISMATCH',
  'CHAIN_SWITCH_REFUSED',
  'NO_RPC_URL',
  // wallet and node answers
  'USER_REJECTED',
  'UNAUTHORIZED',
  'UNSUPPORTED_METHOD',
  'INVALID_REQUEST',
  'INVALID_PARAMS',
  'RATE_LIMITED',
  'RPC_TIMEOUT',
  'RPC_UNREACHABLE',
  'RPC_BAD_ANSWER',
  'RPC_ERROR',
  'EXECUTION_REVERTED',
  'INSUFFICIENT_FUNDS',
  'NONCE_TOO_LOW',
  'NONCE_TOO_HIGH',
  'FEE_CAP_TOO_LOW',
  'GAS_TOO_LOW',
  'GAS_TOO_HIGH',
  'FEE_TOO_HIGH',
  'SENDING_UNSUPPORTED',
  'TRANSACTION_REPLACED',
  'TRANSACTION_DROPPED',
  'TRANSACTION_EXPIRED',
  'SIGN_IN_FAILED',
  'SIGN_IN_UNAVAILABLE',
  'SIGNATURE_INVALID',
  'CONTRACT_NOT_FOUND',
  // data api
  'API_UNREACHABLE',
  'API_BAD_ANSWER',
  'API_REFUSED',
  'BALANCE_UNAVAILABLE',
  'HISTORY_UNAVAILABLE',
  'SWAP_UNSUPPORTED',
  'SWAP_UNAVAILABLE',
  'SWAP_UNSAFE',
  // input
  'INVALID_ADDRESS',
  'INVALID_AMOUNT',
  'INVALID_CONFIG',
  'ABORTED',
  'UNKNOWN',
  // set-up
  'PROVIDER_MISSING',
  'PEER_MISSING',
] as const

/** One code of the catalogue. */
export type ErrorCode = (typeof errorCodes)[number]

/** Error codes by the code or message of a wallet or a node. */
export type RpcErrorCode =
  | 'CONNECTION_PENDING'
  | 'WALLET_DISCONNECTED'
  | 'CHAIN_NOT_ADDED'
  | 'CHAIN_SWITCH_REFUSED'
  | 'USER_REJECTED'
  | 'UNAUTHORIZED'
  | 'UNSUPPORTED_METHOD'
  | 'INVALID_REQUEST'
  | 'INVALID_PARAMS'
  | 'RATE_LIMITED'
  | 'RPC_ERROR'
  | 'EXECUTION_REVERTED'
  | 'INSUFFICIENT_FUNDS'
  | 'NONCE_TOO_LOW'
  | 'NONCE_TOO_HIGH'
  | 'FEE_CAP_TOO_LOW'
  | 'GAS_TOO_LOW'
  | 'GAS_TOO_HIGH'
  | 'ABORTED'
  | 'UNKNOWN'

/** The options of an error besides its code and message. */
export type LatchkeyErrorOptions = {
  /** The error or value that led to this one. */
  cause?: unknown
  /** The deepest technical text, for developers. */
  details?: string
  /** What the reader can do, one sentence each. */
  hints?: readonly string[]
  /** The number that the wallet or node gave (EIP-1193, EIP-1474, EIP-5792). */
  rpcCode?: number
}

/**
 * The one error class of Latchkey: a stable `code`, a message a person can read, and the cause beneath. Consoles print a link to
 * `docs` with it; the message of PROVIDER_MISSING and PEER_MISSING ends with that link too.
 *
 * @example
 * import { LatchkeyError } from '@latchkey/protocol/errors'
 * throw new LatchkeyError('CHAIN_NOT_FOUND', 'Network not found', { hints: ['Add it to `chains`.'] })
 */
export class LatchkeyError<code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'LatchkeyError'
  readonly code: code
  readonly details: string | undefined
  readonly hints: readonly string[]
  readonly rpcCode: number | undefined

  constructor(code: code, message: string, options: LatchkeyErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    // A visitor may read the message, so the link is where consoles look, and in the message of what only a developer can mend.
    const linked = `${message}\n\nDocs: ${this.docs}`
    if (this.stack?.includes(message)) this.stack = this.stack.replace(message, () => linked)
    if (code === 'PROVIDER_MISSING' || code === 'PEER_MISSING') this.message = linked
    this.details = options.details
    this.hints = options.hints ?? []
    this.rpcCode = options.rpcCode
  }

  /** The URL at which the code is explained. */
  get docs(): string {
    return `https://github.com/latchkey/latchkey/blob/main/docs/errors.md#${this.code.toLowerCase()}`
  }
}

/**
 * Returns whether a value is a Latchkey error, and of a given code if one is asked for; works across copies of the package.
 *
 * @param value - Anything that was thrown.
 * @param code - The code to look for.
 * @returns True when it is one.
 *
 * @example
 * import { isLatchkeyError } from '@latchkey/protocol/errors'
 * try {
 *   await fetch('https://api.example.com/health')
 * } catch (error) {
 *   if (!isLatchkeyError(error, 'USER_REJECTED')) throw error
 * }
 */
export function isLatchkeyError<code extends ErrorCode = ErrorCode>(
  value: unknown,
  code?: code,
): value is LatchkeyError<code> {
  if (!(value instanceof Error) || value.name !== 'LatchkeyError') return false
  return code === undefined || (value as LatchkeyError).code === code
}

type Meaning = { name: string; code: RpcErrorCode; message: string }

/** Numbers that wallets and nodes answer with, and what each means here. Sources: EIP-1193, EIP-1474, EIP-3326, EIP-5792, WalletConnect. */
export const rpcCodes: { readonly [code: number]: Meaning } = {
  4001: { name: 'userRejected', code: 'USER_REJECTED', message: 'The request was rejected in the wallet.' },
  4100: { name: 'unauthorized', code: 'UNAUTHORIZED', message: 'The wallet has not allowed this account or method.' },
  4200: { name: 'unsupportedMethod', code: 'UNSUPPORTED_METHOD', message: 'The wallet does not know this method.' },
  4900: { name: 'disconnected', code: 'WALLET_DISCONNECTED', message: 'The wallet is disconnected from all networks.' },
  4901: {
    name: 'chainDisconnected',
    code: 'WALLET_DISCONNECTED',
    message: 'The wallet is not connected to this network.',
  },
  4902: { name: 'unrecognizedChain', code: 'CHAIN_NOT_ADDED', message: 'The wallet does not know this network.' },
  5000: { name: 'userRejectedSession', code: 'USER_REJECTED', message: 'The request was rejected in the wallet.' },
  5700: {
    name: 'unsupportedCapability',
    code: 'UNSUPPORTED_METHOD',
    message: 'The wallet lacks a capability that was required.',
  },
  5710: {
    name: 'unsupportedChainId',
    code: 'CHAIN_SWITCH_REFUSED',
    message: 'The wallet does not support this network.',
  },
  5720: { name: 'duplicateId', code: 'INVALID_REQUEST', message: 'A bundle with this id was already sent.' },
  5730: { name: 'unknownBundleId', code: 'INVALID_REQUEST', message: 'The wallet does not know this bundle.' },
  5740: { name: 'bundleTooLarge', code: 'INVALID_REQUEST', message: 'The bundle is too large for the wallet.' },
  5750: {
    name: 'atomicReadyRejected',
    code: 'USER_REJECTED',
    message: 'The upgrade of the account was rejected in the wallet.',
  },
  5760: {
    name: 'atomicityNotSupported',
    code: 'UNSUPPORTED_METHOD',
    message: 'The wallet cannot run these calls as one.',
  },
  32603: {
    name: 'invalidChainId',
    code: 'CHAIN_SWITCH_REFUSED',
    message: 'The wallet does not accept this chain id.',
  },
  [-32700]: { name: 'parseError', code: 'INVALID_REQUEST', message: 'The request was not valid JSON.' },
  [-32600]: {
    name: 'invalidRequest',
    code: 'INVALID_REQUEST',
    message: 'The request was not a valid JSON-RPC request.',
  },
  [-32601]: {
    name: 'methodNotFound',
    code: 'UNSUPPORTED_METHOD',
    message: 'This method does not exist or is not available.',
  },
  [-32602]: { name: 'invalidParams', code: 'INVALID_PARAMS', message: 'The parameters of the request are not valid.' },
  [-32603]: { name: 'internalError', code: 'RPC_ERROR', message: 'The wallet or node failed inside.' },
  [-32000]: { name: 'invalidInput', code: 'RPC_ERROR', message: 'The node did not accept the request.' },
  [-32001]: { name: 'resourceNotFound', code: 'RPC_ERROR', message: 'The node does not have what was asked for.' },
  [-32002]: {
    name: 'resourceUnavailable',
    code: 'CONNECTION_PENDING',
    message: 'A request is already open in the wallet. Open it and answer there.',
  },
  [-32003]: { name: 'transactionRejected', code: 'RPC_ERROR', message: 'The node rejected the transaction.' },
  [-32004]: { name: 'methodNotSupported', code: 'UNSUPPORTED_METHOD', message: 'This method is not supported.' },
  [-32005]: { name: 'limitExceeded', code: 'RATE_LIMITED', message: 'Too many requests. Wait a moment and try again.' },
  [-32006]: {
    name: 'versionNotSupported',
    code: 'INVALID_REQUEST',
    message: 'This version of JSON-RPC is not supported.',
  },
}

const nodeErrors: readonly (readonly [RegExp, RpcErrorCode, string])[] = [
  [/execution reverted|revert/i, 'EXECUTION_REVERTED', 'The contract refused this transaction.'],
  [
    /nonce too low|already known|already imported/i,
    'NONCE_TOO_LOW',
    'This transaction, or one with the same number, was already sent.',
  ],
  [
    /nonce too high/i,
    'NONCE_TOO_HIGH',
    'An earlier transaction is missing. Wait for it, or reset the wallet’s transaction history.',
  ],
  [
    /insufficient funds|exceeds transaction sender account balance|insufficient balance/i,
    'INSUFFICIENT_FUNDS',
    'The account does not hold enough for the amount and the network fee.',
  ],
  [
    /max fee per gas|fee ?cap|less than block base fee/i,
    'FEE_CAP_TOO_LOW',
    'The fee is outside what the network accepts now.',
  ],
  [/intrinsic gas too low/i, 'GAS_TOO_LOW', 'The transaction was given too little gas.'],
  [
    /intrinsic gas too high|gas (limit )?(reached|too high)|exceeds block gas limit/i,
    'GAS_TOO_HIGH',
    'The transaction was given more gas than a block can hold.',
  ],
]

/**
 * Turns whatever a wallet or a node threw into one coded error; this is the only place where wire codes get their meaning.
 *
 * @param thrown - Anything that was thrown or answered: an EIP-1193 error, a JSON-RPC error object, a string, nothing at all.
 * @returns A coded error with the original as its cause.
 *
 * @example
 * import { fromRpcError } from '@latchkey/protocol/errors'
 * const error = fromRpcError({ code: 4001, message: 'User denied' })
 * error.code // 'USER_REJECTED'
 */
export function fromRpcError(thrown: unknown): LatchkeyError {
  try {
    return read(thrown)
  } catch {
    // A wallet may throw an object that throws again when it is looked at.
    return new LatchkeyError('UNKNOWN', 'An error occurred')
  }
}

function read(thrown: unknown): LatchkeyError {
  if (isLatchkeyError(thrown)) return thrown
  if (thrown instanceof Error && thrown.name === 'AbortError') {
    return new LatchkeyError('ABORTED', 'Request was aborted', { cause: thrown })
  }
  const layers = causes(thrown)
  // A provider of ours says EIP-1193's numbers outside and keeps what it means as the cause.
  const coded = layers.find((layer) => isLatchkeyError(layer))
  if (coded) return coded
  const details = textOf(layers[0])
  const all = layers.map(textOf).join('\n')
  const rpcCode = specificCode(layers)
  const known = rpcCode === undefined ? undefined : rpcCodes[rpcCode]
  const options = { cause: thrown, details, ...(rpcCode === undefined ? {} : { rpcCode }) }
  const rejected = /user (rejected|denied|cancel)|rejected by (the )?user/i.test(all)
  if (known?.code === 'USER_REJECTED' || rejected) {
    return new LatchkeyError('USER_REJECTED', known?.message ?? 'The request was rejected in the wallet.', options)
  }
  if (known === undefined || known.code === 'RPC_ERROR') {
    const node = nodeErrors.find(([pattern]) => pattern.test(all))
    if (node) return new LatchkeyError(node[1], node[2], options)
  }
  if (known) return new LatchkeyError(known.code, known.message, options)
  if (rpcCode !== undefined)
    return new LatchkeyError('RPC_ERROR', details || 'The wallet or node answered with an error.', options)
  return new LatchkeyError('UNKNOWN', details || 'An error occurred', options)
}

function causes(thrown: unknown): unknown[] {
  const found: unknown[] = []
  let layer = thrown
  while (layer !== undefined && layer !== null && found.length < 8) {
    found.push(layer)
    if (typeof layer !== 'object') break
    const holder = layer as { cause?: unknown; data?: { originalError?: unknown } }
    layer = holder.cause ?? holder.data?.originalError
  }
  return found
}

/** The outer number is often only "it failed inside" (-32603); what failed stands further in. */
function specificCode(layers: readonly unknown[]): number | undefined {
  const codes = layers.map(numberOf).filter((code) => code !== undefined)
  const known = codes.filter((code) => code in rpcCodes)
  return known.find((code) => rpcCodes[code]?.code !== 'RPC_ERROR') ?? known[0] ?? codes[0]
}

function numberOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { code } = value as { code?: unknown }
  if (typeof code === 'number' && Number.isInteger(code)) return code
  if (typeof code === 'string' && /^-?\d{1,6}$/.test(code)) return Number(code)
  return undefined
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, 1000)
  if (typeof value !== 'object' || value === null) return ''
  const { message, details } = value as { message?: unknown; details?: unknown }
  return [message, details]
    .filter((text) => typeof text === 'string')
    .join(' ')
    .slice(0, 1000)
}
