import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'

/** Hash of the first block of the local ledger, hex without a prefix; of no other chain. */
const genesis = hex.encode(sha256(utf8ToBytes('latchkey local polkadot')))

/** Hash of the first block of the local Polkadot ledger, 0x hex. */
export const polkadotGenesisHash = `0x${genesis}` as const

/** CAIP-2 id of the local Polkadot ledger. @see https://namespaces.chainagnostic.org/polkadot/caip2 */
export const polkadotChainId = `polkadot:${genesis.slice(0, 32)}` as const

/** The prefix of local addresses: that of Substrate chains in general. */
export const polkadotPrefix = 42
