import { fromRpcError, isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'

/** Maps an error of a node or of viem to a coded one; the original is the cause. */
export function toReadError(cause: unknown): LatchkeyError {
  for (const layer of layersOf(cause)) {
    if (isLatchkeyError(layer)) return new LatchkeyError(layer.code, layer.message, { cause, hints: layer.hints })
    if (layer.name === 'TimeoutError')
      return new LatchkeyError('RPC_TIMEOUT', 'The network did not answer in time.', { cause })
    if (layer.name === 'HttpRequestError' && layer.status === 429)
      return new LatchkeyError('RATE_LIMITED', 'Too many requests. Wait a moment and try again.', { cause })
    if (layer.name === 'HttpRequestError' && !isLatchkeyError(layer.cause))
      return new LatchkeyError('RPC_UNREACHABLE', 'The network could not be reached.', { cause })
  }
  const error = fromRpcError(cause)
  if (error.code !== 'UNKNOWN') return error
  return new LatchkeyError('RPC_BAD_ANSWER', 'The network returned an unexpected response.', { cause })
}

function layersOf(cause: unknown): (Error & { status?: number })[] {
  const layers: (Error & { status?: number })[] = []
  for (let layer = cause; layer instanceof Error && layers.length < 8; layer = layer.cause) layers.push(layer)
  return layers
}
