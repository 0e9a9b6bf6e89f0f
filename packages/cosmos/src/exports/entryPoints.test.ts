import * as cosmos from '@latchkey/cosmos'
import * as testing from '@latchkey/cosmos/testing'
import { expect, it } from 'vitest'

// The exported names are public API: one that is added or removed shows here first.
it('@latchkey/cosmos', () => {
  expect(Object.keys(cosmos)).toMatchInlineSnapshot(`
    [
      "cosmosHub",
      "cosmos",
    ]
  `)
})

it('@latchkey/cosmos/testing', () => {
  expect(Object.keys(testing)).toMatchInlineSnapshot(`
    [
      "createFakeCosmos",
    ]
  `)
})

it('its chains say which they are', () => {
  expect(cosmos.cosmosHub.caipNetworkId).toBe('cosmos:cosmoshub-4')
})
