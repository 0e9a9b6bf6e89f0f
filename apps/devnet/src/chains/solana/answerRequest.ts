import { accountMethods } from './methods/accountMethods.js'
import { clusterMethods } from './methods/clusterMethods.js'
import { historyMethods } from './methods/historyMethods.js'
import { sendMethods } from './methods/sendMethods.js'
import { tokenMethods } from './methods/tokenMethods.js'
import type { Method, Node } from './node.js'
import { RpcError, rpcCodes } from './rpcError.js'

const methods: { readonly [method: string]: Method } = {
  ...accountMethods,
  ...clusterMethods,
  ...historyMethods,
  ...sendMethods,
  ...tokenMethods,
}

type Answer = { readonly jsonrpc: '2.0'; readonly id: unknown } & (
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
)

/** Finds what answers a method; other ends of the node may know more of them. */
export type FindMethod = (method: string) => ((params: readonly unknown[]) => unknown) | undefined

/** The methods that every end of the node answers. */
export function nodeMethods(node: Node): FindMethod {
  return (name) => {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined
    return method && ((params) => method(node, params))
  }
}

/**
 * Answers the text of a JSON-RPC request, or of a list of them.
 *
 * @param find - Finds the methods.
 * @param text - What came.
 * @see https://www.jsonrpc.org/specification
 */
export function answerRequest(find: FindMethod, text: string): Answer | Answer[] {
  let request: unknown
  try {
    request = JSON.parse(text)
  } catch {
    return failure(null, new RpcError(rpcCodes.parse, 'Parse error'))
  }
  if (!Array.isArray(request)) return answerOne(find, request)
  return request.length === 0
    ? failure(null, new RpcError(rpcCodes.invalidRequest, 'Invalid request'))
    : request.map((one) => answerOne(find, one))
}

function answerOne(find: FindMethod, request: unknown): Answer {
  const { jsonrpc, id = null, method, params = [] } = (request ?? {}) as { [field: string]: unknown }
  if (jsonrpc !== '2.0' || typeof method !== 'string') {
    return failure(id, new RpcError(rpcCodes.invalidRequest, 'Invalid request'))
  }
  const run = find(method)
  if (run === undefined) return failure(id, new RpcError(rpcCodes.methodNotFound, 'Method not found'))
  if (!Array.isArray(params)) return failure(id, new RpcError(rpcCodes.invalidParams, 'Invalid params: not a list'))
  try {
    return { jsonrpc: '2.0', id, result: run(params) }
  } catch (error) {
    return failure(id, error)
  }
}

function failure(id: unknown, error: unknown): Answer {
  if (!(error instanceof RpcError)) {
    return { jsonrpc: '2.0', id, error: { code: rpcCodes.internal, message: `Internal error: ${String(error)}` } }
  }
  const { code, message, data } = error
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
}
