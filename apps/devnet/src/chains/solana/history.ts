import type { LandedTransaction } from './landedTransaction.js'

/** The transactions of the chain, by signature and by address. */
export type History = {
  add(transaction: LandedTransaction): void
  get(signature: string): LandedTransaction | undefined
  /** Those that name an address, oldest first. */
  of(address: string): readonly LandedTransaction[]
  /** All, oldest first. */
  all(): readonly LandedTransaction[]
  /** How many were ever added; the last `total - n` are what came after the n-th. */
  total(): number
}

/** How many transactions are kept; the virtual machine knows as many signatures. */
export const historyCapacity = 10_000

/** Creates the index of the chain's transactions. */
export function createHistory(before: readonly LandedTransaction[] = []): History {
  let list: LandedTransaction[] = []
  let bySignature = new Map<string, LandedTransaction>()
  let byAddress = new Map<string, LandedTransaction[]>()
  let added = 0

  const index = (transaction: LandedTransaction) => {
    list.push(transaction)
    bySignature.set(transaction.signature, transaction)
    for (const key of new Set(transaction.keys)) {
      const known = byAddress.get(key)
      if (known) known.push(transaction)
      else byAddress.set(key, [transaction])
    }
  }
  const add = (transaction: LandedTransaction) => {
    index(transaction)
    added += 1
    if (list.length <= historyCapacity * 1.1) return
    const kept = list.slice(-historyCapacity)
    list = []
    bySignature = new Map()
    byAddress = new Map()
    for (const one of kept) index(one)
  }
  for (const transaction of before) add(transaction)
  return {
    add,
    get: (signature) => bySignature.get(signature),
    of: (address) => byAddress.get(address) ?? [],
    all: () => list,
    total: () => added,
  }
}
