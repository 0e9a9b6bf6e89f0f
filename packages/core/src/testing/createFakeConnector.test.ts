import { type EvmChains, startEvmChains } from '@latchkey/devnet'
import { createPublicClient, http, parseEther, recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bob, testChain } from '../../test/chains.js'
import { connect } from '../actions/connect.js'
import { sendTransaction } from '../actions/sendTransaction.js'
import { signMessage } from '../actions/signMessage.js'
import { signTypedData } from '../actions/signTypedData.js'
import { waitForTransactionReceipt } from '../actions/waitForTransactionReceipt.js'
import { createConfig } from '../createConfig.js'
import { createFakeConnector } from './createFakeConnector.js'

let local: EvmChains
beforeAll(async () => {
  local = await startEvmChains()
})
afterAll(() => local.stop())

const typedData = {
  domain: { name: 'Harbour', chainId: 31337 },
  types: { Ticket: [{ name: 'seat', type: 'uint256' }] },
  primaryType: 'Ticket',
  message: { seat: 7n },
} as const

async function connected(parameters: Parameters<typeof createFakeConnector>[0] = {}) {
  const chains = [testChain('eip155:31337', { rpcUrls: { default: { http: [local.chains[0].url] } } })] as const
  const fake = createFakeConnector({ chainId: 'eip155:31337', ...parameters })
  const config = createConfig({ chains, connectors: [fake.create], storage: null })
  const connecting = connect(config, { connector: 'dev.latchkey.fake' })
  fake.approve()
  const { accounts } = await connecting
  return { config, fake, address: accounts[0]?.split(':')[2] ?? '' }
}

describe('the fake connector', () => {
  it('behavior: signs messages and typed data with the key of its address', async () => {
    for (const account of [undefined, privateKeyToAccount(generatePrivateKey())]) {
      const { config, address } = await connected(account ? { account } : {})
      const signature = (await signMessage(config, { message: 'Ahoy' })) as `0x${string}`
      expect(await recoverMessageAddress({ message: 'Ahoy', signature })).toBe(address)
      const signed = (await signTypedData(config, { typedData })) as `0x${string}`
      expect(await recoverTypedDataAddress({ ...typedData, signature: signed })).toBe(address)
    }
  })

  it('behavior: sends transactions through the node of the network', async () => {
    const { config } = await connected()
    const node = createPublicClient({ transport: http(local.chains[0].url) })
    const before = await node.getBalance({ address: bob })
    const hash = await sendTransaction(config, { to: bob, value: parseEther('1') })
    expect(await waitForTransactionReceipt(config, { hash })).toMatchObject({ status: 'confirmed' })
    expect(await node.getBalance({ address: bob })).toBe(before + parseEther('1'))
  })

  it('behavior: with autoApprove off a request waits until the test agrees or says no', async () => {
    const { config, fake } = await connected()
    fake.switches.reject = true
    await expect(signMessage(config, { message: 'Ahoy' })).rejects.toMatchObject({ code: 'USER_REJECTED' })

    const slow = createFakeConnector({ chainId: 'eip155:31337', autoApprove: false })
    const own = createConfig({ chains: [...config.chains] as never, connectors: [slow.create], storage: null })
    const connecting = connect(own, { connector: 'dev.latchkey.fake' })
    await vi.waitFor(() => expect(slow.calls).toEqual(['connect']))
    expect(own.state.connections.size).toBe(0)
    slow.approve()
    await connecting
    const signing = signMessage(own, { message: 'Ahoy' })
    await vi.waitFor(() => expect(slow.calls).toContain('personal_sign'))
    slow.reject()
    await expect(signing).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })
})
