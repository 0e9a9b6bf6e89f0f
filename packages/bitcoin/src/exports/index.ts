export type { BitcoinProvider, PsbtInput } from '@latchkey/protocol/bitcoin'
export { bitcoin } from '../bitcoin.js'
export { bitcoinMainnet, bitcoinTestnet } from '../chains.js'
export type { BitcoinParameters } from '../parameters.js'
