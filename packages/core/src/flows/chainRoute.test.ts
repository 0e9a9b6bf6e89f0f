import { describe, expect, it } from 'vitest'
import { alice, btc, one, polygon, sol, solAlice } from '../../test/chains.js'
import { connect } from '../actions/connect.js'
import type { ConnectorKind } from '../connector.js'
import { type CreateConfigParameters, createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { chainRoute, isUnsupportedChain } from './chainRoute.js'

async function setUp(kind: ConnectorKind = 'announced', more: Partial<CreateConfigParameters> = {}) {
  const evm = createFakeConnector({ id: 'evm', kind, addresses: [alice] })
  const solana = createFakeConnector({
    id: 'sol',
    namespaces: ['solana'],
    addresses: [solAlice],
    chainId: sol.caipNetworkId,
  })
  const config = createConfig({
    chains: [one, polygon, sol, btc],
    connectors: [evm.create, solana.create],
    storage: null,
    ...more,
  })
  await connect(config, { connector: 'evm' })
  return { config, evm }
}

describe('networkRoute', () => {
  it('leads nowhere when the network is active already', async () => {
    expect(chainRoute((await setUp()).config, { chain: one })).toBeUndefined()
  })

  it('leads to SwitchNetwork within the family, and without a wallet at all', async () => {
    const { config } = await setUp()
    expect(chainRoute(config, { chain: polygon })).toEqual({ view: 'SwitchNetwork', data: { network: polygon } })
    const empty = createConfig({ chains: [one, sol], storage: null })
    expect(chainRoute(empty, { chain: sol })?.view).toBe('SwitchNetwork')
  })

  it('[S2-27] the embedded wallet switches to a family that it covers without a step between', async () => {
    const { config } = await setUp('auth')
    expect(chainRoute(config, { chain: sol })?.view).toBe('SwitchNetwork')
    expect(chainRoute(config, { chain: btc })?.view).toBe('SwitchActiveChain')
  })

  it('[S2-28] with the confirmation skipped it goes straight to SwitchNetwork', async () => {
    const { config } = await setUp()
    expect(chainRoute(config, { chain: sol, skipConfirmation: true })?.view).toBe('SwitchNetwork')
  })

  it('[S2-29][S2-30] another family without a wallet asks for one first, with exactly these data', async () => {
    const { config } = await setUp()
    const route = chainRoute(config, { chain: sol })
    expect(route).toStrictEqual({
      view: 'SwitchActiveChain',
      data: { switchToChain: 'solana', navigateTo: 'Connect', navigateWithReplace: true, network: sol },
    })
    expect(Object.keys(route?.data ?? {})).toEqual(['switchToChain', 'navigateTo', 'navigateWithReplace', 'network'])
  })

  it('[S2-31] with a wallet for both families it is a plain switch', async () => {
    const { config } = await setUp()
    await connect(config, { connector: 'sol' })
    expect(config.state.active).toBe('solana')
    expect(chainRoute(config, { chain: polygon })?.view).toBe('SwitchNetwork')
  })
})

describe('isUnsupportedChain', () => {
  const moved = async (more: Partial<CreateConfigParameters> = {}) => {
    const { config, evm } = await setUp('announced', more)
    expect(isUnsupportedChain(config)).toBe(false)
    evm.say({ chainId: 'eip155:999' })
    return config
  }

  it('is true once the wallet goes to a chain that is not listed, and false when it comes back', async () => {
    const { config, evm } = await setUp()
    evm.say({ chainId: 'eip155:999' })
    expect(isUnsupportedChain(config)).toBe(true)
    evm.say({ chainId: 'eip155:137' })
    expect(isUnsupportedChain(config)).toBe(false)
    evm.say({ chainId: 'eip155:999' })
    evm.say('disconnect')
    expect(isUnsupportedChain(config)).toBe(false)
  })

  it('[S2-33] is false when switching is disabled', async () => {
    expect(isUnsupportedChain(await moved({ enableNetworkSwitch: false }))).toBe(false)
  })

  it('[S2-34] is false when unsupported chains are allowed', async () => {
    expect(isUnsupportedChain(await moved({ allowUnsupportedChain: true }))).toBe(false)
  })

  it('[S2-35] is false for a basic session', async () => {
    expect(isUnsupportedChain(await moved({ basic: true }))).toBe(false)
    expect(isUnsupportedChain(await moved({ basic: false }))).toBe(true)
  })
})
