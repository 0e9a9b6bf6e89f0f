import type { LandedTransaction } from './landedTransaction.js'
import type { Ledger } from './ledger.js'
import { readWireTransaction, writableKeys } from './wireTransaction.js'

const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'
const setComputeUnitPrice = 3
/** For how many slots a node remembers what was paid. */
const remembered = 150

/**
 * The least that had to be paid for a compute unit in each of the newest slots, in millionths of a lamport: what the cheapest
 * transaction of the block paid, or the cheapest of those that wrote the dearest of these accounts.
 *
 * @param ledger - The chain.
 * @param accounts - What a transaction would write.
 * @see https://solana.com/docs/rpc/http/getrecentprioritizationfees
 */
export function prioritizationFees(
  ledger: Pick<Ledger, 'history' | 'slot'>,
  accounts: readonly string[],
): { slot: number; prioritizationFee: number }[] {
  const newest = ledger.slot('processed')
  const oldest = Math.max(1, newest - remembered + 1)
  const blocks = new Map<number, { price: bigint; written: ReadonlySet<string> }[]>()
  const all = ledger.history.all()
  for (let at = all.length - 1; at >= 0; at--) {
    const landed = all[at]
    if (!landed || landed.slot < oldest) break
    const block = blocks.get(landed.slot)
    const bid = bidOf(landed)
    if (block) block.push(bid)
    else blocks.set(landed.slot, [bid])
  }
  return Array.from({ length: newest - oldest + 1 }, (_, back) => {
    const slot = oldest + back
    const block = blocks.get(slot) ?? []
    const least = (bids: typeof block) => (bids.length === 0 ? 0 : Math.min(...bids.map(({ price }) => Number(price))))
    const written = accounts.map((account) => least(block.filter((bid) => bid.written.has(account))))
    return { slot, prioritizationFee: Math.max(least(block), ...written) }
  })
}

function bidOf({ wire: text, keys, loaded }: LandedTransaction): { price: bigint; written: ReadonlySet<string> } {
  const wire = readWireTransaction(Uint8Array.from(Buffer.from(text, 'base64')))
  const isWritten = writableKeys(wire, loaded.writable.length)
  const said = wire.instructions.find(
    ({ programIdIndex, data }) =>
      wire.staticKeys[programIdIndex] === computeBudgetProgram && data[0] === setComputeUnitPrice && data.length === 9,
  )
  return {
    price: said ? new DataView(said.data.buffer, said.data.byteOffset).getBigUint64(1, true) : 0n,
    written: new Set(keys.filter((_, index) => isWritten[index])),
  }
}
