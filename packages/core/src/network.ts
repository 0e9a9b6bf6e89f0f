import { type ChainId, isNamespace, type Namespace } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'

/** One chain that an app works with; plain data. */
export type Network = {
  readonly id: number | string
  readonly name: string
  readonly chainNamespace: Namespace
  readonly caipNetworkId: ChainId
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: RpcUrls
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } }
  readonly testnet?: boolean
  /** An image of the network, as a URL the page may load. */
  readonly iconUrl?: string
  /** Tokens to read when no data API is configured. */
  readonly tokens?: readonly NetworkToken[]
  /** Contracts of an EVM chain that reads are shortened by, and names are looked up in. */
  readonly contracts?: NetworkContracts
}

/** Where an EVM chain has the contracts that viem asks. */
export type NetworkContracts = {
  /** Takes many reads as one. */
  readonly multicall3?: NetworkContract | undefined
  /** Looks up names of ENS. */
  readonly ensUniversalResolver?: NetworkContract | undefined
}

type NetworkContract = { readonly address: `0x${string}`; readonly blockCreated?: number | undefined }

/** A token that is read from the node when no data API is configured. */
export type NetworkToken = {
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string
}

type RpcUrls = {
  readonly default: { readonly http: readonly string[]; readonly webSocket?: readonly string[] | undefined }
}

/** What `createConfig` takes as a network: one of ours, or any viem chain. */
export type NetworkInput = {
  readonly id: number | string
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: RpcUrls
  readonly chainNamespace?: Namespace | undefined
  readonly caipNetworkId?: string | undefined
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  readonly testnet?: boolean | undefined
  readonly iconUrl?: string | undefined
  readonly tokens?: readonly NetworkToken[] | undefined
  readonly contracts?: NetworkContracts | undefined
}

/**
 * Completes a chain to a network: a viem chain becomes an `eip155` network.
 *
 * @param input - One of our networks or a viem chain.
 * @returns The network with its CAIP-2 id.
 * @throws INVALID_CONFIG when the family is unknown or the id does not fit the CAIP-2 id.
 *
 * @example
 * import { toNetwork } from '@latchkey/core'
 * import { mainnet } from 'viem/chains'
 * toNetwork(mainnet).caipNetworkId // 'eip155:1'
 */
export function toNetwork(input: NetworkInput): Network {
  const chainNamespace = input.chainNamespace ?? 'eip155'
  if (!isNamespace(chainNamespace)) {
    throw new LatchkeyError('INVALID_CONFIG', `Network "${input.name}" has an unknown namespace.`, {
      hints: ['Use eip155, solana, bip122, polkadot or cosmos.'],
    })
  }
  const caipNetworkId: ChainId = `${chainNamespace}:${input.id}`
  if (input.caipNetworkId !== undefined && input.caipNetworkId !== caipNetworkId) {
    throw new LatchkeyError(
      'INVALID_CONFIG',
      `Network "${input.name}" says ${input.caipNetworkId} but is ${caipNetworkId}.`,
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
