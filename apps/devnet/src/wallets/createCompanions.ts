import { parseChainId } from '@latchkey/protocol/caip'
import type { FamilyWalletChain } from './approvalRequest.js'
import { createBitcoinTestWallet } from './bitcoin/createBitcoinTestWallet.js'
import { createCosmosTestWallet } from './cosmos/createCosmosTestWallet.js'
import type { Companion, Companions } from './evm/testWallet.js'
import type { FamilyWalletOptions } from './family/familyWallet.js'
import { createPolkadotTestWallet } from './polkadot/createPolkadotTestWallet.js'
import { createSolanaTestWallet } from './solana/createSolanaTestWallet.js'

const makers: { readonly [namespace in keyof Companions]-?: (options: FamilyWalletOptions) => Companion } = {
  solana: createSolanaTestWallet,
  bip122: createNamedBitcoinWallet,
  polkadot: createPolkadotTestWallet,
  cosmos: createCosmosTestWallet,
}

/**
 * Creates the parts of a wallet for other families than EVM, one for each chain.
 *
 * @param chains - The chains; the first of a family counts.
 * @param options - What all parts share.
 */
export function createCompanions(
  chains: readonly FamilyWalletChain[],
  options: Omit<FamilyWalletOptions, 'chain'>,
): Companions {
  const parts: { -readonly [namespace in keyof Companions]: Companion } = {}
  for (const chain of chains) {
    const { namespace } = parseChainId(chain.chainId)
    if (namespace !== 'eip155') parts[namespace] ??= makers[namespace]({ ...options, chain })
  }
  return parts
}

/** UniSat's form carries no name of the wallet: it would be listed once more, under that one. */
function createNamedBitcoinWallet(options: FamilyWalletOptions): Companion {
  const wallet = createBitcoinTestWallet(options)
  const { announce } = wallet
  const byName: typeof announce = (more = {}) => announce({ ...more, ways: ['standard', 'satsConnect'] })
  return Object.assign(wallet, { announce: byName })
}
