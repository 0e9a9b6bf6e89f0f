import * as bitcoin from '@latchkey/bitcoin'
import * as testing from '@latchkey/bitcoin/testing'
import { expect, it } from 'vitest'

// The exported names are public API: one that is added or removed shows here first.
it('@latchkey/bitcoin', () => {
  expect(Object.keys(bitcoin).sort()).toMatchInlineSnapshot(`
    [
      "bitcoin",
      "bitcoinMainnet",
      "bitcoinTestnet",
    ]
  `)
})

it('@latchkey/bitcoin/testing', () => {
  expect(Object.keys(testing)).toMatchInlineSnapshot(`
    [
      "createFakeBitcoin",
    ]
  `)
})

it('its chains say which they are', () => {
  expect(bitcoin.bitcoinMainnet.caipNetworkId).toBe('bip122:000000000019d6689c085ae165831e93')
  expect(bitcoin.bitcoinTestnet.caipNetworkId).toBe('bip122:000000000933ea01ad0ee984209779ba')
})
