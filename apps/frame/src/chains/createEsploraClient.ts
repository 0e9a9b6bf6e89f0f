import { LatchkeyError } from '@latchkey/protocol/errors'
import { rpcTimeout } from '@latchkey/protocol/internal/limits'
import * as z from 'zod/mini'
import type { FrameChain, FrameSettings } from '../types.js'
import { apiUrlOf } from './apiUrlOf.js'

const outputs = z
  .array(
    z.object({
      txid: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      vout: z.int().check(z.gte(0)),
      value: z.int().check(z.gte(0)),
      status: z.object({ confirmed: z.boolean() }),
    }),
  )
  .check(z.maxLength(10_000))
const fees = z.record(z.string(), z.number().check(z.gt(0), z.lt(100_000)))
const largestAnswer = 8 * 1024 * 1024

/** A coin that an address can spend; `value` in satoshi. */
export type Coin = z.infer<typeof outputs>[number]

/** Asks the Bitcoin nodes of a chain, through the operator's proxy and never by an address that a page gave. */
export type EsploraClient = {
  coins(address: string): Promise<readonly Coin[]>
  /** The fee rate in satoshi per virtual byte for a target in blocks; undefined when unknown. */
  feeRate(blocks: number): Promise<number | undefined>
  /** The bytes of a transaction, in hex; undefined when the chain does not know it. */
  transaction(txid: string): Promise<string | undefined>
  /** Sends a transaction. @throws LatchkeyError RPC_ERROR with the node's message; RPC_UNREACHABLE and others without a response. */
  send(transaction: string): Promise<void>
}

/**
 * Creates the client of the operator's proxy for one Bitcoin chain.
 *
 * @param options - Where the data API is, for which project and chain, how to fetch, and what ends the questions.
 * @returns The client; what it cannot ask throws RPC_UNREACHABLE, RPC_TIMEOUT, RPC_BAD_ANSWER or ABORTED.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export function createEsploraClient(options: {
  readonly settings: Pick<FrameSettings, 'apiUrl'>
  readonly projectId: string
  readonly chain: Pick<FrameChain, 'id'>
  readonly signal: AbortSignal
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}): EsploraClient {
  const { settings, projectId, chain, signal, fetch = (url, init) => globalThis.fetch(url, init) } = options

  async function ask(path: string, body?: string): Promise<{ status: number; text: string }> {
    const timeout = AbortSignal.timeout(rpcTimeout)
    try {
      const response = await fetch(apiUrlOf(settings, `v1/rest/${chain.id}${path}`, { projectId }), {
        // Plain text needs no question ahead from another origin.
        ...(body === undefined
          ? {}
          : { method: 'POST', body, headers: { 'content-type': 'text/plain;charset=UTF-8' } }),
        signal: AbortSignal.any([signal, timeout]),
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
      })
      const text = await response.text()
      if (text.length > largestAnswer) throw unreadable()
      if (response.status < 500 && response.status !== 429) return { status: response.status, text }
    } catch (cause) {
      if (cause instanceof LatchkeyError) throw cause
      if (signal.aborted) throw new LatchkeyError('ABORTED', 'Request was aborted', { cause })
      if (timeout.aborted) throw new LatchkeyError('RPC_TIMEOUT', 'The network did not answer in time.', { cause })
      throw new LatchkeyError('RPC_UNREACHABLE', 'The network cannot be reached. Check your connection.', { cause })
    }
    throw new LatchkeyError('RPC_UNREACHABLE', 'The network cannot be reached now. Try again later.')
  }

  async function read<T>(path: string, schema: z.ZodMiniType<T>): Promise<T> {
    const { status, text } = await ask(path)
    const found = status === 200 ? schema.safeParse(parse(text)) : undefined
    if (!found?.success) throw unreadable()
    return found.data
  }

  return {
    coins: (address) => read(`/address/${address}/utxo`, outputs),
    async feeRate(blocks) {
      const rates = Object.entries(await read('/fee-estimates', fees))
        .map(([within, rate]) => ({ within: Number(within), rate }))
        .filter(({ within }) => within <= blocks)
        .sort((a, b) => b.within - a.within)
      return rates[0]?.rate
    },
    async transaction(txid) {
      const { status, text } = await ask(`/tx/${txid}/hex`)
      if (status === 404) return undefined
      const hex = text.trim()
      if (status !== 200 || !/^([0-9a-f]{2})+$/i.test(hex)) throw unreadable()
      return hex
    },
    async send(transaction) {
      const { status, text } = await ask('/tx', transaction)
      if (status === 200) return
      throw new LatchkeyError('RPC_ERROR', 'The network did not take the transaction. Nothing was sent.', {
        details: text.slice(0, 300),
      })
    },
  }
}

function unreadable(): LatchkeyError {
  return new LatchkeyError('RPC_BAD_ANSWER', 'The network returned an unreadable response.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
