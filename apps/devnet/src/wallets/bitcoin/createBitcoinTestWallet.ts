import { type BitcoinTestAccounts, bitcoinAccounts } from '../../chains/bitcoin/bitcoinAccounts.js'
import type { FamilyWallet, FamilyWalletOptions } from '../family/familyWallet.js'
import { accountCount, createWalletKernel } from '../family/walletKernel.js'
import { createBitcoinWalletCore } from './bitcoinWalletCore.js'
import { type SatsConnectProvider, satsConnectProvider } from './satsConnectProvider.js'
import { type StandardBitcoinWallet, standardBitcoinWallet } from './standardBitcoinWallet.js'
import { type UnisatProvider, unisatProvider } from './unisatProvider.js'

/** The ways in which a Bitcoin wallet makes itself known to a page. */
export type BitcoinWay = 'standard' | 'satsConnect' | 'unisat'

/** A Bitcoin wallet over local keys that keeps to the conventions until one of its switches is thrown. */
export type BitcoinTestWallet = FamilyWallet & {
  /** The accounts it holds, for payments and for ordinals; the selected ones are `accounts[selected]`. */
  readonly accounts: readonly BitcoinTestAccounts[]
  readonly standard: StandardBitcoinWallet
  readonly satsConnect: SatsConnectProvider
  readonly unisat: UnisatProvider
  /** Announces itself to a page, in all ways unless some are named; returns the way to stop. */
  announce(options?: { target?: EventTarget; ways?: readonly BitcoinWay[] }): () => void
}

type Register = (wallet: unknown) => () => void

/** Where Sats Connect finds the provider on `window`. */
const place = 'LatchkeyTestWalletProviders'

/**
 * Creates a Bitcoin wallet over local keys, for demos and tests: by the Wallet Standard, by Sats Connect and by the convention
 * of UniSat, with a payment account (P2WPKH) and an ordinal account (P2TR). It has no secrets; never give it anything of
 * value.
 *
 * @param options - Its network, and who approves.
 * @returns The wallet.
 * @throws LatchkeyError INVALID_CONFIG when too many accounts are wanted.
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 *
 * @example
 * import { startBitcoinChain } from '@latchkey/devnet'
 * import { createBitcoinTestWallet } from '@latchkey/devnet/wallet'
 * const chain = await startBitcoinChain()
 * const wallet = createBitcoinTestWallet({ chain })
 * const stop = wallet.announce()
 * wallet.set({ reject: true })
 */
export function createBitcoinTestWallet(options: FamilyWalletOptions): BitcoinTestWallet {
  const accounts = bitcoinAccounts(accountCount(options))
  const kernel = createWalletKernel(
    'bitcoin',
    options,
    accounts.map(({ payment }) => payment.address),
  )
  const core = createBitcoinWalletCore(kernel, accounts)
  const standard = standardBitcoinWallet(kernel, core)
  const satsConnect = satsConnectProvider(kernel, core)
  const unisat = unisatProvider(kernel, core)
  return Object.assign<FamilyWallet, Omit<BitcoinTestWallet, keyof FamilyWallet>>(kernel.wallet, {
    accounts,
    standard,
    satsConnect,
    unisat,
    announce({ target = window, ways = ['standard', 'satsConnect', 'unisat'] } = {}) {
      const page = target as { btc_providers?: unknown[]; unisat?: unknown; [place]?: unknown }
      const stops: (() => void)[] = []
      if (ways.includes('standard')) stops.push(registerWallet(target, standard))
      if (ways.includes('satsConnect')) {
        const { name, icon } = kernel.info
        const entry = {
          id: `${place}.BitcoinProvider`,
          name,
          icon,
          methods: ['getAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
        }
        page.btc_providers ??= []
        page.btc_providers.push(entry)
        page[place] = { BitcoinProvider: satsConnect }
        stops.push(() => {
          page.btc_providers = page.btc_providers?.filter((one) => one !== entry) ?? []
          delete page[place]
        })
      }
      // Another wallet may be there already; the first keeps the name, as with extensions.
      if (ways.includes('unisat') && page.unisat === undefined) {
        page.unisat = unisat
        stops.push(() => {
          delete page.unisat
        })
      }
      return () => {
        for (const stop of stops) stop()
      }
    },
  })
}

/**
 * Registers a wallet with every library on the page that looks for wallets, whichever of the two is there first.
 *
 * @returns The way to take it back.
 * @see https://github.com/wallet-standard/wallet-standard
 */
function registerWallet(target: EventTarget, wallet: unknown): () => void {
  const taken: (() => void)[] = []
  const register = (api: { register: Register }) => {
    taken.push(api.register(wallet))
  }
  const ready = (event: Event) => register((event as CustomEvent<{ register: Register }>).detail)
  target.addEventListener('wallet-standard:app-ready', ready)
  target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => {
    target.removeEventListener('wallet-standard:app-ready', ready)
    for (const stop of taken) stop()
  }
}
