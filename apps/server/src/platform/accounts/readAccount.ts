import { type ChainId, type Namespace, parseChainId } from '@latchkey/protocol/caip'
import { readSs58 } from '@latchkey/protocol/internal/polkadot'
import { isSolanaAddress } from '@latchkey/protocol/internal/solana'
import { bech32 } from '@scure/base'
import { Address, NETWORK, TEST_NETWORK } from '@scure/btc-signer'
import type { Chain } from '../chains/chain.js'

type BtcNetwork = typeof NETWORK

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

const readers: { readonly [namespace in Namespace]: (text: string, chainId: ChainId) => string | undefined } = {
  // In small letters an address has no checksum that could be wrong, and one account is kept once however it is written.
  eip155: (text) => (/^0x[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : undefined),
  solana: (text) => (isSolanaAddress(text) ? text : undefined),
  bip122: readBitcoin,
  polkadot: (text) => (readSs58(text) === undefined ? undefined : text),
  cosmos: readCosmos,
}

/**
 * Reads an address as the family of a chain writes it.
 *
 * @param chain - The chain.
 * @param text - What a caller gave.
 * @returns The address in the one form in which it is asked for and kept, or nothing if it is invalid on this chain.
 */
export function readAccount(chain: Chain, text: string): string | undefined {
  return text.length > 128 ? undefined : readers[parseChainId(chain.caip2).namespace](text, chain.caip2)
}

function readBitcoin(text: string, chainId: ChainId): string | undefined {
  const network: BtcNetwork =
    chainId === mainnet ? NETWORK : chainId === regtest ? { ...TEST_NETWORK, bech32: 'bcrt' } : TEST_NETWORK
  // Bech32 may be written in capitals, for codes to scan.
  const address = text === text.toUpperCase() ? text.toLowerCase() : text
  try {
    Address(network).decode(address)
    return address
  } catch {
    return undefined
  }
}

function readCosmos(text: string): string | undefined {
  if (!/^[a-z]{1,20}1[a-z0-9]{38,60}$/.test(text)) return undefined
  try {
    const { length } = bech32.fromWords(bech32.decode(text as `${string}1${string}`, 90).words)
    return length === 20 || length === 32 ? text : undefined
  } catch {
    return undefined
  }
}
