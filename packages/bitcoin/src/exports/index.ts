export type { BitcoinProvider, PsbtInput } from '@latchkey/protocol/internal/bitcoin'
export { bitcoin } from '../bitcoin.js'
export { bitcoinMainnet, bitcoinTestnet } from '../chains.js'
export type { BitcoinParameters } from '../parameters.js'
