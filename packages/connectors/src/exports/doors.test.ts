import * as injected from '@latchkey/connectors/injected'
import { expect, it } from 'vitest'

// What a door offers is a promise: a name that comes or goes shows here first.
it('@latchkey/connectors/injected', () => {
  expect(Object.keys(injected)).toMatchInlineSnapshot(`
    [
      "injected",
    ]
  `)
})
