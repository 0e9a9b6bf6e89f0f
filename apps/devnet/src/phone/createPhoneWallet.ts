import type { PhoneWallet, PhoneWalletOptions } from './phoneWallet.js'

/**
 * Creates a wallet on another device, for demos and tests: the wallet-connection protocol's own reference implementation,
 * unmodified, over well-known keys. It approves everything until switched.
 *
 * @param options - The relay, the networks, who approves, and how it misbehaves.
 * @returns The wallet, ready to pair.
 * @throws LatchkeyError INVALID_CONFIG when there is no network or no account.
 *
 * @example
 * import { createPhoneWallet, startDevnet } from '@latchkey/devnet'
 * const { chains, relay } = await startDevnet()
 * const phone = await createPhoneWallet({ relayUrl: relay.url, chains })
 * await phone.pair('wc:…')
 * await phone.set({ reject: true })
 */
export async function createPhoneWallet(options: PhoneWalletOptions): Promise<PhoneWallet> {
  // Loaded here, so that a test of chains alone does not pay for it.
  const { openPhoneWallet } = await import('./openPhoneWallet.js')
  return openPhoneWallet(options)
}
