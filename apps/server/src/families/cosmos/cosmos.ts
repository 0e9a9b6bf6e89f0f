import type { ServerFamily } from '../serverFamily.js'
import { createCosmosHistory } from './createCosmosHistory.js'
import { createCosmosReader } from './createCosmosReader.js'
import { restRules } from './restRules.js'

// Drawn for Latchkey: only the colours are those of the network.
const image =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path fill="#23264a" d="M0 0h40v40H0z"/><circle cx="20" cy="20" r="2.6" fill="#fff"/><g fill="none" stroke="#c9cdf0" stroke-width="1.6"><ellipse cx="20" cy="20" rx="5" ry="12.5"/><ellipse cx="20" cy="20" rx="5" ry="12.5" transform="rotate(60 20 20)"/><ellipse cx="20" cy="20" rx="5" ry="12.5" transform="rotate(-60 20 20)"/></g></svg>'

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
