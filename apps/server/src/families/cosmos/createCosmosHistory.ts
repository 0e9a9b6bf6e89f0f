import * as z from 'zod'
import type { Chain } from '../../platform/chains/chain.js'
import type { AccountMovement, AccountTransaction, HistoryReader } from '../../platform/upstream/historyReader.js'
import { parseRest } from '../../platform/upstream/parseRest.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'
import type { RestNodes } from '../serverFamily.js'

const pageSize = 25
/** A search answers with this many at most; the same block is asked for again on the next page, so it may hold a page more. */
const searchSize = 50

const coin = z.object({ denom: z.string().max(200), amount: z.string().regex(/^\d{1,78}$/) })
const message = z.looseObject({ '@type': z.string().max(200) })
const payment = z.object({ from_address: z.string(), to_address: z.string(), amount: z.array(coin).max(100) })
const response = z.object({
  height: z.string().regex(/^\d{1,15}$/),
  txhash: z.string().regex(/^[0-9A-F]{64}$/),
  code: z.int().nonnegative(),
  timestamp: z.string().max(40),
  tx: z.object({
    body: z.object({ messages: z.array(message).max(1000) }),
    auth_info: z.object({
      fee: z.object({ amount: z.array(coin).max(20), payer: z.string().nullish() }),
      signer_infos: z.array(z.object({ sequence: z.string().regex(/^\d{1,15}$/) })),
    }),
  }),
})
type Response = z.output<typeof response>
const search = z.object({ tx_responses: z.array(response).max(1000).nullable() })

/**
 * Creates the reader of a Cosmos account's transactions over the search of its nodes' REST API: those that it signed, and those that
 * pay it. A node that keeps no index of transactions refuses.
 *
 * @param options - The nodes.
 * @returns The reader; it rejects with an `UpstreamFault`.
 * @see https://docs.cosmos.network/api#tag/Service/operation/GetTxsEvent
 */
export function createCosmosHistory({ nodes }: { nodes: RestNodes }): HistoryReader {
  async function find(chain: Chain, event: string, height: string | undefined): Promise<readonly Response[]> {
    const terms = [event, ...(height === undefined ? [] : [`tx.height<=${height}`])]
    // Nodes before version 0.50 read `events`, later ones `query`; each leaves the other aside.
    const parameters = new URLSearchParams({
      query: terms.join(' AND '),
      events: terms.join(' AND '),
      order_by: 'ORDER_BY_DESC',
      page: '1',
      limit: String(searchSize),
      'pagination.limit': String(searchSize),
    })
    const path = `/cosmos/tx/v1beta1/txs?${parameters}`
    return parseRest(search, await nodes.get(chain.caip2, path)).tx_responses ?? []
  }

  return {
    place: /^\d{1,15}_[0-9A-F]{64}$/,
    async page(chain, address, before) {
      const [height, lastHash = ''] = before?.split('_') ?? []
      const lists = await Promise.all([
        find(chain, `message.sender='${address}'`, height),
        find(chain, `transfer.recipient='${address}'`, height),
      ])
      const all = [...new Map(lists.flat().map((one) => [one.txhash, one])).values()].toSorted(newestFirst)
      // Of the block in which the last page ended, what that page told is left out.
      const left = all.filter(({ height: own, txhash }) => own !== height || txhash > lastHash)
      const page = left.slice(0, pageSize)
      const isFull = lists.some(({ length }) => length >= searchSize)
      return {
        transactions: page.map((one) => seenBy(address, chain, one)),
        next: left.length > pageSize || isFull ? after(page.at(-1), all.at(-1)) : undefined,
      }
    },
  }
}

/** Where the next page begins; below a block that holds more than a search tells, and of which nothing new came. */
function after(told: Response | undefined, found: Response | undefined): string | undefined {
  if (told) return `${told.height}_${told.txhash}`
  return found && `${Math.max(Number(found.height) - 1, 0)}_${'0'.repeat(64)}`
}

function newestFirst(one: Response, other: Response): number {
  return Number(other.height) - Number(one.height) || (one.txhash < other.txhash ? -1 : 1)
}

function seenBy(address: string, chain: Chain, { txhash, code, timestamp, tx }: Response): AccountTransaction {
  const minedAt = Date.parse(timestamp) / 1000
  if (Number.isNaN(minedAt))
    throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'The time is not valid.' })
  const native = chain.denom ?? `u${chain.nativeCurrency.symbol.toLowerCase()}`
  const payments = tx.body.messages.flatMap((one) => {
    if (one['@type'] !== '/cosmos.bank.v1beta1.MsgSend') return []
    const { data } = payment.safeParse(one)
    return data && (data.from_address === address || data.to_address === address) ? [data] : []
  })
  const movements = payments.flatMap(({ from_address: from, to_address: to, amount }) =>
    amount.map(
      (one): AccountMovement => ({
        direction: from === to ? 'self' : to === address ? 'in' : 'out',
        amount: BigInt(one.amount),
        // What another coin is counted in is not told here: the amount is in the unit that its name says.
        ...(one.denom === native ? {} : { token: { id: one.denom, decimals: 0 } }),
      }),
    ),
  )
  const [first] = payments
  const signer = signerOf(tx.body.messages[0])
  const paid = tx.auth_info.fee.amount.find(({ denom }) => denom === native)
  const isPayer = (tx.auth_info.fee.payer || signer) === address
  return {
    hash: txhash,
    minedAt,
    status: code === 0 ? 'confirmed' : 'failed',
    from: first?.from_address ?? signer ?? address,
    to: first?.to_address ?? address,
    fee: isPayer && paid ? BigInt(paid.amount) : undefined,
    nonce: Number(tx.auth_info.signer_infos[0]?.sequence ?? 0),
    movements: code === 0 ? movements : [],
  }
}

/** The first signer, by the field names of the modules. */
function signerOf(first: { readonly [field: string]: unknown } | undefined): string | undefined {
  const names = ['from_address', 'sender', 'delegator_address', 'voter', 'depositor', 'proposer', 'signer', 'granter']
  return names.map((name) => first?.[name]).find((value) => typeof value === 'string')
}
