import type { NodeCall } from './answer.js'

/** The request for a node's chain, and the check of its response: undefined when inconclusive. */
export type NodeCheck =
  | { call: NodeCall; isRight: (result: unknown) => boolean | undefined }
  | { path: string; isRight: (text: string) => boolean | undefined }
