import { describe, expect, it } from 'vitest'
import { one, polygon, sol, ten } from '../../test/chains.js'
import { createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { createFakeEmbedded } from '../testing/createFakeEmbedded.js'
import { addChain } from './addChain.js'
import { connect } from './connect.js'
import { getChain } from './getChain.js'
import { removeChain } from './removeChain.js'

describe('getNetwork', () => {
  const chains = [one, polygon, sol] as const

  it('[S3-82] gives the active network of each family', () => {
    const config = createConfig({ chains, storage: null })
    expect(getChain(config).caipNetwork).toBe(config.chains[0])
    expect(getChain(config, { namespace: 'solana' }).caipNetwork?.caipNetworkId).toBe(sol.caipNetworkId)
    expect(getChain(config, { namespace: 'bip122' })).toMatchObject({ caipNetwork: undefined, chainId: undefined })
  })

  it('[S3-83] supports all networks unless the wallet names those that it allows', async () => {
    const fake = createFakeConnector({ approved: ['eip155:1'] })
    const config = createConfig({ chains, connectors: [fake.create], storage: null })
    expect(getChain(config).supportsAllNetworks).toBe(true)
    await connect(config, { connector: 'dev.latchkey.fake' })
    expect(getChain(config).supportsAllNetworks).toBe(false)
    expect(getChain(config, { namespace: 'solana' }).supportsAllNetworks).toBe(true)
  })

  it('[S3-84] tells the networks with smart accounts of the embedded wallet that is connected', async () => {
    const fake = createFakeEmbedded()
    const config = createConfig({ chains, connectors: [fake.create], storage: null })
    fake.set({ email: 'ada@example.com', smartAccountNetworks: [1, 137] })
    expect(getChain(config).smartAccountEnabledNetworks).toEqual([])
    await connect(config, { connector: config.connectors[0]?.id ?? '' })
    expect(getChain(config).smartAccountEnabledNetworks).toEqual([1, 137])
    expect(getChain(config, { namespace: 'solana' }).smartAccountEnabledNetworks).toEqual([])
  })

  it('[S3-85] the requested are those configured, the approved those of the wallet', async () => {
    const fake = createFakeConnector({ approved: ['eip155:1', 'eip155:137'] })
    const config = createConfig({ chains: [...chains, ten], connectors: [fake.create], storage: null })
    await connect(config, { connector: 'dev.latchkey.fake' })
    const { approvedCaipNetworkIds, requestedCaipNetworks } = getChain(config)
    expect(approvedCaipNetworkIds).toEqual(['eip155:1', 'eip155:137'])
    expect(requestedCaipNetworks.map(({ id }) => id)).toEqual([1, 137, 10])
  })

  it('a wallet on a chain that is not listed: its id, and no network', async () => {
    const fake = createFakeConnector({ chainId: 'eip155:999' })
    const config = createConfig({ chains, connectors: [fake.create], storage: null })
    await connect(config, { connector: 'dev.latchkey.fake' })
    expect(getChain(config)).toMatchObject({ chainId: 'eip155:999', caipNetwork: undefined })
  })
})

describe('removeNetwork and addNetwork', () => {
  const start = () => createConfig({ chains: [one, polygon, ten], storage: null })

  it('[S4-28] removing the active network makes the first remaining of its family active', () => {
    const config = start()
    removeChain(config, { chainId: 'eip155:1' })
    expect(config.state.chainIds.eip155).toBe('eip155:137')
    expect(config.chains.map(({ id }) => id)).toEqual([137, 10])
  })

  it('[S4-28] a connected wallet is asked to follow, and the page shows where it really is until it does', async () => {
    const fake = createFakeConnector()
    const config = createConfig({ chains: [one, polygon], connectors: [fake.create], storage: null })
    await connect(config, { connector: 'dev.latchkey.fake' })
    removeChain(config, { chainId: 'eip155:1' })
    await expect.poll(() => config.state.chainIds.eip155).toBe('eip155:137')
    expect(fake.calls).toEqual(['connect', 'switchNetwork'])
    fake.switches.reject = true
    addChain(config, { chain: one })
    removeChain(config, { chainId: 'eip155:137' })
    await expect.poll(() => fake.calls.length).toBe(3)
    expect(getChain(config)).toMatchObject({ chainId: 'eip155:137', caipNetwork: undefined })
  })

  it('[S4-29] removing another network leaves the active one', () => {
    const config = start()
    removeChain(config, { chainId: 'eip155:10' })
    expect(config.state.chainIds.eip155).toBe('eip155:1')
    removeChain(config, { chainId: 'eip155:5' })
    expect(config.chains).toHaveLength(2)
  })

  it('does not change which family is shown', () => {
    const config = createConfig({ chains: [one, polygon, sol], defaultChain: sol, storage: null })
    removeChain(config, { chainId: 'eip155:1' })
    expect(config.state).toMatchObject({ active: 'solana', chainIds: { eip155: 'eip155:137' } })
  })

  it('adding one with the same id replaces it, and tells who listens', () => {
    const config = start()
    let changes = 0
    config.subscribe(() => {
      changes++
    })
    addChain(config, { chain: { ...one, name: 'Mine' } })
    expect(config.chains.map(({ name }) => name)).toEqual(['Chain 137', 'Chain 10', 'Mine'])
    expect(changes).toBe(1)
  })
})
