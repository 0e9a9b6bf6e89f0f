/** One movement of a coin or token; amounts are whole numbers of the smallest unit, addresses are in small letters. */
export type Movement = {
  kind: 'native' | 'erc20' | 'erc721' | 'erc1155'
  /** The token's contract; absent for the native coin. */
  contract?: string
  /** Decimal number of a collectible. */
  tokenId?: string
  from: string
  to: string
  amount: string
}

/** A transaction as one of its accounts sees it. */
export type Entry = {
  address: string
  block: number
  /** Place in the block. */
  position: number
  hash: string
  /** Seconds since 1970. */
  minedAt: number
  sender: string
  /** The receiver of the transaction; the new contract of a deployment. */
  receiver: string
  nonce: number
  isOk: boolean
  operation: string
  /** Those to or from this account. */
  movements: Movement[]
}
