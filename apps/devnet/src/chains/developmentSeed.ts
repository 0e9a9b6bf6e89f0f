import { hex } from '@scure/base'

// What stretching the development phrase gives, kept because it takes a page a tenth of a second each time.
const bip39 =
  '9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabbad596a23c97b6ee8322ccc0'
const substrate = '4ca479f5e0dc0ee04ebcbadb64c220267dad42b8cfa4da1f0874787523b4709c'

/** The seed of the development phrase, 64 bytes. @see https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki */
export function developmentSeed(): Uint8Array {
  return hex.decode(bip39)
}

/** The mini-secret of the development phrase, 32 bytes: Substrate stretches its entropy instead of its words. @see https://github.com/paritytech/substrate-bip39 */
export function developmentMiniSecret(): Uint8Array {
  return hex.decode(substrate)
}
