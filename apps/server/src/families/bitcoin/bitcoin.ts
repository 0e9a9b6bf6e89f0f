import type { ServerFamily } from '../serverFamily.js'
import { createBitcoinHistory } from './createBitcoinHistory.js'
import { createBitcoinReader } from './createBitcoinReader.js'
import { restRules } from './restRules.js'

// Drawn for Latchkey: only the colours are those of the network.
const image =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path fill="#e8871e" d="M0 0h40v40H0z"/><path fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="M15 12h7a4 4 0 0 1 0 8h-7zm0 8h8a4 4 0 0 1 0 8h-8zM13 12h2m-2 16h2m3-19v3m4-3v3m-4 16v3m4-3v3"/></svg>'

const mainnet = 'bip122:000000000019d6689c085ae165831e93'

/** Bitcoin on the server. @see https://github.com/Blockstream/esplora/blob/master/API.md */
export const bitcoin: ServerFamily = {
  namespace: 'bip122',
  nodeCheck: (reference) => ({
    path: '/block-height/0',
    isRight: (text: string) => (/^[0-9a-f]{64}\s*$/.test(text) ? text.startsWith(reference) : undefined),
  }),
  restRules,
  createReader: createBitcoinReader,
  createHistory: createBitcoinHistory,
  chains: [mainnet],
  images: {
    [mainnet]: image,
    '0b4838db-0161-4ffe-022d-532bf03dba00': image,
    'bip122:000000000933ea01ad0ee984209779ba': image,
    '39354064-d79b-420b-065d-f980c4b78200': image,
    'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': image,
  },
  tokenImages: { BTC: image, TBTC: image },
  prices: { [mainnet]: { platform: 'bitcoin', coin: 'bitcoin' } },
  wallets: [
    {
      name: 'Xverse',
      homepage: 'https://www.xverse.app/',
      families: ['bip122'],
      chrome: 'idnnbdplmphpflfnlkomgpfbpcgelopg',
    },
    {
      name: 'Leather',
      homepage: 'https://leather.io/',
      families: ['bip122'],
      chrome: 'ldinpeekobnhjjdofggfgjlcehhmanlj',
    },
  ],
}
