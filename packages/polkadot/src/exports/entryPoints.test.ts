import * as polkadot from '@latchkey/polkadot'
import * as testing from '@latchkey/polkadot/testing'
import { expect, it } from 'vitest'

// The exported names are public API: one that is added or removed shows here first.
it('@latchkey/polkadot', () => {
  expect(Object.keys(polkadot).sort()).toMatchInlineSnapshot(`
    [
      "polkadot",
      "polkadotMainnet",
    ]
  `)
})

it('@latchkey/polkadot/testing', () => {
  expect(Object.keys(testing)).toMatchInlineSnapshot(`
    [
      "createFakePolkadot",
    ]
  `)
})

it('its chains say which they are', () => {
  expect(polkadot.polkadotMainnet.caipNetworkId).toBe('polkadot:91b171bb158e2d3848fa23a9f1c25182')
})
