import { mnemonicToMiniSecret } from '@polkadot/util-crypto'
import { mnemonicToSeedSync } from '@scure/bip39'
import { expect, it } from 'vitest'
import { developmentMiniSecret, developmentSeed } from './developmentSeed.js'
import { mnemonic } from './evm/accounts.js'

it('behavior: what is kept is what the development phrase gives', () => {
  expect(developmentSeed()).toEqual(Uint8Array.from(mnemonicToSeedSync(mnemonic)))
  expect(developmentMiniSecret()).toEqual(Uint8Array.from(mnemonicToMiniSecret(mnemonic)))
})
