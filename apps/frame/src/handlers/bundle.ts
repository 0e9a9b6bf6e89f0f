import { type ErrorCode, LatchkeyError } from '@latchkey/protocol/errors'
import type { FrameChain } from '../types.js'

/** The record of a bundle of calls. */
export type Bundle = {
  readonly chain: FrameChain
  readonly count: number
  /** Of all that were signed to be sent; nodes took the first `sent` of them. */
  hashes: readonly string[]
  sent: number
  isOver?: boolean
  /** Keeps from being sent what was not sent yet. */
  readonly stop: AbortController
  /** Called after each change. */
  readonly watchers: Set<() => void>
}

/** A refusal with a number of EIP-5792. */
export function bundleFault(rpcCode: number, code: ErrorCode, message: string): LatchkeyError {
  return new LatchkeyError(code, message, { rpcCode })
}
