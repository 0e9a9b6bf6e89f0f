import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

/** The networks of Bitcoin as its addresses tell them apart; `testnet` is Signet too. */
export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest'

/** How an output is spent. */
export type AddressKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

/** What an address says. */
export type BitcoinAddress = {
  readonly kind: AddressKind
  /** Where it can be used: the old forms are the same on all test networks. */
  readonly networks: readonly BitcoinNetwork[]
  /** The script of an output to it. */
  readonly script: Uint8Array
}

const base58check = createBase58check(sha256)
const testing: readonly BitcoinNetwork[] = ['testnet', 'regtest']

const versions: { readonly [version: number]: { kind: 'p2pkh' | 'p2sh'; networks: readonly BitcoinNetwork[] } } = {
  0: { kind: 'p2pkh', networks: ['mainnet'] },
  5: { kind: 'p2sh', networks: ['mainnet'] },
  111: { kind: 'p2pkh', networks: testing },
  196: { kind: 'p2sh', networks: testing },
}

const prefixes: { readonly [prefix: string]: readonly BitcoinNetwork[] } = {
  bc: ['mainnet'],
  tb: ['testnet'],
  bcrt: ['regtest'],
}

/**
 * Reads a Bitcoin address of any network, its checksum included.
 *
 * @param value - Any text.
 * @returns What the address says; `undefined` for everything else, also for witness versions that have no meaning yet: an
 * amount sent there can be taken by anybody.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki
 * @see https://github.com/bitcoin/bips/blob/master/bip-0350.mediawiki
 *
 * @example
 * import { readBitcoinAddress } from '@latchkey/core/bip122'
 * readBitcoinAddress('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')?.kind // 'p2wpkh'
 */
export function readBitcoinAddress(value: string): BitcoinAddress | undefined {
  if (value.length < 26 || value.length > 90) return undefined
  return /^(bc|tb|bcrt)1/i.test(value) ? readWitness(value) : readBase58(value)
}

function readBase58(value: string): BitcoinAddress | undefined {
  try {
    const bytes = base58check.decode(value)
    const version = versions[bytes[0] ?? -1]
    if (bytes.length !== 21 || !version) return undefined
    const hash = bytes.subarray(1)
    const script =
      version.kind === 'p2pkh'
        ? Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac)
        : Uint8Array.of(0xa9, 20, ...hash, 0x87)
    return { ...version, script }
  } catch {
    return undefined
  }
}

function readWitness(value: string): BitcoinAddress | undefined {
  for (const [version, code] of [
    [0, bech32],
    [1, bech32m],
  ] as const) {
    try {
      const { prefix, words } = code.decode(value as `${string}1${string}`)
      const networks = prefixes[prefix]
      if (words[0] !== version || !networks) continue
      const program = code.fromWords(words.slice(1))
      const kind = version === 1 ? 'p2tr' : program.length === 20 ? 'p2wpkh' : 'p2wsh'
      if (kind !== 'p2wpkh' && program.length !== 32) return undefined
      return { kind, networks, script: Uint8Array.of(version === 0 ? 0 : 0x51, program.length, ...program) }
    } catch {
      // Not of this code; perhaps of the next.
    }
  }
  return undefined
}
