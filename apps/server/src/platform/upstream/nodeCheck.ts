import type { NodeCall } from './answer.js'

/** How a node is asked which chain it is on, and what its answer says about that: nothing when it cannot be told. */
export type NodeCheck =
  | { call: NodeCall; isRight: (result: unknown) => boolean | undefined }
  | { path: string; isRight: (text: string) => boolean | undefined }
