import type { ReadContext } from '@latchkey/core'
import { parseJson, readUrl, type UrlAnswer } from '@latchkey/core/family'
import { LatchkeyError } from '@latchkey/protocol/errors'

/** An output that can be spent. */
export type Coin = {
  readonly txid: string
  readonly vout: number
  /** Satoshi. */
  readonly value: bigint
  readonly isConfirmed: boolean
}

/** The parts of a transaction that we look at. */
export type EsploraTransaction = {
  readonly txid: string
  readonly spends: readonly { readonly txid: string; readonly vout: number; readonly address: string | undefined }[]
  readonly isConfirmed: boolean
}

const txidPattern = /^[0-9a-f]{64}$/

/** Confirmed and pending satoshi of an address. @see https://github.com/Blockstream/esplora/blob/master/API.md */
export async function readFunds(context: ReadContext, address: string): Promise<bigint> {
  const answer = record(await get(context, `/address/${encodeURIComponent(address)}`))
  const parts = [answer.chain_stats, answer.mempool_stats].map((part) => {
    const { funded_txo_sum: funded, spent_txo_sum: spent } = record(part)
    return satoshi(funded) - satoshi(spent)
  })
  const sum = parts.reduce((total, part) => total + part, 0n)
  if (sum < 0n) throw badAnswer()
  return sum
}

/** What an address can spend, pending outputs included. */
export async function readCoins(context: ReadContext, address: string): Promise<readonly Coin[]> {
  const answer = await get(context, `/address/${encodeURIComponent(address)}/utxo`)
  if (!Array.isArray(answer)) throw badAnswer()
  return answer.map((entry: unknown): Coin => {
    const { txid, vout, value, status } = record(entry)
    if (!isTxid(txid) || !isIndex(vout)) throw badAnswer()
    return { txid, vout, value: satoshi(value), isConfirmed: record(status).confirmed === true }
  })
}

/** Satoshi per virtual byte for a place in one of the next three blocks; at least 1, which is what nodes pass on. */
export async function readFeeRate(context: ReadContext): Promise<number> {
  const estimates = Object.entries(record(await get(context, '/fee-estimates')))
    .map(([target, rate]) => [Number(target), rate] as const)
    .filter((entry): entry is readonly [number, number] => Number.isFinite(entry[0]) && isRate(entry[1]))
    .sort(([one], [other]) => one - other)
  // A node that has seen little knows fewer targets; a quicker one costs more and is never too slow.
  const [, rate] = estimates.filter(([target]) => target <= 3).at(-1) ?? estimates[0] ?? [3, 1]
  return Math.max(1, rate)
}

/** A transaction; `undefined` when the node does not know it. */
export async function readTransaction(context: ReadContext, txid: string): Promise<EsploraTransaction | undefined> {
  const answer = await readUrl(context, { path: `/tx/${txid}` })
  return answer.status === 404 ? undefined : toTransaction(parseJson(expectGood(answer)))
}

/** The newest transactions of an address, those of the mempool first. */
export async function readHistory(context: ReadContext, address: string): Promise<readonly EsploraTransaction[]> {
  const answer = await get(context, `/address/${encodeURIComponent(address)}/txs`)
  if (!Array.isArray(answer)) throw badAnswer()
  return answer.map(toTransaction)
}

/** The whole transaction as hex. */
export async function readTransactionHex(context: ReadContext, txid: string): Promise<string> {
  const text = expectGood(await readUrl(context, { path: `/tx/${txid}/hex` })).text.trim()
  if (!/^([0-9a-f]{2})+$/i.test(text)) throw badAnswer()
  return text
}

/** The block that holds a transaction: its height, `null` while none does, `undefined` when the node does not know it. */
export async function readBlockOf(
  context: ReadContext,
  txid: string,
  signal?: AbortSignal,
): Promise<bigint | null | undefined> {
  const answer = await readUrl(context, { path: `/tx/${txid}/status`, signal })
  if (answer.status === 404) return undefined
  const { confirmed, block_height: height } = record(parseJson(expectGood(answer)))
  if (confirmed === false) return null
  if (confirmed !== true || !isIndex(height)) throw badAnswer()
  return BigInt(height)
}

function toTransaction(value: unknown): EsploraTransaction {
  const { txid, vin, status } = record(value)
  if (!isTxid(txid) || !Array.isArray(vin)) throw badAnswer()
  const spends = vin.map((entry: unknown) => {
    const { txid: from, vout, prevout } = record(entry)
    if (!isTxid(from) || !isIndex(vout)) throw badAnswer()
    const address = isRecord(prevout) ? prevout.scriptpubkey_address : undefined
    return { txid: from, vout, address: typeof address === 'string' ? address : undefined }
  })
  return { txid, spends, isConfirmed: record(status).confirmed === true }
}

async function get(context: ReadContext, path: string): Promise<unknown> {
  return parseJson(expectGood(await readUrl(context, { path })))
}

function expectGood(answer: UrlAnswer): UrlAnswer {
  if (answer.status < 300) return answer
  throw new LatchkeyError('RPC_ERROR', 'The node refused this request.', {
    details: `HTTP status ${answer.status}: ${answer.text.slice(0, 300)}`,
  })
}

function record(value: unknown): { readonly [name: string]: unknown } {
  if (isRecord(value)) return value
  throw badAnswer()
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTxid(value: unknown): value is string {
  return typeof value === 'string' && txidPattern.test(value)
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isRate(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function satoshi(value: unknown): bigint {
  if (!isIndex(value)) throw badAnswer()
  return BigInt(value)
}

function badAnswer(): LatchkeyError {
  return new LatchkeyError('RPC_BAD_ANSWER', 'The network returned an unexpected response.')
}
