import { identity as identitySchema } from '@latchkey/protocol/accountApi'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  hexToString,
  parseAbi,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ScriptedNode, startScriptedNode } from '../../test/startScriptedNode.js'
import { startTestServer } from '../../test/startTestServer.js'
import { createMemoryCache } from '../platform/cache/createMemoryCache.js'
import { createGate } from '../platform/limits/gate.js'
import { createRateLimit } from '../platform/limits/rateLimit.js'
import type { RunningServer } from '../startServer.js'
import { identityRoutes } from './identityRoutes.js'

const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const resolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
const abi = parseAbi([
  'function reverseWithGateways(bytes reverseName, uint256 coinType, string[] gateways) view returns (string resolvedName, address resolver, address reverseResolver)',
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes result, address resolver)',
  'error ResolverNotFound(bytes name)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
const inner = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
])

type Named = { name: string; owner?: string; avatar?: string; offchain?: string }
/** Which name the resolver tells of an address, in small letters. */
const names = new Map<string, Named>()
let node: ScriptedNode
let server: RunningServer

/** A node on which the universal resolver answers by the ABI that ENS documents. */
function callResolver([request]: readonly unknown[]) {
  const refused = (data: Hex) => ({ error: { code: 3, message: 'execution reverted', data } })
  const { to, data } = request as { to: string; data: Hex }
  if (to.toLowerCase() !== resolver) return { result: '0x' }
  const { functionName, args } = decodeFunctionData({ abi, data })
  if (functionName === 'reverseWithGateways') {
    const found = names.get(args[0].toLowerCase())
    if (found?.offchain !== undefined) {
      const lookup = [resolver, [found.offchain], '0x', '0x12345678', '0x'] as const
      return refused(encodeErrorResult({ abi, errorName: 'OffchainLookup', args: lookup }))
    }
    if (!found) return refused(encodeErrorResult({ abi, errorName: 'ResolverNotFound', args: ['0x'] }))
    return { result: encodeFunctionResult({ abi, functionName, result: [found.name, resolver, resolver] }) }
  }
  const wire = hexToString(args[0])
  const [address = '', found] = [...names].find(([, { name }]) => wire.includes(name.split('.')[0] ?? name)) ?? []
  const asked = decodeFunctionData({ abi: inner, data: args[1] })
  const answer =
    asked.functionName === 'text'
      ? encodeAbiParameters([{ type: 'string' }], [found?.avatar ?? 'https://pictures.example/v.png'])
      : encodeAbiParameters([{ type: 'address' }], [(found?.owner ?? address) as Hex])
  return { result: encodeFunctionResult({ abi, functionName, result: [answer, resolver] }) }
}

beforeAll(async () => {
  node = await startScriptedNode({ rpc: { eth_chainId: () => ({ result: '0x1' }), eth_call: callResolver } })
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = { caip2: 'eip155:1' as const, name: 'Ethereum', rpc: [node.url], nativeCurrency }
  server = await startTestServer({ chains: [chain] })
}, 120_000)
afterAll(async () => {
  await server?.close()
  await node?.stop()
})

let count = 0
/** An address of which nothing is kept yet, with a name. */
function named(more: Partial<Named> = {}): string {
  const address = `0x${String(++count).padStart(38, '0')}aB`
  names.set(address.toLowerCase(), { name: `name${count}x.eth`, ...more })
  return address
}
const get = (address: string, query = `?sender=${other}`) => fetchJson(`${server.url}/v1/identity/${address}${query}`)

async function fetchJson(url: string) {
  const response = await fetch(url)
  return { status: response.status, headers: response.headers, json: await response.json() }
}
const calls = (node: ScriptedNode) => node.calls.filter((call) => call === 'eth_call').length

