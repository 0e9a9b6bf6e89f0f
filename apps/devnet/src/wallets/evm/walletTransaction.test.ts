import { createWalletClient, custom, erc20Abi, type Hex, parseEther, parseUnits } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { walletKit } from '../../../test/walletKit.js'
import { accounts } from '../../chains/evm/accounts.js'
import { localTokens } from '../../chains/evm/contractAddresses.js'
import type { ApprovalRequest } from '../approvalRequest.js'

describe('walletTransaction', () => {
  const { ask, chains, connected, node, second, visitor } = walletKit()

  it('behavior: fills nonce, gas and fees, signs here and is mined', async () => {
    const wallet = await connected()
    const to = accounts[8]!.address
    const before = await node().getBalance({ address: to })
    const hash = (await ask(wallet, 'eth_sendTransaction', {
      from: visitor.address,
      to,
      value: '0xde0b6b3a7640000',
    })) as Hex
    const receipt = await node().waitForTransactionReceipt({ hash, pollingInterval: 20 })
    expect(receipt).toMatchObject({ status: 'success', gasUsed: 21_000n, type: 'eip1559' })
    expect((await node().getBalance({ address: to })) - before).toBe(parseEther('1'))
    const legacy = { from: visitor.address, to, value: '0x1', gasPrice: '0x77359400', gas: '0x5208' }
    const old = (await ask(wallet, 'eth_sendTransaction', legacy)) as Hex
    expect(await node().waitForTransactionReceipt({ hash: old, pollingInterval: 20 })).toMatchObject({
      type: 'legacy',
    })
  })

  it('behavior: viem sends an ERC-20 through the provider, and the request says what leaves', async () => {
    const asked: ApprovalRequest[] = []
    const wallet = await connected({
      approve: async (request) => {
        asked.push(request)
        return true
      },
    })
    const chain = {
      id: 31337,
      name: 'Local',
      nativeCurrency: chains()[0].nativeCurrency,
      rpcUrls: { default: { http: [] } },
    }
    const client = createWalletClient({ account: visitor.address, chain, transport: custom(wallet.provider) })
    const [usdc] = localTokens
    const to = accounts[9]!.address
    const token = { address: usdc.address, abi: erc20Abi } as const
    const hash = await client.writeContract({ ...token, functionName: 'transfer', args: [to, parseUnits('12.5', 6)] })
    await node().waitForTransactionReceipt({ hash, pollingInterval: 20 })
    expect(await node().readContract({ ...token, functionName: 'balanceOf', args: [to] })).toBe(12_500_000n)
    await client.writeContract({ ...token, functionName: 'approve', args: [to, 2n ** 256n - 1n] })
    await client.sendTransaction({ to: usdc.address, data: '0x06fdde03' })
    const summaries = asked.flatMap((request) => (request.kind === 'transaction' ? [request.summary] : []))
    expect(summaries).toMatchObject([
      { action: 'send', amount: '12.5', symbol: 'USDC', recipient: to, fee: expect.stringMatching(/^0\.0\d+$/) },
      { action: 'approve', amount: 'unlimited', symbol: 'USDC', recipient: to },
      { action: 'call', amount: '0', symbol: 'ETH', recipient: usdc.address },
    ])
    expect(asked[0]).toMatchObject({ kind: 'connect', account: visitor.address, chain: { chainId: 31337 } })
  })

  it('behavior: many at once take different numbers', async () => {
    const wallet = await connected()
    const send = () => ask(wallet, 'eth_sendTransaction', { from: second.address, to: visitor.address, value: '0x1' })
    const hashes = (await Promise.all([send(), send(), send(), send(), send()])) as Hex[]
    expect(new Set(hashes).size).toBe(5)
    for (const hash of hashes) {
      expect((await node().waitForTransactionReceipt({ hash, pollingInterval: 20 })).status).toBe('success')
    }
  })

  it('error: bad fields are refused before anybody is asked', async () => {
    const approve = vi.fn(async () => true)
    const wallet = await connected({ approve })
    const from = visitor.address
    const to = second.address
    const bad = [
      null,
      'text',
      { to },
      { from, to: '0x12' },
      { from, to, value: '10' },
      { from, to, value: 10 },
      { from, to, data: 'hello' },
      { from, to, data: '0x123' },
      { from },
      { from, to, chainId: '0x1' },
    ]
    for (const transaction of bad) {
      await expect(ask(wallet, 'eth_sendTransaction', transaction)).rejects.toMatchObject({ code: -32602 })
    }
    expect(approve).toHaveBeenCalledTimes(1)
  })

  it('error: what the node refuses reaches the site in the words of the node', async () => {
    const wallet = await connected()
    const from = visitor.address
    const rich = { from, to: second.address, value: `0x${parseEther('99999999').toString(16)}` }
    await expect(ask(wallet, 'eth_sendTransaction', rich)).rejects.toThrow(/insufficient funds/i)
    const failing = { from, to: localTokens[0].address, data: '0xdeadbeef' }
    await expect(ask(wallet, 'eth_sendTransaction', failing)).rejects.toThrow(/revert/i)
  })
})
