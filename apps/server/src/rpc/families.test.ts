import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ScriptedNode, startScriptedNode } from '../../test/startScriptedNode.js'
import { readChains } from '../platform/chains/readChains.js'
import { createNodes } from '../platform/upstream/nodes.js'
import { createProxy } from './createProxy.js'

const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const failed = { code: -32002, message: 'Transaction simulation failed', data: { err: 'AccountNotFound', logs: [] } }
let first: ScriptedNode
let second: ScriptedNode
const opened: (() => void)[] = []

beforeAll(async () => {
  const rpc = {
    getSlot: () => ({ result: 7 }),
    getGenesisHash: () => ({ result: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' }),
    sendTransaction: () => ({ error: failed }),
    chain_getBlockHash: () => ({ result: `0x${'00'.repeat(32)}` }),
    getSignatureStatuses: () => ({ result: { context: { slot: 9 }, value: [{ confirmationStatus: 'finalized' }] } }),
    system_chain: () => ({ result: 'Polkadot' }),
  }
  first = await startScriptedNode({ rpc })
  second = await startScriptedNode({ rpc })
})
afterAll(async () => {
  await first.stop()
  await second.stop()
})
afterEach(() => {
  for (const close of opened.splice(0)) close()
  for (const node of [first, second]) {
    node.fault = 'ok'
    node.calls.length = 0
    node.bodies.length = 0
  }
})

function open(chainId: typeof solana | typeof polkadot) {
  const coin = { name: 'Coin', symbol: 'COIN', decimals: 9 }
  const chains = readChains([{ caip2: chainId, name: 'Chain', rpc: [first.url, second.url], nativeCurrency: coin }])
  const nodes = createNodes({ chains, background: false })
  opened.push(nodes.close)
  const proxy = createProxy({ nodes })
  const post = async (body: unknown) => JSON.parse((await proxy.answer(chainId, JSON.stringify(body))).body)
  const call = (method: string, params: unknown[] = []) => post({ jsonrpc: '2.0', id: 1, method, params })
  return { nodes, post, call }
}

describe('Solana', () => {
  it('behavior: what reads moves on to the next node, alone and in a batch', async () => {
    first.fault = { status: 502 }
    const { call, post } = open(solana)
    expect(await call('getSlot')).toEqual({ jsonrpc: '2.0', id: 1, result: 7 })
    const answers = await post([
      { jsonrpc: '2.0', id: 'a', method: 'getSlot' },
      { jsonrpc: '2.0', id: 'b', method: 'getSignatureStatuses', params: [['x']] },
      { jsonrpc: '2.0', id: 'c', method: 'getProgramAccounts', params: ['x'] },
    ])
    expect(answers).toMatchObject([
      { id: 'a', result: 7 },
      { id: 'b', result: { value: [{ confirmationStatus: 'finalized' }] } },
      { id: 'c', error: { code: -32601 } },
    ])
  })

  it('behavior: a transaction is sent once, and what the node says against it comes back in its own words', async () => {
    const { call } = open(solana)
    expect((await call('sendTransaction', ['x', { encoding: 'base64' }])).error).toEqual(failed)
    expect([...first.calls, ...second.calls]).toEqual(['sendTransaction'])
  })

  it('behavior: one whose fate is open is not sent again, and is named by its first signature', async () => {
    first.fault = 'drop'
    const signature = new Uint8Array(64).fill(5)
    const bytes = new Uint8Array([1, ...signature, 1, 2, 3])
    for (const [text, options] of [
      [base64.encode(bytes), { encoding: 'base64' }],
      [base58.encode(bytes), {}],
    ] as const) {
      first.calls.length = 0
      expect(await open(solana).call('sendTransaction', [text, options])).toMatchObject({
        error: { code: -32000, data: { result: 'unknown', hash: base58.encode(signature) } },
      })
      expect(first.calls).toEqual(['sendTransaction'])
    }
    expect(second.calls).toEqual([])
  })

  it.each(['getProgramAccounts', 'requestAirdrop', 'eth_call', 'eth_chainId', 'getClusterNodes', 'state_call'])(
    'behavior: %s is refused here',
    async (method) => {
      expect((await open(solana).call(method)).error.code).toBe(-32601)
      expect(first.calls).toEqual([])
    },
  )

  it('behavior: a subscription needs a socket', async () => {
    expect((await open(solana).call('signatureSubscribe', ['x'])).error.message).toContain('WebSocket')
  })
})

describe('Polkadot', () => {
  it('behavior: what reads is passed on and no method of another family', async () => {
    const { call } = open(polkadot)
    expect((await call('system_chain')).result).toBe('Polkadot')
    for (const method of ['getSlot', 'eth_call', 'author_rotateKeys', 'author_insertKey', 'system_addReservedPeer'])
      expect((await call(method)).error.code).toBe(-32601)
    expect(first.calls).toEqual(['system_chain'])
  })

  it('behavior: an extrinsic whose fate is open is named by its hash', async () => {
    first.fault = 'drop'
    const bytes = new Uint8Array([4, 132, 0])
    const { error } = await open(polkadot).call('author_submitExtrinsic', [`0x${bytesToHex(bytes)}`])
    expect(error.data.hash).toBe(`0x${bytesToHex(blake2b(bytes, { dkLen: 32 }))}`)
    expect(first.calls).toEqual(['author_submitExtrinsic'])
  })
})

it('behavior: a node of another chain is found out by the block that its chain began with', async () => {
  for (const [chainId, wrong] of [
    [solana, false],
    [polkadot, true],
  ] as const) {
    const { nodes, call } = open(chainId)
    await nodes.check()
    expect(nodes.health()[0]?.nodes.map(({ wrongChain }) => wrongChain)).toEqual([wrong, wrong])
    if (wrong) await expect(call('system_chain')).rejects.toMatchObject({ code: 'NO_RPC_URL' })
  }
})
