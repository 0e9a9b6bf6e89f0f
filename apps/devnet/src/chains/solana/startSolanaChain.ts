import type { SolanaChain, StartSolanaChainOptions } from './solanaChain.js'

/**
 * Starts a real Solana chain on the loopback interface: the programs of the public one run in its virtual machine, a clock makes
 * slots, and a node answers JSON-RPC over HTTP and WebSocket. Reads see the newest state whatever their commitment; slots,
 * blockhashes, history and subscriptions follow it.
 *
 * @param options - On which port, where to keep the chain, who hears about it.
 * @returns The chain and `stop`.
 * @throws LatchkeyError INVALID_CONFIG where the virtual machine is missing (it is not made for Windows) or a port cannot be had.
 * @see https://solana.com/docs/rpc
 *
 * @example
 * import { startSolanaChain } from '@latchkey/devnet'
 * const solana = await startSolanaChain()
 * await solana.fund('AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD')
 * await solana.stop()
 */
export async function startSolanaChain(options: StartSolanaChainOptions = {}): Promise<SolanaChain> {
  const { openSolanaChain } = await import('./openSolanaChain.js')
  return openSolanaChain(options)
}
