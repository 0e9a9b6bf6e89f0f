import { describe, expect, it } from 'vitest'
import { one } from '../../test/chains.js'
import { connect } from '../actions/connect.js'
import { createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { defaultFeatures, type Features } from './features.js'

describe('features', () => {
  const { features } = createConfig({ chains: [one], storage: null })

  it('[S9-70][S9-71][S9-73] receive, send and all wallets are on where nothing is set', () => {
    expect(features).toMatchObject({ receive: true, send: true, allWallets: true })
  })

  it('[S9-69] several wallets of one family at once are off where nothing is set, and a second takes the place of the first', async () => {
    expect(features.multiWallet).toBe(false)
    const [first, second] = ['first', 'second'].map((id) => createFakeConnector({ id }).create)
    if (!first || !second) throw new Error('Both were made.')
    const config = createConfig({ chains: [one], connectors: [first, second], storage: null })
    await connect(config, { connector: 'first' })
    await connect(config, { connector: 'second' })
    expect([...config.state.connections.keys()]).toEqual(['second'])
  })

  it('[S9-65] e-mail is on where nothing is set', () => {
    expect(features.email).toBe(true)
  })

  it('wallets are not collapsed where nothing is set', () => {
    expect(features.collapseWallets).toBe(false)
  })

  it('[S9-75] the legal checkbox and smart sessions are off where nothing is set', () => {
    expect(features).toMatchObject({ legalCheckbox: false, smartSessions: false })
  })

  it('[S9-76] the wallet features come as onramp, swaps, receive, send', () => {
    expect(features.walletFeaturesOrder).toEqual(['onramp', 'swaps', 'receive', 'send'])
  })

  it.each(Object.entries(defaultFeatures))('%s can be set by itself', (name, value) => {
    const other = Array.isArray(value) ? [...value].reverse() : !value
    const changed: Partial<Features> = { [name]: other }
    expect(createConfig({ chains: [one], storage: null, features: changed }).features).toEqual({
      ...defaultFeatures,
      [name]: other,
    })
  })
})
