import { type ErrorCode, LatchkeyError } from '@latchkey/protocol/errors'
import type { FrameChain } from '../contracts.js'

/** What is remembered of calls that were sent together. */
export type Bundle = {
  readonly chain: FrameChain
  readonly count: number
  hashes: readonly string[]
  isOver?: boolean
}

/** A refusal with a number of EIP-5792. */
export function bundleFault(rpcCode: number, code: ErrorCode, message: string): LatchkeyError {
  return new LatchkeyError(code, message, { rpcCode })
}
