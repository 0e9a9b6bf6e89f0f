import { decodeAbiParameters } from 'viem'
import type { Movement } from './entry.js'

/** One log of a receipt. */
export type Log = { address: string; topics: readonly string[]; data: string }

/** `Transfer(address,address,uint256)`, of ERC-20 and, with all three parameters indexed, of ERC-721. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** `TransferSingle(address,address,address,uint256,uint256)` of ERC-1155. */
const transferSingle = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
/** `TransferBatch(address,address,address,uint256[],uint256[])` of ERC-1155. */
const transferBatch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/**
 * Reads the token movements that a transaction logged. A log that only looks like one is none.
 *
 * @param logs - The logs of its receipt.
 * @returns The movements, in the order of the logs.
 * @see https://eips.ethereum.org/EIPS/eip-20
 * @see https://eips.ethereum.org/EIPS/eip-721
 * @see https://eips.ethereum.org/EIPS/eip-1155
 */
export function readMovements(logs: readonly Log[]): Movement[] {
  const movements = logs.flatMap(({ address, topics, data }): Movement[] => {
    const contract = address.toLowerCase()
    const [event, first, second, third] = topics
    if (event === transfer) {
      const from = addressOf(first)
      const to = addressOf(second)
      if (from === undefined || to === undefined) return []
      if (third !== undefined) {
        const tokenId = isWord(third) ? BigInt(third).toString() : undefined
        return tokenId === undefined ? [] : [{ kind: 'erc721', contract, tokenId, from, to, amount: '1' }]
      }
      return isWord(data) ? [{ kind: 'erc20', contract, from, to, amount: BigInt(data).toString() }] : []
    }
    if (event !== transferSingle && event !== transferBatch) return []
    const from = addressOf(second)
    const to = addressOf(third)
    if (from === undefined || to === undefined) return []
    return readAmounts(event === transferBatch, data).map(([tokenId, amount]) => ({
      kind: 'erc1155',
      contract,
      tokenId: tokenId.toString(),
      from,
      to,
      amount: amount.toString(),
    }))
  })
  // Anybody can have a token log that nothing went from an account to an address that looks like one it knows.
  return movements.filter(({ amount }) => amount !== '0')
}

function readAmounts(isBatch: boolean, data: string): (readonly [bigint, bigint])[] {
  const bytes = data as `0x${string}`
  try {
    if (!isBatch) return [decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], bytes)]
    const [ids, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], bytes)
    return ids.flatMap((id, at) => {
      const amount = amounts[at]
      return amount === undefined ? [] : [[id, amount] as const]
    })
  } catch {
    // Anybody may log anything; what cannot be read moved nothing that could be shown.
    return []
  }
}

function addressOf(topic: string | undefined): string | undefined {
  return topic !== undefined && isWord(topic) && /^0x0{24}/.test(topic)
    ? `0x${topic.slice(26).toLowerCase()}`
    : undefined
}

function isWord(text: string): boolean {
  return /^0x[0-9a-fA-F]{64}$/.test(text)
}
