import { createBitcoinFamily } from './bitcoin.js'
import { createCosmosFamily } from './cosmos.js'
import type { PhoneFamily } from './phoneFamily.js'
import { createPolkadotFamily } from './polkadot.js'
import { createSolanaFamily } from './solana.js'

/** The families of the phone besides `eip155`, by namespace. */
export type PhoneFamilies = { readonly [namespace: string]: PhoneFamily }

/** Creates the families, with the keys of one account of the local mnemonic. */
export function createPhoneFamilies(index: number): PhoneFamilies {
  return {
    solana: createSolanaFamily(index),
    bip122: createBitcoinFamily(index),
    polkadot: createPolkadotFamily(index),
    cosmos: createCosmosFamily(index),
  }
}
