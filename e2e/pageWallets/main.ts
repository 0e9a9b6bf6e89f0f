import {
  createBitcoinTestWallet,
  createSolanaTestWallet,
  createTestWallet,
  type Switches,
} from '@latchkey/devnet/wallet'
import type { PageWallet, PageWalletsSettings } from './settings.js'

type Part = {
  readonly requests: readonly { readonly method: string }[]
  set(switches: Partial<Switches>): void
}

declare const settings: PageWalletsSettings

const parts = new Map<string, Part>()
// Frames are no pages of the wallets.
if (self === top) {
  for (const wallet of settings.wallets) bring(wallet)
  Object.assign(window, {
    pageWallets: {
      asked: (name: string, family: string) => parts.get(`${name} ${family}`)?.requests.map(({ method }) => method),
      set: (name: string, family: string, switches: Partial<Switches>) => parts.get(`${name} ${family}`)?.set(switches),
    },
  })
}

function bring({ name, families, privateKey, switches = {} }: PageWallet): void {
  const shared = (family: keyof typeof switches) => ({
    storage: storageOf(name),
    ...(switches[family] ? { switches: switches[family] } : {}),
  })
  const chainOf = (family: string) => {
    const chain = settings.families.find(({ chainId }) => chainId.startsWith(`${family}:`))
    if (!chain) throw new Error(`The world has no chain of ${family}`)
    return chain
  }
  for (const family of families) {
    if (family === 'eip155') {
      const rdns = `example.${name.toLowerCase().replace(/\W+/g, '-')}`
      const own = privateKey ? { privateKey } : {}
      const wallet = createTestWallet({ ...shared(family), ...own, chains: settings.chains, info: { name, rdns } })
      wallet.announce()
      parts.set(`${name} ${family}`, wallet)
      continue
    }
    const make = family === 'solana' ? createSolanaTestWallet : createBitcoinTestWallet
    const wallet = make({ ...shared(family), chain: chainOf(family), info: { name } })
    wallet.announce()
    parts.set(`${name} ${family}`, wallet)
  }
}

/** Each extension keeps what it knows for itself. */
function storageOf(name: string) {
  const key = (part: string) => `${name} ${part}`
  return {
    getItem: (part: string) => localStorage.getItem(key(part)),
    setItem: (part: string, value: string) => localStorage.setItem(key(part), value),
    removeItem: (part: string) => localStorage.removeItem(key(part)),
  }
}
