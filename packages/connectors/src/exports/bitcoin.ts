export { type BitcoinParameters, bitcoin } from '../bitcoin/bitcoin.js'
