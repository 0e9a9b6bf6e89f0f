import type { ServerFamily } from '../serverFamily.js'
import { createPolkadotReader } from './createPolkadotReader.js'

// Drawn for Latchkey: only the colours are those of the network.
const image =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path fill="#d81b72" d="M0 0h40v40H0z"/><g fill="#fff"><ellipse cx="20" cy="9.5" rx="4.6" ry="2.6"/><ellipse cx="20" cy="30.5" rx="4.6" ry="2.6"/><ellipse cx="10.9" cy="14.75" rx="4.6" ry="2.6" transform="rotate(-60 10.9 14.75)"/><ellipse cx="29.1" cy="25.25" rx="4.6" ry="2.6" transform="rotate(-60 29.1 25.25)"/><ellipse cx="10.9" cy="25.25" rx="4.6" ry="2.6" transform="rotate(60 10.9 25.25)"/><ellipse cx="29.1" cy="14.75" rx="4.6" ry="2.6" transform="rotate(60 29.1 14.75)"/></g></svg>'

const mainnet = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

/** Polkadot on the server: its nodes speak JSON-RPC, and none tells what an account did. @see https://docs.polkadot.com */
export const polkadot: ServerFamily = {
  namespace: 'polkadot',
  nodeCheck: (reference) => ({
    call: { method: 'chain_getBlockHash', params: [0] },
    isRight: (result: unknown) => (typeof result === 'string' ? result.startsWith(`0x${reference}`) : false),
  }),
  createReader: createPolkadotReader,
  chains: [mainnet],
  images: { [mainnet]: image, 'polkadot:906d57c7639442cceb7f44d208ccd513': image },
  tokenImages: { DOT: image },
  prices: { [mainnet]: { platform: 'polkadot', coin: 'polkadot' } },
  wallets: [
    {
      name: 'SubWallet',
      homepage: 'https://www.subwallet.app/',
      families: ['polkadot', 'eip155'],
      mobile: 'subwallet://',
      chrome: 'onhogfjeacnfoofkfgppdlbmlmnplgbn',
    },
    {
      name: 'Talisman',
      homepage: 'https://talisman.xyz/',
      families: ['polkadot', 'eip155'],
      chrome: 'fijngjgcjhjmmpcmkeiomlglpeiijkld',
      rdns: 'xyz.talisman',
    },
    {
      name: 'Nova Wallet',
      homepage: 'https://novawallet.io/',
      families: ['polkadot', 'eip155'],
      mobile: 'novawallet://',
    },
  ],
}
