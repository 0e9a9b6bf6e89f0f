import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import type { AccountId, ChainId } from '../../caip.js'

/** The networks of Bitcoin as its addresses tell them apart; `testnet` is Signet too. */
export type BitcoinAddressChain = 'mainnet' | 'testnet' | 'regtest'

/** How an output is spent. */
export type AddressKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

/** A decoded address. */
export type BitcoinAddress = {
  readonly kind: AddressKind
  /** Where it can be used: the old forms are the same on all test networks. */
  readonly networks: readonly BitcoinAddressChain[]
  /** The script of an output to it. */
  readonly script: Uint8Array
}

const base58check = /* @__PURE__ */ createBase58check(sha256)
const testing: readonly BitcoinAddressChain[] = ['testnet', 'regtest']

const versions: { readonly [version: number]: { kind: 'p2pkh' | 'p2sh'; networks: readonly BitcoinAddressChain[] } } = {
  0: { kind: 'p2pkh', networks: ['mainnet'] },
  5: { kind: 'p2sh', networks: ['mainnet'] },
  111: { kind: 'p2pkh', networks: testing },
  196: { kind: 'p2sh', networks: testing },
}

const prefixes: { readonly [prefix: string]: readonly BitcoinAddressChain[] } = {
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
 * import { readBitcoinAddress } from '@latchkey/protocol/internal/bitcoin'
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

/** The networks of Bitcoin, as wallets call them. */
export type BitcoinNetwork = 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest'

/** CAIP-2 ids of Bitcoin's networks: the beginnings of the hashes of their first blocks. @see https://namespaces.chainagnostic.org/bip122/caip2 */
export const bitcoinChains: { readonly [network in BitcoinNetwork]: ChainId } = {
  mainnet: 'bip122:000000000019d6689c085ae165831e93',
  testnet: 'bip122:000000000933ea01ad0ee984209779ba',
  testnet4: 'bip122:00000000da84f2bafbbc53dee25a72ae',
  signet: 'bip122:00000008819873e925422c1ff0f99f7c',
  regtest: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
}

const base58 = '[1-9A-HJ-NP-Za-km-z]{25,34}'
const forms: readonly (readonly [RegExp, readonly BitcoinNetwork[]])[] = [
  [/^bc1[02-9ac-hj-np-z]{8,87}$/i, ['mainnet']],
  [new RegExp(`^[13]${base58}$`), ['mainnet']],
  [/^tb1[02-9ac-hj-np-z]{8,87}$/i, ['testnet', 'testnet4', 'signet']],
  [/^bcrt1[02-9ac-hj-np-z]{8,87}$/i, ['regtest']],
  [new RegExp(`^[2mn]${base58}$`), ['testnet', 'testnet4', 'signet', 'regtest']],
]

/**
 * Finds the networks that an address can be of, by its form alone: its checksum is not looked at.
 *
 * @param address - Anything.
 * @returns The networks, of which `bitcoinChains` has the ids; none for what is no address.
 *
 * @example
 * import { bitcoinChainsOf } from '@latchkey/protocol/internal/bitcoin'
 * bitcoinChainsOf('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq') // ['mainnet']
 */
export function bitcoinChainsOf(address: unknown): readonly BitcoinNetwork[] {
  if (typeof address !== 'string') return []
  return forms.find(([form]) => form.test(address))?.[1] ?? []
}

/**
 * Returns what an account is for by its address: Taproot addresses hold ordinals, all others what is paid with.
 *
 * @param address - A Bitcoin address.
 * @returns The kind of the account.
 *
 * @example
 * import { bitcoinAccountType } from '@latchkey/protocol/internal/bitcoin'
 * bitcoinAccountType('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq') // 'payment'
 */
export function bitcoinAccountType(address: string): 'ordinal' | 'payment' {
  return /^(bc|tb|bcrt)1p/i.test(address) ? 'ordinal' : 'payment'
}

/** An input of a PSBT that the wallet is asked to sign. */
export type PsbtInput = { readonly index: number; readonly address: string; readonly sighashTypes?: readonly number[] }

/** An account of a Bitcoin wallet with what the wallet says of it. */
export type BitcoinAccount = {
  readonly account: AccountId
  readonly type?: 'eoa' | 'smartAccount' | 'payment' | 'ordinal'
  /** Hex, without a prefix. */
  readonly publicKey?: string
  /** Derivation path, for example `m/84'/0'/0'/0/0`. */
  readonly path?: string
}

/** INTERFACE: what `getProvider('bip122')` gives, whichever way the wallet is reached. Rejects with a coded error. */
export type BitcoinProvider = {
  /** The accounts with their kind, public key and path, the payment account first. */
  getAccounts(): Promise<readonly BitcoinAccount[]>
  /** Base64. BIP-322 where the wallet knows it, else the signature of BIP-137. */
  signMessage(request: {
    readonly address: string
    readonly message: string
    readonly protocol?: 'bip322' | 'ecdsa'
  }): Promise<string>
  /** Signs the inputs, finalises and sends if `broadcast`; the signed PSBT as bytes, and the transaction id if it was sent. */
  signPsbt(request: {
    readonly chainId: ChainId
    readonly psbt: Uint8Array
    readonly inputs: readonly PsbtInput[]
    readonly broadcast?: boolean
  }): Promise<{ readonly psbt: Uint8Array; readonly txid?: string }>
  /** Lets the wallet choose coins and fee. Absent: the caller builds a PSBT. Gives the transaction id. */
  sendTransfer?(request: {
    readonly address: string
    readonly chainId: ChainId
    readonly to: string
    /** Satoshi. */
    readonly amount: bigint
  }): Promise<string>
}
