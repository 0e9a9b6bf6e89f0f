export { type PolkadotParameters, polkadot } from '../polkadot/polkadot.js'
