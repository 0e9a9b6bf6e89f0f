import type { ChainId } from '@latchkey/core'

const names: { readonly [chainId: string]: string } = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** What the Wallet Standard calls a chain; one that it has no name for is a local one. */
export function chainName(chainId: ChainId): string {
  return names[chainId] ?? 'solana:localnet'
}
