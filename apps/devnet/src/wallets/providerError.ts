/** An error as EIP-1193 wants it: a number and a sentence. @see https://eips.ethereum.org/EIPS/eip-1193#rpc-errors */
export class ProviderError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}
