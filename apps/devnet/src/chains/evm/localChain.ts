import type { Address } from 'viem'

/** An ERC-20 token of a local chain. */
export type LocalToken = {
  address: Address
  name: string
  symbol: string
  decimals: number
  /** Price of one whole token in US dollars, from the local table. */
  price: number
}

/** A running local chain. */
export type LocalChain = {
  chainId: 31337 | 31338
  caip2: `eip155:${31337 | 31338}`
  name: 'Local Ethereum' | 'Local Base'
  /** JSON-RPC over HTTP, on the loopback interface. */
  url: string
  /** JSON-RPC over WebSocket, on the same port. */
  wsUrl: string
  pid: number
  multicall3: Address
  tokens: readonly LocalToken[]
  nft: Address
  nativeCurrency: { name: 'Ether'; symbol: 'ETH'; decimals: 18 }
}

/** The two local chains, and the way to end them. */
export type EvmChains = {
  chains: readonly [LocalChain, LocalChain]
  /** Ends both nodes and waits until their state is written. May be called twice. */
  stop(): Promise<void>
}

/** Price of one ETH on the local chains, in US dollars. */
export const etherPrice = 2500
