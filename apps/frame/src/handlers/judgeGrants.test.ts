import { accounts } from '@latchkey/devnet'
import { createWalletClient, encodeFunctionData, erc20Abi, http, parseAbi, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { account, other, useRpcWorld } from '../../test/useRpcWorld.js'
import type { Approval } from '../types.js'

const { open, screens, client, world, rpc } = useRpcWorld()
const fresh = '0x00000000000000000000000000000000c0ffee01'
const shown = () => (screens().asked.at(-1) as unknown as { approval: Approval }).approval
const far = expect.stringMatching(/far more than you hold/)
const token = () => world().chain.tokens[0]?.address as `0x${string}`
const units = (amount: string) => parseUnits(amount, world().chain.tokens[0]?.decimals ?? 0)

/** Asks for a permission and gives what was shown; the spender is a contract unless said otherwise. */
async function approve(amount: bigint, spender = token() as string): Promise<Approval> {
  const { request } = open()
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender as `0x${string}`, amount] })
  await request('eth_sendTransaction', [{ from: account, to: token(), data }])
  return shown()
}

describe('permissions', () => {
  let supply = 0n
  beforeAll(async () => {
    supply = await client().readContract({ address: token(), abi: erc20Abi, functionName: 'totalSupply' })
    // The first account of the local world holds tokens.
    const [first] = accounts
    if (!first) throw new Error('No account')
    const holder = createWalletClient({
      account: privateKeyToAccount(first.privateKey),
      transport: http(world().chain.url),
    })
    const hash = await holder.writeContract({
      chain: null,
      address: token(),
      abi: erc20Abi,
      functionName: 'transfer',
      args: [account, units('10')],
    })
    await client().waitForTransactionReceipt({ hash })
  })

  it('of as much as there is of a token, or of more than 100 times what is held, are red', async () => {
    for (const amount of [supply, supply + 1n, units('1000') + 1n]) {
      const approval = await approve(amount)
      expect(approval.danger).toContainEqual(far)
      expect(approval.needsSecondLook).toBe(true)
      expect(approval.rows).toContainEqual(expect.objectContaining({ label: 'Spender', tone: 'danger' }))
    }
    for (const amount of [units('1000'), units('5')]) {
      const approval = await approve(amount)
      expect([approval.danger, approval.needsSecondLook]).toEqual([[], false])
    }
  })

  it('say so where they could not be compared', async () => {
    // Code that refuses every question is no token.
    const refusing = '0x00000000000000000000000000000000c0ffee02'
    await rpc('anvil_setCode', [refusing, '0x60006000fd'])
    const { request } = open()
    const message = { owner: account, spender: token(), value: '5', nonce: '0', deadline: '1893456000' }
    const types = {
      EIP712Domain: [
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: Object.keys(message).map((name) => ({ name, type: /er$/.test(name) ? 'address' : 'uint256' })),
    }
    const domain = { chainId: 31337, verifyingContract: refusing }
    await request('eth_signTypedData_v4', [account, { types, primaryType: 'Permit', domain, message }])
    expect(shown()).toMatchObject({
      danger: [],
      warnings: expect.arrayContaining([expect.stringMatching(/could not be compared/)]),
      headline: { text: '5 units' },
    })
    expect(JSON.stringify(shown(), (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      'grants',
    )
  })

  it('for an address that was never used, or that is nobody’s contract, are red', async () => {
    expect((await approve(1n, fresh)).danger).toEqual([expect.stringMatching(/never been used/)])
    expect((await approve(1n, other)).danger).toEqual([expect.stringMatching(/no contract/)])
    const { request } = open()
    const abi = parseAbi(['function setApprovalForAll(address,bool)'])
    const data = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [fresh, true] })
    await request('eth_sendTransaction', [{ from: account, to: token(), data, gas: '0x186a0' }])
    expect(shown().danger).toContainEqual(expect.stringMatching(/never been used/))
  })
})
