/** A network of the test wallet. */
export type WalletChain = { chainId: number; url: string; name: string }
