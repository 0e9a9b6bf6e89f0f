import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { polkadotPrefix } from './polkadotNetwork.js'
import type { PolkadotBook } from './polkadotState.js'
import { decodeSs58 } from './ss58.js'

type Method = (params: readonly unknown[]) => unknown

/** The error of a node. @see https://www.jsonrpc.org/specification#error_object */
class RpcFailure extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The methods of a Substrate node that readers of balances and extensions call, over HTTP. */
export function substrateRoutes(book: PolkadotBook): Hono {
  const methods = substrateMethods(book)
  const answer = async (request: unknown): Promise<object | undefined> => {
    const { id, method, params = [] } = (request ?? {}) as { id?: unknown; method?: unknown; params?: unknown }
    const reply = { jsonrpc: '2.0', id: typeof id === 'string' || typeof id === 'number' ? id : null }
    if (typeof method !== 'string' || !Array.isArray(params)) {
      return { ...reply, error: { code: -32600, message: 'Invalid request' } }
    }
    try {
      const call = methods.get(method)
      if (call === undefined) throw new RpcFailure(-32601, 'Method not found')
      return { ...reply, result: call(params) }
    } catch (error) {
      if (!(error instanceof RpcFailure)) throw error
      return { ...reply, error: { code: error.code, message: error.message } }
    }
  }
  const app = new Hono()
  app.use('*', cors())
  app.post('/', async (context) => {
    const body = await context.req.json().catch(() => undefined)
    if (body === undefined) {
      return context.json({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } })
    }
    return context.json(Array.isArray(body) ? await Promise.all(body.map(answer)) : ((await answer(body)) ?? {}))
  })
  return app
}

function substrateMethods(book: PolkadotBook): ReadonlyMap<string, Method> {
  const known = (hash: unknown) => {
    if (hash === undefined || hash === null) return undefined
    if (typeof hash !== 'string') throw new RpcFailure(-32602, 'Invalid params: the hash is not text')
    return hash
  }
  const latest = (hash: unknown) => {
    const wanted = known(hash)
    if (wanted === undefined || wanted === book.hash(book.height())) return
    // Only the newest state is kept, as on a node that prunes.
    const old = book.header(wanted) !== undefined
    throw new RpcFailure(
      -32000,
      `Client error: UnknownBlock: ${old ? 'State already discarded for' : 'Header was not found'} ${wanted}`,
    )
  }
  const storage = (key: unknown) => {
    if (typeof key !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(key)) {
      throw new RpcFailure(-32602, 'Invalid params: the storage key is not hexadecimal')
    }
    return book.storage(key)
  }
  const methods: readonly (readonly [string, Method])[] = [
    ['system_chain', () => 'Local Polkadot'],
    ['system_chainType', () => 'Development'],
    ['system_name', () => 'Latchkey local ledger'],
    ['system_version', () => '0.1.0'],
    ['system_properties', () => ({ ss58Format: polkadotPrefix, tokenDecimals: 10, tokenSymbol: 'DOT' })],
    ['system_health', () => ({ peers: 0, isSyncing: false, shouldHavePeers: false })],
    [
      'system_accountNextIndex',
      ([address]) => {
        if (typeof address === 'string' && decodeSs58(address)) return 0
        throw new RpcFailure(-32602, 'Invalid params: not an SS58 address')
      },
    ],
    [
      'chain_getBlockHash',
      ([number]) => {
        if (number === undefined || number === null) return book.hash(book.height())
        if (Array.isArray(number)) return number.map((one) => book.hash(Number(one)) ?? null)
        return book.hash(Number(number)) ?? null
      },
    ],
    ['chain_getFinalizedHead', () => book.hash(book.height())],
    ['chain_getHeader', ([hash]) => book.header(known(hash)) ?? null],
    [
      'state_getRuntimeVersion',
      () => ({
        specName: 'latchkey-local',
        implName: 'latchkey-local',
        authoringVersion: 1,
        specVersion: 1,
        implVersion: 1,
        apis: [],
        transactionVersion: 1,
        stateVersion: 1,
      }),
    ],
    [
      'state_getStorage',
      ([key, at]) => {
        latest(at)
        return storage(key)
      },
    ],
    [
      'state_queryStorageAt',
      ([keys, at]) => {
        latest(at)
        if (!Array.isArray(keys)) throw new RpcFailure(-32602, 'Invalid params: the keys are not a list')
        return [{ block: book.hash(book.height()), changes: keys.map((key) => [key, storage(key)]) }]
      },
    ],
  ]
  const names = [...methods.map(([name]) => name), 'rpc_methods'].sort()
  return new Map([...methods, ['rpc_methods', () => ({ methods: names })] as const])
}
