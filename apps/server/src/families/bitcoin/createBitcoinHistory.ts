import * as z from 'zod'
import type { AccountMovement, AccountTransaction, HistoryReader } from '../../platform/upstream/historyReader.js'
import { parseRest } from '../../platform/upstream/parseRest.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'
import type { RestNodes } from '../serverFamily.js'

const satoshi = z.int().nonnegative().max(21e14)
const output = z.object({ scriptpubkey_address: z.string().max(100).optional(), value: satoshi })
const transaction = z.object({
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  vin: z.array(z.object({ prevout: output.nullish() })),
  vout: z.array(output),
  fee: satoshi,
  status: z.object({ confirmed: z.boolean(), block_time: z.int().nonnegative().max(1e11).optional() }),
})
type Transaction = z.output<typeof transaction>
const page = z.array(transaction).max(200)

/** Some explorers give 10 transactions of blocks at a time, others 25; a shorter page is the last. */
const shortestFull = 10

/**
 * Creates the reader of a Bitcoin account's transactions over an Esplora API: those that wait for a block first.
 *
 * @param options - The nodes.
 * @returns The reader; it rejects with an `UpstreamFault`.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md#get-addressaddresstxs
 */
export function createBitcoinHistory({ nodes }: { nodes: RestNodes }): HistoryReader {
  return {
    place: /^[0-9a-f]{64}$/,
    async page(chain, address, before) {
      const path = before === undefined ? 'txs' : `txs/chain/${before}`
      const list = parseRest(page, await nodes.get(chain.caip2, `/address/${address}/${path}`))
      const mined = list.filter(({ status }) => status.confirmed)
      return {
        transactions: list.map((one) => seenBy(address, one)),
        next: mined.length < shortestFull ? undefined : mined.at(-1)?.txid,
      }
    },
  }
}

function seenBy(address: string, { txid, vin, vout, fee, status }: Transaction): AccountTransaction {
  const isOwn = ({ scriptpubkey_address: owner }: { scriptpubkey_address?: string | undefined }) => owner === address
  const spent = vin.flatMap(({ prevout }) => prevout ?? [])
  const ownSpent = spent.filter(isOwn)
  const others = vout.filter((one) => !isOwn(one))
  const [taken, given] = [sum(vout.filter(isOwn)), sum(ownSpent)]
  if (taken === 0 && given === 0) throw liar('It does not touch the account.')
  // In a joint transaction the share of the fee is unknown.
  const isAlone = given > 0 && ownSpent.length === vin.length
  if (isAlone && given !== sum(vout) + fee) throw liar('Outputs and fee do not add up to the inputs.')
  const gain = taken - given + (isAlone ? fee : 0)
  const movement: AccountMovement =
    isAlone && others.length === 0
      ? { direction: 'self', amount: BigInt(taken) }
      : { direction: gain < 0 ? 'out' : 'in', amount: BigInt(Math.abs(gain)) }
  const sender = gain > 0 ? spent.find((one) => !isOwn(one)) : undefined
  const receiver = gain < 0 ? others.find(({ scriptpubkey_address: owner }) => owner !== undefined) : undefined
  return {
    hash: txid,
    minedAt: status.confirmed ? status.block_time : undefined,
    status: status.confirmed ? 'confirmed' : 'pending',
    from: gain > 0 ? (sender?.scriptpubkey_address ?? '') : address,
    to: gain < 0 ? (receiver?.scriptpubkey_address ?? '') : address,
    fee: isAlone ? BigInt(fee) : undefined,
    movements: [movement],
  }
}

function sum(list: readonly { value: number }[]): number {
  return list.reduce((total, { value }) => total + value, 0)
}

function liar(details: string): UpstreamFault {
  return new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details })
}
