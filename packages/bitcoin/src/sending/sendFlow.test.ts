import { connect, createConfig, createSendFlow, getBalances, type SendFlow } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { esploraServer } from '../../test/esploraServer.js'
import { bitcoin } from '../bitcoin.js'
import { createFakeBitcoin } from '../testing/createFakeBitcoin.js'

const chainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const timeout = { timeout: 15_000 }

async function start(coins: readonly bigint[]) {
  const server = await esploraServer()
  server.state.estimates = { 3: 4 }
  const wallet = await createFakeBitcoin()
  const { address: to } = await createFakeBitcoin({ seed: 'receiver' })
  for (const coin of coins) server.pay(wallet.address, coin)
  const fake = createFakeConnector({
    id: 'btc',
    namespaces: ['bip122'],
    addresses: [wallet.address],
    chainId,
    getProvider: async () => wallet.provider,
  })
  const chain = {
    id: chainId.slice('bip122:'.length),
    chainNamespace: 'bip122',
    caipNetworkId: chainId,
    name: 'Local Bitcoin',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: [server.url] } },
    testnet: true,
  } as const
  const config = createConfig({ chains: [chain], namespaces: [bitcoin()], connectors: [fake.create], storage: null })
  await connect(config, { connector: 'btc' })
  const flow = createSendFlow(config, { locale: 'en' })
  onTestFinished(() => {
    flow.destroy()
    config.destroy()
  })
  flow.offer(await getBalances(config, { account: `${chainId}:${wallet.address}`, forceUpdate: [] }))
  return { server, wallet, to, flow }
}

const ready = (flow: SendFlow) => vi.waitFor(() => expect(flow.getState().isReady).toBe(true), timeout)
const feeOf = (flow: SendFlow) => {
  const { quote } = flow.getState()
  return quote.status === 'ready' ? quote.value.fee : undefined
}
const submitted = (flow: SendFlow) => vi.waitFor(() => expect(flow.getState().phase).toBe('submitted'), timeout)

describe('createSendFlow on Bitcoin', () => {
  it('behavior: a fee that rose since it was shown is shown anew, and the wallet is not asked before it was seen', async () => {
    const { server, wallet, to, flow } = await start([90_000n])
    flow.edit({ amountText: '0.0005', to })
    await ready(flow)
    const shown = feeOf(flow) ?? 0n
    flow.review()
    server.state.estimates = { 3: 12 }
    await flow.confirm()
    expect(flow.getState()).toMatchObject({
      phase: 'preview',
      notice: 'notSent',
      mayBeSent: false,
      error: { code: 'FEE_CAP_TOO_LOW' },
      checks: { amount: 50_000n },
    })
    expect(wallet.calls).toEqual([])
    expect(feeOf(flow)).toBe(3n * shown)
    void flow.confirm()
    await submitted(flow)
    const [txid = ''] = [flow.getState().sent?.hash]
    expect(server.read(txid)).toMatchObject({ fee: 3n * shown, outputs: [[to, 50_000n], expect.anything()] })
  })

  it('behavior: a fee that rose a little is paid as it was shown, also where all of it is sent', async () => {
    const { server, wallet, to, flow } = await start([60_000n, 40_000n])
    flow.edit({ to })
    await flow.max()
    await ready(flow)
    const shown = feeOf(flow) ?? 0n
    flow.review()
    server.state.estimates = { 3: 4.6 }
    void flow.confirm()
    await submitted(flow)
    expect(server.read(flow.getState().sent?.hash ?? '')).toMatchObject({ outputs: [[to, 100_000n - shown]] })
    expect(wallet.calls).toEqual(['signPsbt'])
  })

  it('behavior: where all of it is sent and the fee rose, what is left to send is shown with the new fee', async () => {
    const { server, to, flow } = await start([60_000n, 40_000n])
    flow.edit({ to })
    await flow.max()
    await ready(flow)
    flow.review()
    server.state.estimates = { 3: 20 }
    await flow.confirm()
    const fee = feeOf(flow) ?? 0n
    expect(flow.getState()).toMatchObject({ phase: 'preview', isMax: true, checks: { amount: 100_000n - fee } })
    void flow.confirm()
    await submitted(flow)
    expect(server.read(flow.getState().sent?.hash ?? '')).toMatchObject({ outputs: [[to, 100_000n - fee]], fee })
  })

  it('error: a node that cannot tell the new cost leaves the old one, which the wallet is never asked for', async () => {
    const { server, wallet, to, flow } = await start([90_000n])
    flow.edit({ amountText: '0.0005', to })
    await ready(flow)
    const shown = feeOf(flow)
    flow.review()
    server.state.estimates = { 3: 12 }
    server.faults.texts = { [`/address/${wallet.address}`]: 'broken' }
    for (let turn = 0; turn < 2; turn++) {
      await flow.confirm()
      expect(flow.getState()).toMatchObject({ phase: 'preview', error: { code: 'FEE_CAP_TOO_LOW' } })
    }
    expect([feeOf(flow), wallet.calls]).toEqual([shown, []])
  })

  it('behavior: an answer about the cost that comes after the visitor has left the review changes nothing', async () => {
    const { server, to, flow } = await start([90_000n])
    flow.edit({ amountText: '0.0005', to })
    await ready(flow)
    flow.review()
    server.state.estimates = { 3: 12 }
    const asking = flow.confirm()
    flow.stop()
    flow.begin()
    flow.edit({ amountText: '0.0006' })
    await asking
    await ready(flow)
    expect(flow.getState()).toMatchObject({ phase: 'editing', checks: { amount: 60_000n } })
  })
})
