import { parseChainId } from '@latchkey/protocol/caip'
import { parseUnits } from 'viem'
import * as z from 'zod'
import type { Chain } from '../platform/chains/chain.js'
import type { Nodes } from '../platform/upstream/nodes.js'
import { readWord } from '../platform/upstream/readHex.js'

const hex = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/)
const receiptForm = z
  .object({
    status: z.string(),
    blockNumber: hex,
    logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })).max(10_000),
  })
  .nullable()
const holding = z.object({
  owner: z.string().nullish(),
  mint: z.string(),
  uiTokenAmount: z.object({ amount: z.string().regex(/^\d{1,20}$/), decimals: z.int().min(0).max(255) }),
})
const transactionForm = z
  .object({
    meta: z.object({
      err: z.unknown(),
      preBalances: z.array(z.int()),
      postBalances: z.array(z.int()),
      preTokenBalances: z.array(holding).nullish(),
      postTokenBalances: z.array(holding).nullish(),
    }),
    transaction: z.object({ message: z.object({ accountKeys: z.array(z.object({ pubkey: z.string() })) }) }),
  })
  .nullable()
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const decimalsCall = '0x313ce567'
/** How much less than its provider says a payment may be, which rounds, in percent. */
const tolerance = 1n

/** The state of a payment on its chain. */
export type Arrival = 'arrived' | 'waiting' | 'elsewhere'

/** A payment that a provider names. */
export type NamedPayment = {
  hash: string
  address: string
  /** The bought coin; null if unknown. */
  symbol: string | null
  /** How much of it, as a decimal number; null: not known. */
  amount: string | null
  /** The contract that the provider sells under the symbol, empty for the coin; the chain's own list comes first. */
  contract?: string | undefined
}

/** A token that may have been bought; `decimals` is absent where unknown. */
type Token = { address: string; decimals: number | undefined }

/**
 * Creates the look at the chain: whether a transaction that a provider names is in a block, and brings the buyer what was bought.
 *
 * @param options - The nodes.
 * @returns What the chain says. Of the coin of an EVM chain the balances before and after the block are compared; where the node
 * has forgotten them, or the account sent something in that block itself, the transaction alone is looked at.
 */
export function createArrivalCheck({ nodes }: { nodes: Nodes }) {
  return async (chain: Chain, payment: NamedPayment): Promise<Arrival> => {
    const { hash, amount } = payment
    const { isCoin, tokens } = boughtOf(chain, payment)
    const { decimals: coinDecimals } = chain.nativeCurrency
    const ask = async (method: string, params: unknown[]) => {
      const answer = await nodes.read(chain.caip2, { method, params })
      return answer.ok ? answer.result : undefined
    }
    return parseChainId(chain.caip2).namespace === 'solana' ? onSolana(payment.address) : onEvm(payment.address)

    async function onSolana(owner: string): Promise<Arrival> {
      const options = { encoding: 'jsonParsed', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
      const { data } = transactionForm.safeParse(await ask('getTransaction', [hash, options]))
      if (!data) return 'waiting'
      const { meta, transaction } = data
      if (meta.err !== null && meta.err !== undefined) return 'elsewhere'
      const at = transaction.message.accountKeys.findIndex(({ pubkey }) => pubkey === owner)
      const more = BigInt(meta.postBalances[at] ?? 0) - BigInt(meta.preBalances[at] ?? 0)
      if (isCoin && isEnough(more, amount, coinDecimals)) return 'arrived'
      for (const token of tokens) {
        const of = (list: z.output<typeof holding>[] | null | undefined) =>
          (list ?? []).filter((one) => one.owner === owner && one.mint === token.address)
        const sum = (list: z.output<typeof holding>[]) =>
          list.reduce((total, { uiTokenAmount }) => total + BigInt(uiTokenAmount.amount), 0n)
        const after = of(meta.postTokenBalances)
        const decimals = token.decimals ?? after[0]?.uiTokenAmount.decimals
        if (isEnough(sum(after) - sum(of(meta.preTokenBalances)), amount, decimals)) return 'arrived'
      }
      return 'elsewhere'
    }

    async function onEvm(account: string): Promise<Arrival> {
      if (!/^0x[0-9a-fA-F]{64}$/.test(hash)) return 'elsewhere'
      const { data: receipt } = receiptForm.safeParse(await ask('eth_getTransactionReceipt', [hash]))
      if (!receipt) return 'waiting'
      if (receipt.status !== '0x1') return 'elsewhere'
      const own = `0x${account.slice(2).toLowerCase().padStart(64, '0')}`
      for (const token of tokens) {
        let received = 0n
        for (const { address, topics, data } of receipt.logs) {
          if (address.toLowerCase() !== token.address.toLowerCase()) continue
          if (topics[0] !== transferTopic || topics.length !== 3) continue
          const units = readWord(data) ?? 0n
          if (topics[2]?.toLowerCase() === own) received += units
          if (topics[1]?.toLowerCase() === own) received -= units
        }
        if (received > 0n && isEnough(received, amount, token.decimals ?? (await readDecimals(token.address))))
          return 'arrived'
      }
      if (!isCoin) return 'elsewhere'
      const received = await coinReceived(account, BigInt(receipt.blockNumber))
      return received === undefined || isEnough(received, amount, coinDecimals) ? 'arrived' : 'elsewhere'
    }

    async function readDecimals(to: string): Promise<number | undefined> {
      const word = readWord(await ask('eth_call', [{ to, data: decimalsCall }, 'latest']))
      return word === undefined || word > 255n ? undefined : Number(word)
    }

    /** What the account has more of the coin after a block; undefined where the node cannot tell or the account paid in it. */
    async function coinReceived(account: string, block: bigint): Promise<bigint | undefined> {
      const blocks = [`0x${(block - 1n).toString(16)}`, `0x${block.toString(16)}`]
      const read = async (method: string) =>
        Promise.all(blocks.map(async (at) => hex.safeParse(await ask(method, [account, at])).data))
      const [[before, after], [first, last]] = await Promise.all([
        read('eth_getBalance'),
        read('eth_getTransactionCount'),
      ])
      if (before === undefined || after === undefined || first === undefined || first !== last) return undefined
      return BigInt(after) - BigInt(before)
    }
  }
}

/** The state of a payment on its chain. */
export type ArrivalCheck = ReturnType<typeof createArrivalCheck>

/** The tokens that may have been bought: those with the symbol on the chain, else in the provider's offers; all without a symbol. */
function boughtOf(chain: Chain, { symbol, contract }: NamedPayment): { isCoin: boolean; tokens: readonly Token[] } {
  if (symbol === null) return { isCoin: true, tokens: chain.tokens }
  const isSame = (other: string) => other.toLowerCase() === symbol.toLowerCase()
  if (isSame(chain.nativeCurrency.symbol)) return { isCoin: true, tokens: [] }
  const listed = chain.tokens.filter((token) => isSame(token.symbol))
  if (listed.length > 0) return { isCoin: false, tokens: listed }
  if (contract === '') return { isCoin: true, tokens: [] }
  return { isCoin: false, tokens: contract === undefined ? [] : [{ address: contract, decimals: undefined }] }
}

/** Whether the amount is positive, and no less than the reported one where that is known. */
function isEnough(received: bigint, told: string | null, decimals: number | undefined): boolean {
  if (received <= 0n) return false
  if (told === null || decimals === undefined || !/^\d+(\.\d+)?$/.test(told)) return true
  return received * 100n >= parseUnits(told, decimals) * (100n - tolerance)
}
