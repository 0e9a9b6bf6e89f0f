import * as embedded from '@latchkey/connectors/embedded'
import * as injected from '@latchkey/connectors/injected'
import * as walletConnect from '@latchkey/connectors/walletConnect'
import { expect, it } from 'vitest'

// What a door offers is a promise: a name that comes or goes shows here first.
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
