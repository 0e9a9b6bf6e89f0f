import { createConfig, createStorage, getBalances, type SendFlow, type SendPhase } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { accounts, type EvmChains } from '@latchkey/devnet'
import { createTestWallet } from '@latchkey/devnet/wallet'
import { toAccountId } from '@latchkey/protocol/caip'
import { expect, onTestFinished, vi } from 'vitest'
import { connect } from '../src/actions/connect.js'
import type { ChainInput } from '../src/chain.js'
import { createSendFlow } from '../src/flows/sendFlow.js'
import { memoryStore } from './memoryStore.js'

const [, sender, receiver] = accounts
const to = receiver?.address ?? ''
const from = sender?.address ?? ''

/** An account with coins and tokens on the local chains, and the flow by which it sends. */
export async function startSend(local: EvmChains, { store = memoryStore() } = {}) {
  const wallet = createTestWallet({ chains: local.chains, origin: 'http://test' })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  const fake = createFakeConnector({
    addresses: [from],
    chainId: 'eip155:31337',
    getProvider: async () => wallet.provider,
  })
  const config = createConfig({
    chains: local.chains.map((chain) => ({
      id: chain.chainId,
      name: chain.name,
      nativeCurrency: chain.nativeCurrency,
      rpcUrls: { default: { http: [chain.url] } },
      testnet: true,
      tokens: chain.tokens,
    })) as unknown as readonly [ChainInput],
    connectors: [fake.create],
    storage: createStorage({ store }),
  })
  await connect(config, { connector: 'dev.latchkey.fake' })
  const flow = createSendFlow(config, { locale: 'en' })
  onTestFinished(() => {
    flow.destroy()
    config.destroy()
  })
  const balances = () => getBalances(config, { account: toAccountId('eip155:31337', from), forceUpdate: [] })
  flow.offer(await balances())
  return { wallet, fake, config, flow, store, balances }
}

export const phase = (flow: SendFlow, wanted: SendPhase) =>
  vi.waitFor(() => expect(flow.getState().phase).toBe(wanted), { timeout: 15_000 })
export const ready = (flow: SendFlow) =>
  vi.waitFor(() => expect(flow.getState().isReady).toBe(true), { timeout: 15_000 })
export const sends = (wallet: { requests: readonly { method: string }[] }) =>
  wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length

/** Fills the form and opens the review. */
export async function reviewed(flow: SendFlow, amountText = '0.5', receiverText = to) {
  flow.edit({ amountText, to: receiverText })
  await ready(flow)
  flow.review()
  expect(flow.getState().phase).toBe('preview')
}
