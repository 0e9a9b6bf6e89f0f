export { type CosmosAddress, readCosmosAddress } from '../namespaces/cosmos/address.js'
export { cosmos } from '../namespaces/cosmos/cosmos.js'
export type { CosmosOptions } from '../namespaces/cosmos/options.js'
