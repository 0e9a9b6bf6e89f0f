import type { Entry, Movement } from './entry.js'
import type { Payments } from './payments/readPayments.js'
import type { ReadBlock } from './readBlocks.js'
import { readMovements } from './readMovements.js'

const nobody = `0x${'0'.repeat(40)}`
/** `approve(address,uint256)` of ERC-20 and ERC-721, and `setApprovalForAll(address,bool)`. */
const approvals: readonly string[] = ['0x095ea7b3', '0xa22cb465']
/** More than this no account is shown of one transaction: a page must stay small whatever a contract logs. */
const maxMovements = 50

/**
 * Returns what the transactions of a block did, once for each account that they touched.
 *
 * @param block - The block.
 * @param payments - What contracts paid in its transactions, as far as a node tells.
 * @returns One entry for each transaction and account; of a transaction that failed only what its sender tried.
 */
export function toEntries(block: ReadBlock, payments: Payments = new Map()): Entry[] {
  const receipts = new Map(block.receipts.map((receipt) => [receipt.transactionHash, receipt]))
  return block.transactions.flatMap((transaction) => {
    const receipt = receipts.get(transaction.hash)
    if (!receipt) return []
    const { from, to, value, input } = transaction
    const receiver = to ?? receipt.contractAddress ?? nobody
    const isOk = receipt.status === 1
    const native: Movement[] = value > 0n ? [{ kind: 'native', from, to: receiver, amount: value.toString() }] : []
    const movements = [
      ...native,
      ...(isOk ? [...(payments.get(transaction.hash) ?? []), ...readMovements(receipt.logs)] : []),
    ]
    const touched = new Map<string, Movement[]>([[from, []]])
    for (const one of movements) {
      for (const address of new Set([one.from, one.to])) {
        const own = touched.get(address) ?? []
        if (own.length < maxMovements) own.push(one)
        if (isOk) touched.set(address, own)
      }
    }
    touched.delete(nobody)
    return [...touched].map(([address, own]): Entry => {
      const isDeploy = address === from && !to
      const isApproval = address === from && approvals.includes(input.slice(0, 10))
      return {
        address,
        block: block.number,
        position: transaction.transactionIndex,
        hash: transaction.hash,
        minedAt: block.timestamp,
        sender: from,
        receiver,
        nonce: transaction.nonce,
        isOk,
        operation: isDeploy ? 'deploy' : nameOf(address, own, isApproval ? 'approve' : 'execute'),
        movements: own,
      }
    })
  })
}

function nameOf(address: string, movements: readonly Movement[], otherwise: string): string {
  const goesIn = movements.some(({ from, to }) => to === address && from !== address)
  const goesOut = movements.some(({ from, to }) => from === address && to !== address)
  if (goesIn && goesOut) return 'trade'
  if (goesIn) return movements.every(({ from }) => from === nobody) ? 'mint' : 'receive'
  if (goesOut) return movements.every(({ to }) => to === nobody) ? 'burn' : 'send'
  return movements.length > 0 ? 'send' : otherwise
}
