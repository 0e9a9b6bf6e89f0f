import { expect, it } from 'vitest'

// What a door offers is a promise: a name that comes or goes shows here first.
it.each([
  ['@latchkey/protocol/accountApi', () => import('@latchkey/protocol/accountApi')],
  ['@latchkey/protocol/api', () => import('@latchkey/protocol/api')],
  ['@latchkey/protocol/directory', () => import('@latchkey/protocol/directory')],
  ['@latchkey/protocol/bitcoin', () => import('@latchkey/protocol/bitcoin')],
  ['@latchkey/protocol/bytes', () => import('@latchkey/protocol/bytes')],
  ['@latchkey/protocol/caip', () => import('@latchkey/protocol/caip')],
  ['@latchkey/protocol/channel', () => import('@latchkey/protocol/channel')],
  ['@latchkey/protocol/cosmos', () => import('@latchkey/protocol/cosmos')],
  ['@latchkey/protocol/currencies', () => import('@latchkey/protocol/currencies')],
  ['@latchkey/protocol/errors', () => import('@latchkey/protocol/errors')],
  ['@latchkey/protocol/frame', () => import('@latchkey/protocol/frame')],
  ['@latchkey/protocol/frameRpc', () => import('@latchkey/protocol/frameRpc')],
  ['@latchkey/protocol/hpke', () => import('@latchkey/protocol/hpke')],
  ['@latchkey/protocol/issues', () => import('@latchkey/protocol/issues')],
  ['@latchkey/protocol/limits', () => import('@latchkey/protocol/limits')],
  ['@latchkey/protocol/message', () => import('@latchkey/protocol/message')],
  ['@latchkey/protocol/namesApi', () => import('@latchkey/protocol/namesApi')],
  ['@latchkey/protocol/onrampApi', () => import('@latchkey/protocol/onrampApi')],
  ['@latchkey/protocol/origins', () => import('@latchkey/protocol/origins')],
  ['@latchkey/protocol/polkadot', () => import('@latchkey/protocol/polkadot')],
  ['@latchkey/protocol/receivers', () => import('@latchkey/protocol/receivers')],
  ['@latchkey/protocol/requests', () => import('@latchkey/protocol/requests')],
  ['@latchkey/protocol/rpc', () => import('@latchkey/protocol/rpc')],
  ['@latchkey/protocol/sessionsApi', () => import('@latchkey/protocol/sessionsApi')],
  ['@latchkey/protocol/siwx', () => import('@latchkey/protocol/siwx')],
  ['@latchkey/protocol/solana', () => import('@latchkey/protocol/solana')],
  ['@latchkey/protocol/swapApi', () => import('@latchkey/protocol/swapApi')],
  ['@latchkey/protocol/text', () => import('@latchkey/protocol/text')],
  ['@latchkey/protocol/walletApi', () => import('@latchkey/protocol/walletApi')],
  ['@latchkey/protocol/walletSigning', () => import('@latchkey/protocol/walletSigning')],
])('%s', async (_, load) => {
  expect(Object.keys(await load())).toMatchSnapshot()
})