describe('GET /v1/identity/{address}', () => {
  it('[S7-05] tells name and picture of an address, to any site, and for a day without asking again', async () => {
    const address = named()
    const { status, headers, json } = await get(address)
    expect(status).toBe(200)
    expect(identitySchema.parse(json)).toEqual({
      name: `name${count}x.eth`,
      avatar: 'https://pictures.example/v.png',
      resolvedAt: expect.any(Number),
    })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const [, age] = /^public, max-age=(\d+), s-maxage=\1$/.exec(headers.get('cache-control') ?? '') ?? []
    expect(Number(age)).toBeGreaterThan(80_000)
    const before = calls(node)
    expect((await get(address.toLowerCase())).json).toEqual(json)
    expect(calls(node)).toBe(before)
    const preflight = await fetch(`${server.url}/v1/identity/${address}`, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  })

  it('[S7-06] takes a sender, does without one, and refuses one that is no address', async () => {
    const address = named()
    const { json } = await get(address, '')
    expect((await get(address)).json).toEqual(json)
    const refused = await get(address, '?sender=%3Cscript%3E')
    expect([refused.status, refused.json.reasons[0].field]).toEqual([400, 'sender'])
  })

  it('knows no name of an address without one', async () => {
    expect((await get(other)).json).toMatchObject({ name: null, avatar: null })
  })

  it.each([
    ['leads to somebody else', { owner: other }],
    ['is written to look like another', { name: 'VITALIK.eth' }],
    ['has an invisible letter', { name: 'vita\u200blik.eth' }],
  ])('does not believe a name that %s', async (_, record) => {
    expect((await get(named(record))).json).toMatchObject({ name: null, avatar: null })
  })

  it.each([
    'http://pictures.example/v.png',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'ipfs://Qm',
    'v.png',
    '',
  ])('gives no picture at "%s"', async (avatar) => {
    expect((await get(named({ avatar }))).json).toMatchObject({ name: expect.any(String), avatar: null })
  })

  it('[SEC-N-05] never calls an address that a contract names', async () => {
    const inside = await startScriptedNode({ rest: {} })
    onTestFinished(() => inside.stop())
    expect((await get(named({ offchain: inside.url }))).json).toMatchObject({ name: null, avatar: null })
    expect(inside.calls).toEqual([])
  })

  it('error: says that Ethereum cannot be asked, and keeps no such answer', async () => {
    const address = named()
    node.fault = { status: 500 }
    expect((await get(address)).status).toBe(503)
    node.fault = 'ok'
    await expect.poll(async () => (await get(address)).json.name, { timeout: 15_000 }).toBe(`name${count}x.eth`)
  })

  describe('where Ethereum has three nodes', () => {
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const theirs = new Map<ScriptedNode, string>()
    let three: ScriptedNode[]
    let guarded: RunningServer
    const ask = (address: string) => fetchJson(`${guarded.url}/v1/identity/${address}`)
    /** A node that gives its own name for each account; one without is honest. */
    async function startNode(): Promise<ScriptedNode> {
      const own: ScriptedNode = await startScriptedNode({
        rpc: {
          eth_chainId: () => ({ result: '0x1' }),
          eth_call([request]) {
            const lie = theirs.get(own)
            const kept = [...names]
            if (lie !== undefined) for (const [address, record] of kept) names.set(address, { ...record, name: lie })
            const answer = callResolver([request])
            for (const [address, record] of kept) names.set(address, record)
            return answer
          },
        },
      })
      return own
    }
    beforeAll(async () => {
      three = [await startNode(), await startNode(), await startNode()]
      const rpc = three.map(({ url }) => url)
      guarded = await startTestServer({ chains: [{ caip2: 'eip155:1', name: 'Ethereum', rpc, nativeCurrency }] })
    }, 120_000)
    afterAll(async () => {
      await guarded?.close()
      for (const one of three ?? []) await one.stop()
    })

    it.each([0, 1])(
      '[SEC-R-12] tells no name that two nodes disagree on, whichever of the two lies: %i',
      async (liar) => {
        const address = named()
        const own = three[liar] as ScriptedNode
        theirs.set(own, 'vitalik.eth')
        const { status, json } = await ask(address)
        expect([status, JSON.stringify(json)]).toEqual([503, expect.not.stringContaining('.eth')])
        // It was not kept: once they agree, the name is there.
        theirs.clear()
        expect((await ask(address)).json.name).toBe(`name${count}x.eth`)
      },
    )

    it('[SEC-R-12] asks the third where one is away, and believes none alone', async () => {
      const [first, second, third] = three as [ScriptedNode, ScriptedNode, ScriptedNode]
      first.fault = 'drop'
      const before = calls(third)
      const address = named()
      expect((await ask(address)).json.name).toBe(`name${count}x.eth`)
      expect(calls(third)).toBeGreaterThan(before)
      second.fault = 'drop'
      expect((await ask(named())).status).toBe(503)
      first.fault = 'ok'
      second.fault = 'ok'
    })
  })

  it.each(['So11111111111111111111111111111111111111112', '0x12', 'vitalik.eth'])('refuses %s', async (address) => {
    const { status, json } = await get(address)
    expect([status, json.reasons[0].field]).toEqual([400, 'address'])
  })

  it('knows nobody without a node of Ethereum', async () => {
    const clock = () => new Date()
    const rateLimit = createRateLimit({ rate: 100, burst: 100 })
    const gate = createGate({ chains: [], rateLimit, exemptLoopback: false, clock })
    const routes = identityRoutes({
      gate,
      cache: createMemoryCache(),
      clock,
      readEns: undefined,
      readPicture: async () => undefined,
    })
    expect(await (await routes.request(`/v1/identity/${other}`)).json()).toEqual({ name: null, avatar: null })
  })
})
