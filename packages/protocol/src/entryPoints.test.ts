import { expect, it } from 'vitest'

// The exported names are public API: one that is added or removed shows here first.
it.each([
  ['@latchkey/protocol/accountApi', () => import('@latchkey/protocol/accountApi')],
  ['@latchkey/protocol/api', () => import('@latchkey/protocol/api')],
  ['@latchkey/protocol/directory', () => import('@latchkey/protocol/directory')],
  ['@latchkey/protocol/internal/bitcoin', () => import('@latchkey/protocol/internal/bitcoin')],
  ['@latchkey/protocol/internal/bytes', () => import('@latchkey/protocol/internal/bytes')],
  ['@latchkey/protocol/caip', () => import('@latchkey/protocol/caip')],
  ['@latchkey/protocol/internal/channel', () => import('@latchkey/protocol/internal/channel')],
  ['@latchkey/protocol/internal/cosmos', () => import('@latchkey/protocol/internal/cosmos')],
  ['@latchkey/protocol/internal/currencies', () => import('@latchkey/protocol/internal/currencies')],
  ['@latchkey/protocol/errors', () => import('@latchkey/protocol/errors')],
  ['@latchkey/protocol/internal/frame', () => import('@latchkey/protocol/internal/frame')],
  ['@latchkey/protocol/internal/frameRpc', () => import('@latchkey/protocol/internal/frameRpc')],
  ['@latchkey/protocol/internal/hpke', () => import('@latchkey/protocol/internal/hpke')],
  ['@latchkey/protocol/internal/issues', () => import('@latchkey/protocol/internal/issues')],
  ['@latchkey/protocol/internal/limits', () => import('@latchkey/protocol/internal/limits')],
  ['@latchkey/protocol/internal/message', () => import('@latchkey/protocol/internal/message')],
  ['@latchkey/protocol/namesApi', () => import('@latchkey/protocol/namesApi')],
  ['@latchkey/protocol/onrampApi', () => import('@latchkey/protocol/onrampApi')],
  ['@latchkey/protocol/internal/origins', () => import('@latchkey/protocol/internal/origins')],
  ['@latchkey/protocol/internal/polkadot', () => import('@latchkey/protocol/internal/polkadot')],
  ['@latchkey/protocol/internal/receivers', () => import('@latchkey/protocol/internal/receivers')],
  ['@latchkey/protocol/internal/requests', () => import('@latchkey/protocol/internal/requests')],
  ['@latchkey/protocol/rpc', () => import('@latchkey/protocol/rpc')],
  ['@latchkey/protocol/sessionsApi', () => import('@latchkey/protocol/sessionsApi')],
  ['@latchkey/protocol/siwx', () => import('@latchkey/protocol/siwx')],
  ['@latchkey/protocol/internal/solana', () => import('@latchkey/protocol/internal/solana')],
  ['@latchkey/protocol/internal/solanaMetadata', () => import('@latchkey/protocol/internal/solanaMetadata')],
  [
    '@latchkey/protocol/internal/solanaProgramAddress',
    () => import('@latchkey/protocol/internal/solanaProgramAddress'),
  ],
  ['@latchkey/protocol/swapApi', () => import('@latchkey/protocol/swapApi')],
  ['@latchkey/protocol/internal/text', () => import('@latchkey/protocol/internal/text')],
  ['@latchkey/protocol/internal/walletApi', () => import('@latchkey/protocol/internal/walletApi')],
  ['@latchkey/protocol/internal/walletSigning', () => import('@latchkey/protocol/internal/walletSigning')],
  ['@latchkey/protocol/internal/within', () => import('@latchkey/protocol/internal/within')],
])('%s', async (_, load) => {
  expect(Object.keys(await load())).toMatchSnapshot()
})
