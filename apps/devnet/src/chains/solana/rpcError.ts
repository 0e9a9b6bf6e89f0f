/** The codes that this node answers with. @see https://www.jsonrpc.org/specification#error_object and the nodes of Solana */
export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  preflightFailure: -32002,
  signatureVerification: -32003,
  unsupportedVersion: -32015,
  minContextSlot: -32016,
} as const

/** An error response of a method. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Reports that a parameter is not what the method takes. */
export function invalidParams(message: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, message)
}
