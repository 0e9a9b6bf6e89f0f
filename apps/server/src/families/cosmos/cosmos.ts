import type { ServerFamily } from '../serverFamily.js'
import { createCosmosHistory } from './createCosmosHistory.js'
import { createCosmosReader } from './createCosmosReader.js'
import { image } from './image.js'
import { restRules } from './restRules.js'

/** Cosmos on the server. @see https://docs.cosmos.network/api */
export const cosmos: ServerFamily = {
  namespace: 'cosmos',
  nodeCheck: (reference) => ({
    path: '/cosmos/base/tendermint/v1beta1/node_info',
    isRight: (text: string) => isNetwork(text, reference),
  }),
  restRules,
  createReader: createCosmosReader,
  createHistory: createCosmosHistory,
  chains: ['cosmos:cosmoshub-4'],
  images: { 'cosmos:cosmoshub-4': image, 'cosmos:latchkey-1': image },
  tokenImages: { ATOM: image },
  prices: { 'cosmos:cosmoshub-4': { platform: 'cosmos', coin: 'cosmos' } },
  wallets: [
    {
      name: 'Keplr',
      homepage: 'https://www.keplr.app/',
      families: ['cosmos', 'eip155'],
      mobile: 'keplrwallet://',
      ios: 1567851089,
      android: 'com.chainapsis.keplr',
      chrome: 'dmkamcknogkgcdfhhbddcghachkejeap',
      rdns: 'app.keplr',
    },
    {
      name: 'Leap',
      homepage: 'https://www.leapwallet.io/',
      families: ['cosmos', 'eip155'],
      chrome: 'fcfcfllfndlomdhbehjjcoimbgofdncg',
    },
  ],
}

function isNetwork(text: string, reference: string): boolean | undefined {
  try {
    const info = JSON.parse(text) as { default_node_info?: { network?: unknown } } | null
    const network = info?.default_node_info?.network
    return typeof network === 'string' ? network === reference : undefined
  } catch {
    return undefined
  }
}
