import { encodeFunctionData, erc20Abi, parseAbi, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { account, other, useRpcWorld } from '../../test/useRpcWorld.js'
import type { Approval } from '../types.js'

const { world, open, screens, wallet } = useRpcWorld()
const usdc = () => world().chain.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x'
const mint = (amount: bigint) =>
  encodeFunctionData({ abi: parseAbi(['function mint(address,uint256)']), args: [account, amount] })
const transfer = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other, amount] })
const shown = (): Approval => {
  const screen = screens().asked.at(-1)
  if (screen?.kind !== 'approve') throw new Error('No approval was shown')
  return screen.approval
}
const changes = () =>
  shown()
    .rows.filter(({ label }) => /simulated|could take/i.test(label))
    .map(({ label, value }) => `${label.replace(' (simulated)', '')}: ${value}`)
const untried = 'This could not be simulated, so its effects are unknown.'

/** The real node, but for one method. */
function withSimulation(answer: (id: unknown) => unknown) {
  return open({
    fetch: async (url, init) => {
      const { id, method } = typeof init.body === 'string' ? JSON.parse(init.body) : {}
      return method === 'eth_simulateV1' ? Response.json(answer(id)) : fetch(url, init)
    },
  })
}

describe('what a transaction would change', () => {
  it('is simulated by a real node, also where its bytes cannot be read', async () => {
    const { request } = open()
    await request('eth_sendTransaction', [{ from: account, to: usdc(), data: mint(5_000_000n) }])
    expect([changes(), shown().needsSecondLook]).toEqual([['You receive: 5 USDC'], false])
    await request('eth_sendTransaction', [{ from: account, to: usdc(), data: transfer(2_000_000n) }])
    expect(changes()).toEqual(['You send: 2 USDC'])
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [other, 1n] })
    await request('eth_sendTransaction', [{ from: account, to: usdc(), data }])
    expect(changes()).toEqual([
      'Simulated result: Nothing of yours moves',
      `Others could take: 0.000001 USDC by ${other}`,
    ])
  })

  it('is not asked for a plain payment: all of it is in sight', async () => {
    const { request } = open()
    await request('eth_sendTransaction', [{ from: account, to: other, value: toHex(5n) }])
    expect(changes()).toEqual([])
  })

  it('of several is simulated in their order, as a whole, and says which of them fails', async () => {
    const { request } = open()
    const send = (...calls: object[]) =>
      request('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x7a69', from: account, calls }])
    const value = toHex(10n ** 16n)
    await send({ to: usdc(), data: mint(9_000_000n) }, { to: usdc(), data: transfer(4_000_000n) }, { to: other, value })
    expect(changes()).toEqual(['You send: 0.01 ETH', 'You receive: 5 USDC'])
    screens().answer = async () => {
      throw new Error('No')
    }
    await expect(send({ to: other, value }, { to: usdc(), data: transfer(10n ** 30n) })).rejects.toThrow('No')
    expect(shown().warnings).toContain('In the simulation, call 2 fails.')
  })

  it.each([
    ['does not know how', (id: unknown) => ({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } })],
    ['answers something else', (id: unknown) => ({ jsonrpc: '2.0', id, result: [{ calls: 'all' }] })],
    ['answers for another number of calls', (id: unknown) => ({ jsonrpc: '2.0', id, result: [{ calls: [] }] })],
  ])('error: a node that %s costs a second look at bytes that cannot be read, and nothing else', async (_, answer) => {
    const { request } = withSimulation(answer)
    await request('eth_sendTransaction', [{ from: account, to: usdc(), data: mint(5_000_000n) }])
    expect([changes(), shown().needsSecondLook, shown().warnings.includes(untried)]).toEqual([[], true, true])
    await request('eth_sendTransaction', [{ from: account, to: usdc(), data: transfer(1n) }])
    expect([changes(), shown().needsSecondLook, shown().warnings.includes(untried)]).toEqual([[], false, false])
    expect(wallet().signed).toHaveLength(2)
  })
})
