export { type CosmosParameters, cosmos } from '../cosmos/cosmos.js'
export type { CosmosChainInfo } from '../cosmos/keplr.js'
