import { base64, hex } from '@scure/base'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { isCosmosAddress } from './cosmosAccounts.js'
import { type CosmosBook, CosmosRefusal, type CosmosTx } from './cosmosBook.js'
import { cosmosChain, cosmosDenom } from './cosmosNetwork.js'
import { searchTxs, txForm } from './searchTxs.js'

// The numbers of gRPC that the REST interface of a node answers errors with.
const invalidArgument = 3
const notFound = 5
const unimplemented = 12

/** The REST interface of a Cosmos SDK node over the ledger. @see https://docs.cosmos.network/api */
export function cosmosRoutes(book: CosmosBook): Hono {
  const app = new Hono()
  app.use('*', cors())

  app.get('/cosmos/bank/v1beta1/balances/:address', (context) =>
    withAddress(context, (address) => {
      const balance = book.account(address)?.balance ?? '0'
      const balances = balance === '0' ? [] : [{ denom: cosmosDenom, amount: balance }]
      return context.json({ balances, pagination: { next_key: null, total: String(balances.length) } })
    }),
  )
  app.get('/cosmos/bank/v1beta1/balances/:address/by_denom', (context) =>
    withAddress(context, (address) => {
      const denom = context.req.query('denom') ?? ''
      const amount = denom === cosmosDenom ? (book.account(address)?.balance ?? '0') : '0'
      return context.json({ balance: { denom, amount } })
    }),
  )
  app.get('/cosmos/auth/v1beta1/accounts/:address', (context) =>
    withAddress(context, (address) => {
      const account = book.account(address)
      if (account === undefined) return failure(context, 404, notFound, `account ${address} not found`)
      const { publicKey, number, sequence } = account
      return context.json({
        account: {
          '@type': '/cosmos.auth.v1beta1.BaseAccount',
          address,
          pub_key:
            publicKey === undefined
              ? null
              : { '@type': '/cosmos.crypto.secp256k1.PubKey', key: base64.encode(hex.decode(publicKey)) },
          account_number: String(number),
          sequence: String(sequence),
        },
      })
    }),
  )
  app.get('/cosmos/base/tendermint/v1beta1/node_info', (context) =>
    context.json({
      default_node_info: { network: cosmosChain, version: '0.38.0', moniker: 'latchkey' },
      application_version: {
        name: 'latchkey',
        app_name: 'latchkey-local',
        version: '0.1.0',
        cosmos_sdk_version: 'v0.50.0',
      },
    }),
  )
  app.get('/cosmos/base/tendermint/v1beta1/blocks/latest', (context) =>
    context.json({
      block: { header: { chain_id: cosmosChain, height: String(book.height()), time: new Date().toISOString() } },
    }),
  )
  app.get('/cosmos/tx/v1beta1/txs', (context) => {
    const { query = '', order_by: order, page, limit } = context.req.query()
    const found = searchTxs(book.all(), query)
    if (found === undefined) return failure(context, 400, invalidArgument, `failed to search for txs: ${query}`)
    const sorted = order === 'ORDER_BY_DESC' ? found.toReversed() : found
    const [size, number] = [Math.min(Number(limit) || 100, 100), Number(page) || 1]
    const list = sorted.slice((number - 1) * size, number * size)
    const txResponses = list.map((tx) => ({
      ...txResponse(tx),
      tx: { '@type': '/cosmos.tx.v1beta1.Tx', ...txForm(tx) },
    }))
    return context.json({
      txs: list.map(txForm),
      tx_responses: txResponses,
      pagination: null,
      total: String(found.length),
    })
  })
  app.get('/cosmos/tx/v1beta1/txs/:hash', (context) => {
    const hash = context.req.param('hash')
    const tx = book.tx(hash)
    return tx === undefined
      ? failure(context, 404, notFound, `tx not found: ${hash}`)
      : context.json({ tx_response: txResponse(tx) })
  })
  app.post('/cosmos/tx/v1beta1/txs', async (context) => {
    const body = (await context.req.json().catch(() => undefined)) as { tx_bytes?: unknown; mode?: unknown } | undefined
    const raw = fromBase64(body?.tx_bytes)
    if (raw === undefined) return failure(context, 400, invalidArgument, 'invalid empty tx')
    if (body?.mode !== 'BROADCAST_MODE_SYNC' && body?.mode !== 'BROADCAST_MODE_ASYNC') {
      return failure(context, 400, invalidArgument, 'unsupported broadcast mode: use BROADCAST_MODE_SYNC')
    }
    try {
      // As on a chain: the answer says that it was taken; how it ended is asked for by its hash.
      return context.json({ tx_response: { ...txResponse(book.take(raw)), height: '0', code: 0, raw_log: '' } })
    } catch (error) {
      if (!(error instanceof CosmosRefusal)) throw error
      const refused = { hash: '', height: 0, time: '', gas: '0', code: error.code, log: error.message }
      return context.json({ tx_response: { ...txResponse(refused), codespace: 'sdk' } })
    }
  })

  app.notFound((context) => failure(context, 501, unimplemented, 'Not Implemented'))
  return app
}

function txResponse({ hash, height, code, log, gas, time }: CosmosTx) {
  return {
    height: String(height),
    txhash: hash,
    codespace: code === 0 ? '' : 'sdk',
    code,
    data: '',
    raw_log: log,
    logs: [],
    info: '',
    gas_wanted: gas,
    gas_used: '0',
    tx: null,
    timestamp: time,
    events: [],
  }
}

function withAddress(context: Context, answer: (address: string) => Response): Response {
  const address = context.req.param('address')
  return isCosmosAddress(address)
    ? answer(address)
    : failure(context, 400, invalidArgument, 'decoding bech32 failed: invalid address')
}

function failure(context: Context, status: 400 | 404 | 501, code: number, message: string): Response {
  return context.json({ code, message, details: [] }, status)
}

function fromBase64(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || text === '') return undefined
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}
