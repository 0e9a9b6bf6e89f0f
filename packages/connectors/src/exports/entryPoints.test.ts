import * as embedded from '@latchkey/connectors/embedded'
import * as injected from '@latchkey/connectors/injected'
import * as walletConnect from '@latchkey/connectors/walletConnect'
import { expect, it } from 'vitest'

// The exported names are public API: one that is added or removed shows here first.
it('@latchkey/connectors/injected', () => {
  expect(Object.keys(injected)).toMatchInlineSnapshot(`
    [
      "injected",
    ]
  `)
})

it('@latchkey/connectors/embedded', () => {
  expect(Object.keys(embedded)).toMatchInlineSnapshot(`
    [
      "embedded",
    ]
  `)
})

it('@latchkey/connectors/walletConnect', () => {
  expect(Object.keys(walletConnect)).toMatchInlineSnapshot(`
    [
      "walletConnect",
    ]
  `)
})
