import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { solanaAccounts } from '../../chains/solana/accounts.js'
import type { FamilyWallet, FamilyWalletOptions } from '../family/familyWallet.js'
import { accountCount, createWalletKernel } from '../family/walletKernel.js'
import { ProviderError } from '../providerError.js'
import { createWalletEvents } from '../walletEvents.js'
import { type SolanaKey, solanaFeatures } from './solanaFeatures.js'
import type { SolanaTestWallet } from './solanaWallet.js'
import { registerWallet, type StandardAccount, type StandardWallet } from './walletStandard.js'

const chains = ['solana:localnet', 'solana:devnet', 'solana:testnet', 'solana:mainnet'] as const

/**
 * Creates a wallet of Solana over local keys, for demos and tests: it registers by the Wallet Standard under the name and icon of
 * the EVM test wallet, and keeps to the standard until one of its switches is thrown. It sends on the local chain only; there
 * is no switching in this standard, so `wrongChain` changes nothing and `unknownChain` refuses to send (4902).
 *
 * @param options - Its chain, and who approves.
 * @returns The wallet.
 * @throws LatchkeyError INVALID_CONFIG when too many accounts are wanted.
 * @see https://github.com/wallet-standard/wallet-standard
 *
 * @example
 * import { startSolanaChain } from '@latchkey/devnet'
 * import { createSolanaTestWallet } from '@latchkey/devnet/wallet'
 * const { chainId, url, name } = await startSolanaChain()
 * const wallet = createSolanaTestWallet({ chain: { chainId, url, name } })
 * const leave = wallet.announce()
 * wallet.set({ reject: true })
 */
export function createSolanaTestWallet(options: FamilyWalletOptions): SolanaTestWallet {
  const keys = makeKeys(accountCount(options))
  const addresses = keys.map(({ address }) => address)
  const kernel = createWalletKernel('solana', options, addresses)
  const events = createWalletEvents()
  // What the site was shown in this visit; permission alone shows nothing until it connects.
  let connected = false

  const ordered = () => {
    const chosen = keys[kernel.selected()]
    return chosen === undefined ? keys : [chosen, ...keys.filter((key) => key !== chosen)]
  }
  const accounts = () => {
    if (!connected || kernel.switches.disconnected) return []
    return ordered().flatMap(({ address }) => standardAccounts.find((one) => one.address === address) ?? [])
  }
  const notify = () => {
    events.emit('change', { accounts: kernel.switches.nonsense ? 'banana' : accounts() })
  }
  const show = (visible: boolean) => {
    if (connected === visible) return
    connected = visible
    notify()
  }
  kernel.events.on('change', () => {
    if (!connected) return
    if (kernel.permitted()) notify()
    else show(false)
  })
  kernel.events.on('connection', () => {
    if (connected) notify()
  })

  const features = solanaFeatures({
    kernel,
    origin: options.origin ?? (globalThis as { location?: { origin?: string } }).location?.origin ?? 'a local program',
    on(listener) {
      events.on('change', listener)
      return () => events.removeListener('change', listener)
    },
    async connect(silent) {
      if (silent && !kernel.permitted()) return []
      await kernel.connect(addresses)
      show(true)
      return accounts()
    },
    allow() {
      kernel.permit(true)
      show(true)
    },
    disconnect: () => kernel.permit(false),
    key(account) {
      const address = (account as { address?: unknown } | undefined)?.address
      const key = keys.find((one) => one.address === address)
      if (connected && key !== undefined) return key
      throw new ProviderError(4100, `The site may not use the account ${String(address).slice(0, 60)}.`)
    },
    selected: () => ordered()[0],
    account: (key) => accounts().find(({ address }) => address === key.address),
  })
  const ofAccounts = Object.keys(features).filter((name): name is `solana:${string}` => name.startsWith('solana:'))
  const standardAccounts: readonly StandardAccount[] = keys.map(({ address, publicKey }, index) =>
    Object.freeze({ address, publicKey, chains, features: ofAccounts, label: `Account ${index + 1}` }),
  )
  const wallet: StandardWallet = {
    version: '1.0.0',
    name: kernel.info.name,
    icon: kernel.info.icon as StandardWallet['icon'],
    chains,
    features,
    get accounts() {
      return accounts()
    },
  }
  return Object.assign<FamilyWallet, Omit<SolanaTestWallet, keyof FamilyWallet>>(kernel.wallet, {
    wallet,
    accounts: addresses,
    announce: ({ target = window } = {}) => registerWallet(target, wallet),
  })
}

function makeKeys(count: number): readonly SolanaKey[] {
  return solanaAccounts.slice(1, count + 1).map(({ address, privateKey }) => ({
    address,
    publicKey: base58.decode(address),
    sign: (bytes) => ed25519.sign(bytes, hexToBytes(privateKey)),
  }))
}
