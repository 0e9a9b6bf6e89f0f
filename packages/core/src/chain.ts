import { type ChainId, isNamespace, type Namespace, namespaces } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'

/** One chain that an app works with; plain data. */
export type Chain<chainId extends ChainId = ChainId> = {
  /** The number of an EVM chain, as viem has it; the CAIP-2 reference of others. */
  readonly id: ReferenceOf<chainId>
  readonly name: string
  readonly chainNamespace: NamespaceOf<chainId>
  readonly caipNetworkId: chainId
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: RpcUrls
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } }
  readonly testnet?: boolean
  /** An image of the chain, as a URL the page may load. */
  readonly iconUrl?: string
  /** Tokens to read when no data API is configured. */
  readonly tokens?: readonly ChainToken[]
  /** Contracts of an EVM chain that reads are shortened by, and names are looked up in. */
  readonly contracts?: ChainContracts
}

/** The contracts of an EVM chain that viem calls. */
export type ChainContracts = {
  /** Aggregates reads. */
  readonly multicall3?: ChainContract | undefined
  /** Looks up names of ENS. */
  readonly ensUniversalResolver?: ChainContract | undefined
}

type ChainContract = { readonly address: `0x${string}`; readonly blockCreated?: number | undefined }

/** A token that is read from the node when no data API is configured. */
export type ChainToken = {
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string
}

/** The family of a chain by its CAIP-2 id. */
export type NamespaceOf<chainId extends ChainId> = chainId extends `${infer namespace extends Namespace}:${string}`
  ? namespace
  : never

/** A plain address of a family: `0x…` on EVM chains, text on others. */
export type AddressOf<namespace extends Namespace = Namespace> = namespace extends 'eip155' ? `0x${string}` : string

/** A transaction hash or signature: `0x…` on EVM chains, text on others. */
export type HashOf<namespace extends Namespace = Namespace> = namespace extends 'eip155' ? `0x${string}` : string

type ReferenceOf<chainId extends ChainId> = chainId extends `eip155:${infer reference}`
  ? reference extends `${infer id extends number}`
    ? id
    : number
  : string

/** The CAIP-2 id of what `createConfig` takes as a chain: `eip155:1` for viem's `mainnet`. */
export type ToChainId<input extends ChainInput> = input extends {
  readonly caipNetworkId: infer chainId extends ChainId
}
  ? chainId
  : 'chainNamespace' extends keyof input
    ? input extends {
        readonly chainNamespace: infer namespace extends Namespace
        readonly id: infer id extends number | string
      }
      ? `${namespace}:${id}`
      : ChainId
    : `eip155:${input['id']}`

type RpcUrls = {
  readonly default: { readonly http: readonly string[]; readonly webSocket?: readonly string[] | undefined }
}

/** What `createConfig` takes as a chain: one of ours, or any viem chain. */
export type ChainInput = {
  readonly id: number | string
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: RpcUrls
  readonly chainNamespace?: Namespace | undefined
  readonly caipNetworkId?: string | undefined
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  readonly testnet?: boolean | undefined
  readonly iconUrl?: string | undefined
  readonly tokens?: readonly ChainToken[] | undefined
  readonly contracts?: ChainContracts | undefined
}

/**
 * Completes what `createConfig` takes as a chain: a viem chain becomes one of `eip155`.
 *
 * @param input - One of our chains or a viem chain.
 * @returns The chain with its CAIP-2 id.
 * @throws INVALID_CONFIG when the family is unknown or the id does not fit the CAIP-2 id.
 *
 * @example
 * import { toChain } from '@latchkey/core'
 * import { mainnet } from 'viem/chains'
 * toChain(mainnet).caipNetworkId // 'eip155:1'
 */
export function toChain<const input extends ChainInput>(input: input): Chain<ToChainId<input>>
export function toChain(input: ChainInput): Chain {
  const chainNamespace = input.chainNamespace ?? 'eip155'
  if (!isNamespace(chainNamespace)) {
    throw new LatchkeyError('INVALID_CONFIG', `Chain "${input.name}" has an unknown namespace.`, {
      hints: [`Use one of ${namespaces.join(', ')}.`],
    })
  }
  const caipNetworkId: ChainId = `${chainNamespace}:${input.id}`
  if (input.caipNetworkId !== undefined && input.caipNetworkId !== caipNetworkId) {
    throw new LatchkeyError(
      'INVALID_CONFIG',
      `Chain "${input.name}" says ${input.caipNetworkId} but is ${caipNetworkId}.`,
    )
  }
  return {
    id: input.id,
    name: input.name,
    chainNamespace,
    caipNetworkId,
    nativeCurrency: input.nativeCurrency,
    rpcUrls: input.rpcUrls,
    ...(input.blockExplorers ? { blockExplorers: { default: input.blockExplorers.default } } : {}),
    ...(input.testnet === undefined ? {} : { testnet: input.testnet }),
    ...(input.iconUrl === undefined ? {} : { iconUrl: input.iconUrl }),
    ...(input.tokens === undefined ? {} : { tokens: input.tokens }),
    ...(input.contracts === undefined ? {} : { contracts: input.contracts }),
  }
}
