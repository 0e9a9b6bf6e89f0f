import Module, { createRequire } from 'node:module'

/** The used part of a script. */
export type BcoinScript = { toRaw(): Uint8Array }

/** What is used of a transaction of the node; hashes of outpoints are in internal byte order. */
export type BcoinTx = {
  readonly version: number
  readonly locktime: number
  readonly inputs: readonly {
    readonly prevout: { readonly hash: string; readonly index: number }
    readonly script: BcoinScript
    readonly witness: { readonly items: readonly Uint8Array[] }
    readonly sequence: number
  }[]
  readonly outputs: readonly {
    readonly value: number
    readonly script: BcoinScript
    isDust(rate: number): boolean
  }[]
  txid(): string
  toRaw(): Uint8Array
  getSize(): number
  getWeight(): number
  getVirtualSize(): number
  isCoinbase(): boolean
}

/** The used part of a block. */
export type BcoinBlock = { readonly txs: readonly BcoinTx[]; toRaw(): Uint8Array }

/** A block in the node's chain. */
export type BcoinEntry = { readonly height: number; readonly time: number; rhash(): string }

type Opened = { open(): Promise<void>; close(): Promise<void> }

/** The used part of the node. */
export type BcoinNode = {
  readonly chain: Opened & {
    readonly height: number
    readonly tip: BcoinEntry
    on(event: 'connect', listener: (entry: BcoinEntry, block: BcoinBlock) => void): void
    add(block: BcoinBlock): Promise<BcoinEntry | null>
  }
  readonly mempool: Opened & {
    readonly map: { readonly size: number }
    /** Resolves to the hashes of inputs that are missing, or to nothing. */
    addTX(tx: BcoinTx): Promise<readonly string[] | null>
    verifyInputs(tx: BcoinTx, view: unknown, flags: number): Promise<void>
  }
  readonly miner: Opened & { readonly cpu: { mineBlock(tip: BcoinEntry, address: unknown): Promise<BcoinBlock> } }
}

type Network = {
  minerWindow: number
  activationThreshold: number
  addressPrefix: { bech32: string; pubkeyhash: number; scripthash: number }
}

/** The parts of the library that are used. */
export type Bcoin = {
  readonly FullNode: new (options: { readonly [name: string]: unknown }) => BcoinNode
  readonly Network: { get(name: 'regtest'): Network }
  readonly TX: { fromRaw(raw: Uint8Array): BcoinTx }
  readonly Block: { fromRaw(raw: Uint8Array): BcoinBlock }
  readonly Address: { fromString(address: string, network: 'regtest'): unknown }
  readonly Script: { readonly flags: { readonly VERIFY_DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM: number } }
}

type Load = (request: string, ...rest: unknown[]) => unknown

/**
 * Loads the node's library. Two of its dependencies want native modules that are not built: the database on disk, which a
 * node in memory never opens, and a hash, whose JavaScript form it carries for browsers.
 */
export function loadBcoin(): Bcoin {
  const loader = Module as unknown as { _load: Load }
  const usual = loader._load
  loader._load = function load(this: unknown, request, ...rest) {
    if (request === 'leveldown') return class NoDatabase {}
    return usual.call(this, request === 'mrmr' ? 'mrmr/lib/murmur3-browser.js' : request, ...rest)
  }
  try {
    const library = createRequire(import.meta.url)('bcoin') as Bcoin
    // The library loads its parts at the first look at them, which must happen while the loader is in place.
    const { FullNode, Network, TX, Block, Address, Script } = library
    const network = Network.get('regtest')
    // Its regtest writes addresses in a way of its own; everybody else writes them like testnet, and bcrt1….
    network.addressPrefix.bech32 = 'bcrt'
    network.addressPrefix.pubkeyhash = 0x6f
    network.addressPrefix.scripthash = 0xc4
    // Segregated witness is voted in by blocks; a short vote spares hundreds of them at each first start.
    network.minerWindow = 4
    network.activationThreshold = 3
    return { FullNode, Network, TX, Block, Address, Script }
  } finally {
    loader._load = usual
  }
}
