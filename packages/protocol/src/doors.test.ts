import { expect, it } from 'vitest'

// What a door offers is a promise: a name that comes or goes shows here first.
it.each([
  ['@latchkey/protocol/api', () => import('@latchkey/protocol/api')],
  ['@latchkey/protocol/caip', () => import('@latchkey/protocol/caip')],
  ['@latchkey/protocol/errors', () => import('@latchkey/protocol/errors')],
  ['@latchkey/protocol/limits', () => import('@latchkey/protocol/limits')],
  ['@latchkey/protocol/rpc', () => import('@latchkey/protocol/rpc')],
])('%s', async (_, load) => {
  expect(Object.keys(await load())).toMatchSnapshot()
})
