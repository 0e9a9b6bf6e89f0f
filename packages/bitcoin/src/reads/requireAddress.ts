import type { Chain } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { type BitcoinAddress, type BitcoinAddressChain, readBitcoinAddress } from '@latchkey/protocol/internal/bitcoin'

const networks: { readonly [reference: string]: BitcoinAddressChain } = {
  '000000000019d6689c085ae165831e93': 'mainnet',
  '000000000933ea01ad0ee984209779ba': 'testnet',
  '00000000da84f2bafbbc53dee25a72ae': 'testnet',
  '00000008819873e925422c1ff0f99f7c': 'testnet',
  '0f9188f13cb7b2c71f2a335e3a4fc328': 'regtest',
}

const names: { readonly [chain in BitcoinAddressChain]: string } = {
  mainnet: 'the Bitcoin main network',
  testnet: 'a Bitcoin test network',
  regtest: 'a local Bitcoin network',
}

/** Reads an address that must be of the chain in use: one of another would be paid where nobody looks. */
export function requireAddress(chain: Chain, value: string): BitcoinAddress {
  const address = readBitcoinAddress(value)
  if (!address)
    throw new LatchkeyError('INVALID_ADDRESS', 'This is not a Bitcoin address. Compare it character by character.')
  const wanted = networks[String(chain.id)]
  const [first] = address.networks
  if (wanted !== undefined && first !== undefined && !address.networks.includes(wanted)) {
    throw new LatchkeyError(
      'INVALID_ADDRESS',
      `This address belongs to ${names[first]}, not to ${chain.name}. Nothing was sent.`,
      { hints: [`Use an address of ${names[wanted]}, or switch the network.`] },
    )
  }
  return address
}
