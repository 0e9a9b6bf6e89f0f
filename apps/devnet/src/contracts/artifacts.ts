import type { Abi, Hex } from 'viem'
import json from './artifacts.json' with { type: 'json' }

/** A compiled contract. */
export type Artifact = { abi: Abi; bytecode: Hex; deployedBytecode: Hex }

/** The compiled contracts of `contracts/`, as `scripts/compile.ts` wrote them. */
export const artifacts = json as unknown as {
  readonly [name in
    | 'Collectible'
    | 'FarcasterIds'
    | 'FarcasterKeys'
    | 'Multicall3'
    | 'NameRegistry'
    | 'NameResolver'
    | 'Names'
    | 'PermitToken'
    | 'Stickers'
    | 'SwapFactory'
    | 'SwapFactoryV3'
    | 'SwapHolder'
    | 'SwapPair'
    | 'SwapPoolV3'
    | 'SwapQuoterV3'
    | 'SwapRegistry'
    | 'SwapRouter'
    | 'SwapRouterV3'
    | 'SwapSettler'
    | 'SwapThief'
    | 'Token'
    | 'UniversalResolver'
    | 'WrappedEther']: Artifact
}
