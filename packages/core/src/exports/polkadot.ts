export { polkadot } from '../namespaces/polkadot/polkadot.js'
export { readSs58, type Ss58Address, toSs58 } from '../namespaces/polkadot/ss58.js'
