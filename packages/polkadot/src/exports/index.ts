export { polkadotMainnet } from '../chains.js'
export type { PolkadotParameters } from '../parameters.js'
export { polkadot } from '../polkadot.js'
export type { PolkadotProvider } from '../polkadotProvider.js'
