import type { ReadBlock } from '../readBlocks.js'
import { readMovements } from '../readMovements.js'

/** The change of an account's amount of one collectible by a block. */
export type Move = {
  address: string
  contract: string
  tokenId: string
  block: number
  standard: 'erc721' | 'erc1155'
  /** Less than zero for what left the account. */
  amount: string
  /** Whether the account itself sent a transaction that brought it some. */
  isAsked: boolean
  /** How many accounts got something of the contract in the transaction that brought it; 0 where nothing came. */
  crowd: number
}

const nobody = `0x${'0'.repeat(40)}`

/**
 * Sums up what the transactions of a block did to the collectibles of each account.
 *
 * @param block - The block.
 * @returns One move for each account and collectible; none for what came and left again.
 */
export function toMoves(block: ReadBlock): Move[] {
  const senders = new Map(block.transactions.map(({ hash, from }) => [hash, from]))
  const moves = new Map<string, Move>()
  const sums = new Map<string, bigint>()

  for (const { transactionHash, status, logs } of block.receipts) {
    if (status !== 1) continue
    const sender = senders.get(transactionHash)
    const movements = readMovements(logs).filter(({ from, to }) => from !== to)
    const receivers = new Map<string, Set<string>>()
    for (const { contract = '', to } of movements)
      receivers.set(contract, (receivers.get(contract) ?? new Set()).add(to))
    for (const { kind, contract = '', tokenId = '', from, to, amount } of movements) {
      if (kind !== 'erc721' && kind !== 'erc1155') continue
      for (const address of [from, to]) {
        if (address === nobody) continue
        const key = `${address} ${contract} ${tokenId}`
        const comes = address === to
        const before = moves.get(key)
        moves.set(key, {
          address,
          contract,
          tokenId,
          block: block.number,
          standard: kind,
          amount: '0',
          isAsked: before?.isAsked === true || (comes && sender === address),
          crowd: Math.max(before?.crowd ?? 0, comes ? (receivers.get(contract)?.size ?? 0) : 0),
        })
        sums.set(key, (sums.get(key) ?? 0n) + (comes ? BigInt(amount) : -BigInt(amount)))
      }
    }
  }
  return [...moves].flatMap(([key, move]) => {
    const amount = sums.get(key) ?? 0n
    return amount === 0n ? [] : [{ ...move, amount: amount.toString() }]
  })
}
