import { hex } from '@scure/base'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { BitcoinNode } from './bitcoinNode.js'
import { addressForm, scriptOf, statusForm, txForm, utxoForm } from './esploraForms.js'
import { Rejection } from './rejection.js'

/** How many transactions of blocks come with one answer. */
const page = 25
/** How many waiting transactions come with one answer. */
const waitingPage = 50
/** Longer than any transaction that a block can hold. */
const longestBody = 8_000_002

/**
 * The interface of an explorer over the local node.
 *
 * @param node - The node.
 * @param accepted - Called after each transaction that was taken.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export function esploraRoutes(node: BitcoinNode, accepted: () => void): Hono {
  const { index } = node
  const app = new Hono()
  app.use('*', cors())

  app.get('/blocks/tip/height', (context) => context.text(String(index.blocks.length - 1)))
  app.get('/blocks/tip/hash', (context) => context.text(index.blocks.at(-1)?.hash ?? ''))
  app.get('/block-height/:height', (context) => {
    const block = index.blockAt(Number(context.req.param('height')))
    return block === undefined ? context.text('Block not found', 404) : context.text(block.hash)
  })
  app.get('/block/:hash', (context) => {
    const block = index.block(context.req.param('hash'))
    if (block === undefined) return context.text('Block not found', 404)
    const { hash, height, time, txids, size, previous } = block
    return context.json({
      id: hash,
      height,
      timestamp: time,
      tx_count: txids.length,
      size,
      previousblockhash: previous,
    })
  })
  app.get('/block/:hash/txids', (context) => {
    const block = index.block(context.req.param('hash'))
    return block === undefined ? context.text('Block not found', 404) : context.json(block.txids)
  })
  // Blocks here are never full: the least that is passed on is enough at any speed.
  app.get('/fee-estimates', (context) =>
    context.json(Object.fromEntries([1, 2, 3, 4, 5, 6, 10, 20, 144, 504, 1008].map((target) => [target, 1]))),
  )

  app.get('/address/:address', (context) =>
    withScript(context, (script, address) => context.json(addressForm(index, address, script))),
  )
  app.get('/address/:address/utxo', (context) =>
    withScript(context, (script) => context.json(index.unspent(script).map((coin) => utxoForm(index, coin)))),
  )
  app.get('/address/:address/txs', (context) =>
    withScript(context, (script) => {
      const history = index.history(script)
      const waiting = history.filter(({ place }) => place === undefined).slice(0, waitingPage)
      const mined = history.filter(({ place }) => place !== undefined).slice(0, page)
      return context.json([...waiting, ...mined].map(txForm))
    }),
  )
  app.get('/address/:address/txs/mempool', (context) =>
    withScript(context, (script) => {
      const waiting = index.history(script).filter(({ place }) => place === undefined)
      return context.json(waiting.slice(0, waitingPage).map(txForm))
    }),
  )
  app.get('/address/:address/txs/chain/:last?', (context) =>
    withScript(context, (script) => {
      const mined = index.history(script).filter(({ place }) => place !== undefined)
      const last = context.req.param('last')
      const from = last === undefined ? 0 : mined.findIndex(({ txid }) => txid === last) + 1
      if (last !== undefined && from === 0) return context.text('Transaction not found', 404)
      return context.json(mined.slice(from, from + page).map(txForm))
    }),
  )

  const withTx = (context: Context, answer: (tx: NonNullable<ReturnType<typeof index.tx>>) => Response) => {
    const txid = context.req.param('txid') ?? ''
    if (!/^[0-9a-f]{64}$/i.test(txid)) return context.text('Invalid hex string', 400)
    const tx = index.tx(txid.toLowerCase())
    return tx === undefined ? context.text('Transaction not found', 404) : answer(tx)
  }
  app.get('/tx/:txid', (context) => withTx(context, (tx) => context.json(txForm(tx))))
  app.get('/tx/:txid/status', (context) => withTx(context, ({ place }) => context.json(statusForm(place))))
  app.get('/tx/:txid/hex', (context) =>
    withTx(context, ({ tx }) => context.text(hex.encode(Uint8Array.from(tx.toRaw())))),
  )
  app.get('/tx/:txid/raw', (context) =>
    withTx(context, ({ tx }) =>
      context.body(Uint8Array.from(tx.toRaw()), 200, { 'content-type': 'application/octet-stream' }),
    ),
  )
  app.get('/tx/:txid/outspend/:vout', (context) =>
    withTx(context, ({ txid }) => context.json(outspend(node, txid, Number(context.req.param('vout'))))),
  )
  app.get('/tx/:txid/outspends', (context) =>
    withTx(context, ({ txid, tx }) => context.json(tx.outputs.map((_, vout) => outspend(node, txid, vout)))),
  )

  app.post('/tx', async (context) => {
    if (Number(context.req.header('content-length') ?? 0) > longestBody) return context.text('Body is too long', 413)
    const text = (await context.req.text()).trim()
    try {
      const txid = await node.accept(fromHex(text))
      accepted()
      return context.text(txid)
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      const { code, message } = error
      return context.text(`sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`, 400)
    }
  })

  app.notFound((context) => context.text('endpoint does not exist', 404))
  app.onError((error, context) => context.text(`The local explorer failed: ${error.message}`, 500))
  return app
}

function withScript(
  context: Context,
  answer: (script: Uint8Array, address: string) => Response,
): Response | Promise<Response> {
  const address = context.req.param('address') ?? ''
  const script = scriptOf(address)
  return script === undefined ? context.text('Invalid Bitcoin address', 400) : answer(script, address)
}

function outspend({ index }: BitcoinNode, txid: string, vout: number) {
  const spender = index.spender(txid, vout)
  return spender === undefined
    ? { spent: false }
    : { spent: true, ...spender, status: statusForm(index.tx(spender.txid)?.place) }
}

function fromHex(text: string): Uint8Array {
  try {
    return hex.decode(text)
  } catch {
    throw new Rejection(-22, 'TX decode failed. Make sure the tx has at least one input.')
  }
}
