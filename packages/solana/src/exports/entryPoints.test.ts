import * as solana from '@latchkey/solana'
import * as testing from '@latchkey/solana/testing'
import { expect, it } from 'vitest'

// The exported names are public API: one that is added or removed shows here first.
it('@latchkey/solana', () => {
  expect(Object.keys(solana).sort()).toMatchInlineSnapshot(`
    [
      "parseSendOptions",
      "solana",
      "solanaDevnet",
      "solanaMainnet",
      "solanaTestnet",
    ]
  `)
})

it('@latchkey/solana/testing', () => {
  expect(Object.keys(testing)).toMatchInlineSnapshot(`
    [
      "createFakeSolana",
    ]
  `)
})

it.each([
  [solana.solanaMainnet, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  [solana.solanaDevnet, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  [solana.solanaTestnet, 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
])('its chains carry the ids by which wallets and other libraries know them: $name', (chain, id) => {
  expect(chain.caipNetworkId).toBe(id)
})
