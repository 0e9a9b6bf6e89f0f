import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { one, polygon, sol, ten } from '../../test/chains.js'
import type { Connector } from '../connector.js'
import { createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { connect } from './connect.js'
import { switchChain } from './switchChain.js'

async function setUp() {
  const fake = createFakeConnector()
  const config = createConfig({ chains: [one, polygon, sol], connectors: [fake.create], storage: null })
  await connect(config, { connector: 'dev.latchkey.fake' })
  fake.calls.length = 0
  return { fake, config }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('switchNetwork', () => {
  it('without a wallet it is only a choice', async () => {
    const config = createConfig({ chains: [one, polygon, sol], storage: null })
    expect(await switchChain(config, { chainId: sol.caipNetworkId })).toMatchObject({ name: sol.name })
    expect(config.state).toMatchObject({ active: 'solana', chainIds: { solana: sol.caipNetworkId } })
  })

  it('asks the wallet once, and not when it is there already', async () => {
    const { config, fake } = await setUp()
    await Promise.all([switchChain(config, { chainId: 'eip155:137' }), switchChain(config, { chainId: 'eip155:137' })])
    await switchChain(config, { chainId: 'eip155:137' })
    expect(fake.calls).toEqual(['switchNetwork'])
    expect(config.state.chainIds.eip155).toBe('eip155:137')
  })

  it('[S8-40][S8-51] error: a network that is not configured rejects, and raises an alert on the console', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { config, fake } = await setUp()
    const heard: unknown[] = []
    config.alerts.on((alert) => heard.push(alert))
    await expect(switchChain(config, { chainId: ten.caipNetworkId })).rejects.toMatchObject({
      code: 'CHAIN_NOT_FOUND',
      message: 'Network not found',
    })
    expect(heard).toMatchObject([{ code: 'CHAIN_NOT_FOUND', title: 'Network Not Found' }])
    expect(said).toHaveBeenCalledExactlyOnceWith(
      '[latchkey] Network Not Found: eip155:10 is not in the chains of createConfig.',
    )
    expect(fake.calls).toEqual([])
  })

  it.each([
    ['reject', 'USER_REJECTED'],
    ['refuseSwitch', 'CHAIN_SWITCH_REFUSED'],
  ] as const)('error: a wallet that has %s stays where it is', async (fault, code) => {
    const { config, fake } = await setUp()
    fake.switches[fault] = true
    await expect(switchChain(config, { chainId: 'eip155:137' })).rejects.toMatchObject({ code })
    expect(config.state.chainIds.eip155).toBe('eip155:1')
  })

  it('error: a wallet that never answers is given up after 120 s, or when aborted', async () => {
    const { config, fake } = await setUp()
    fake.switches.neverAnswer = true
    const late = expect(switchChain(config, { chainId: 'eip155:137' })).rejects.toMatchObject({
      code: 'WALLET_NOT_RESPONDING',
    })
    await vi.advanceTimersByTimeAsync(120_000)
    await late
    const stop = new AbortController()
    const aborted = expect(switchChain(config, { chainId: 'eip155:137', signal: stop.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    })
    stop.abort()
    await aborted
    expect(config.state.chainIds.eip155).toBe('eip155:1')
  })

  it('error: a wallet that cannot be asked', async () => {
    const fake = createFakeConnector()
    const config = createConfig({
      chains: [one, polygon],
      storage: null,
      connectors: [
        (host) => {
          const { switchChain: _, ...connector } = fake.create(host) as Connector
          return connector
        },
      ],
    })
    await connect(config, { connector: 'dev.latchkey.fake' })
    await expect(switchChain(config, { chainId: 'eip155:137' })).rejects.toMatchObject({
      code: 'CHAIN_SWITCH_REFUSED',
    })
  })
})
