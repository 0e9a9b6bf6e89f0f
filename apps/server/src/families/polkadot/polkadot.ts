import type { ServerFamily } from '../serverFamily.js'
import { createPolkadotReader } from './createPolkadotReader.js'
import { image } from './image.js'

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
