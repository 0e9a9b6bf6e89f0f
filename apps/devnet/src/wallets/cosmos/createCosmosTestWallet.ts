import { type CosmosTestAccount, cosmosAccounts } from '../../chains/cosmos/cosmosAccounts.js'
import type { FamilyWallet, FamilyWalletOptions } from '../family/familyWallet.js'
import { accountCount, createWalletKernel } from '../family/walletKernel.js'
import { createKeplr, type Keplr } from './keplr.js'

/** A Cosmos wallet over local keys that keeps to Keplr's convention until one of its switches is thrown. */
export type CosmosTestWallet = FamilyWallet & {
  /** The accounts it holds; the page sees the selected one. */
  readonly accounts: readonly CosmosTestAccount[]
  readonly keplr: Keplr
  /** Stands at `window.keplr` unless another is there; returns the way to leave. */
  announce(options?: { target?: EventTarget }): () => void
}

/**
 * Creates a Cosmos wallet over local keys, for demos and tests, by the convention of Keplr. It has no secrets; never give it
 * anything of value.
 *
 * @param options - Its network, and who approves.
 * @returns The wallet.
 * @throws LatchkeyError INVALID_CONFIG when too many accounts are wanted.
 * @see https://docs.keplr.app/api
 *
 * @example
 * import { startCosmosLedger } from '@latchkey/devnet'
 * import { createCosmosTestWallet } from '@latchkey/devnet/wallet'
 * const chain = await startCosmosLedger()
 * const wallet = createCosmosTestWallet({ chain })
 * const stop = wallet.announce()
 */
export function createCosmosTestWallet(options: FamilyWalletOptions): CosmosTestWallet {
  const accounts = cosmosAccounts(accountCount(options))
  const kernel = createWalletKernel(
    'cosmos',
    options,
    accounts.map(({ address }) => address),
  )
  const keplr = createKeplr(kernel, accounts)
  return Object.assign<FamilyWallet, Omit<CosmosTestWallet, keyof FamilyWallet>>(kernel.wallet, {
    accounts,
    keplr,
    announce({ target = window } = {}) {
      const page = target as EventTarget & { keplr?: unknown; getOfflineSigner?: unknown }
      // Another wallet may be there already; the first keeps the name, as with extensions.
      if (page.keplr !== undefined) return () => {}
      page.keplr = keplr
      page.getOfflineSigner = keplr.getOfflineSigner
      const notify = () => target.dispatchEvent(new Event('keplr_keystorechange'))
      kernel.events.on('change', notify)
      return () => {
        kernel.events.removeListener('change', notify)
        delete page.keplr
        delete page.getOfflineSigner
      }
    },
  })
}
