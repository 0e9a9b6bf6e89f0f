export {
  type AddressKind,
  type BitcoinAddress,
  type BitcoinNetwork,
  readBitcoinAddress,
} from '../namespaces/bip122/address.js'
export { bip122 } from '../namespaces/bip122/bip122.js'
