import type { WalletChain } from '../walletChain.js'
import type { TestWalletOptions } from './testWallet.js'

/** The wallet's record of a site between visits. */
export type WalletMemory = {
  permitted: boolean
  account: number
  chainId: number
  added: readonly WalletChain[]
}

const key = 'latchkey-test-wallet'

/** Reads what was kept; what is missing, broken or no longer fits reads as a fresh wallet. */
export function readMemory(options: TestWalletOptions, accounts: number): WalletMemory {
  const first = options.chains[0]?.chainId ?? 0
  const fresh: WalletMemory = { permitted: false, account: 0, chainId: first, added: [] }
  try {
    const kept = JSON.parse(options.storage?.getItem(key) ?? 'null') as Partial<WalletMemory> | null
    if (kept === null || typeof kept !== 'object') return fresh
    const added = Array.isArray(kept.added) ? kept.added.filter(isChain) : []
    const known = [...options.chains, ...added].some(({ chainId }) => chainId === kept.chainId)
    const account = Number.isInteger(kept.account) ? Number(kept.account) : 0
    return {
      permitted: kept.permitted === true,
      account: account >= 0 && account < accounts ? account : 0,
      chainId: known ? Number(kept.chainId) : first,
      added,
    }
  } catch {
    return fresh
  }
}

/** The stored text; undefined without one, or when storage is denied. */
export function keptMemory({ storage }: TestWalletOptions): string | undefined {
  try {
    return storage?.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps the memory; a storage that is denied or full costs only the next visit. */
export function writeMemory(options: TestWalletOptions, memory: WalletMemory): void {
  try {
    options.storage?.setItem(key, JSON.stringify(memory))
  } catch {
    return
  }
}

function isChain(value: unknown): value is WalletChain {
  if (typeof value !== 'object' || value === null) return false
  const { chainId, url, name } = value as { [key: string]: unknown }
  return Number.isSafeInteger(chainId) && typeof url === 'string' && typeof name === 'string'
}
