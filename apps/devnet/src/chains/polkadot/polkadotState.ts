import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'
import { polkadotGenesisHash } from './polkadotNetwork.js'
import { accountInfo, accountKey, compact } from './scale.js'

/** What the ledger keeps: plancks by public key (hex), and the headers after the first block. */
export type PolkadotState = {
  readonly balances: { readonly [publicKey: string]: string }
  readonly headers: readonly PolkadotHeader[]
}

/** A block's header, as nodes say it. */
export type PolkadotHeader = {
  readonly parentHash: string
  readonly number: `0x${string}`
  readonly stateRoot: string
  readonly extrinsicsRoot: string
  readonly digest: { readonly logs: readonly string[] }
}

/** The ledger in memory. */
export type PolkadotBook = ReturnType<typeof createPolkadotBook>

const nothing = `0x${'0'.repeat(64)}`
const noExtrinsics = digest(new Uint8Array(1))

/** Keeps balances, and makes a block of each change. */
export function createPolkadotBook(state: PolkadotState, changed: (state: PolkadotState) => void) {
  const balances = new Map(Object.entries(state.balances).map(([key, amount]) => [key, BigInt(amount)]))
  const first: PolkadotHeader = {
    parentHash: nothing,
    number: '0x0',
    stateRoot: stateRoot(balances),
    extrinsicsRoot: noExtrinsics,
    digest: { logs: [] },
  }
  const headers = [first, ...state.headers]
  const hashes: string[] = [polkadotGenesisHash, ...state.headers.map(hashOf)]
  const storage = () => new Map([...balances].map(([key, free]) => [accountKey(hex.decode(key)), free]))
  return {
    height: () => headers.length - 1,
    hash: (number: number) => hashes[number],
    header: (hash: string | undefined) => headers[hash === undefined ? headers.length - 1 : hashes.indexOf(hash)],
    /** SCALE of what a key of the storage holds. */
    storage(key: string): string | null {
      const free = storage().get(key.toLowerCase() as `0x${string}`)
      return free === undefined ? null : accountInfo(free)
    },
    /** Sends plancks to an account, in a block of its own; the hash of the block. */
    give(publicKey: Uint8Array, amount: bigint): string {
      const key = hex.encode(publicKey)
      balances.set(key, (balances.get(key) ?? 0n) + amount)
      const header: PolkadotHeader = {
        parentHash: hashes.at(-1) ?? nothing,
        number: `0x${headers.length.toString(16)}`,
        stateRoot: stateRoot(balances),
        extrinsicsRoot: noExtrinsics,
        digest: { logs: [] },
      }
      headers.push(header)
      const hash = hashOf(header)
      hashes.push(hash)
      changed({
        balances: Object.fromEntries([...balances].map(([account, free]) => [account, String(free)])),
        headers: headers.slice(1),
      })
      return hash
    },
  }
}

/** Whether what was kept can be read. */
export function isPolkadotState(value: unknown): value is PolkadotState {
  const { balances, headers } = (value ?? {}) as { balances?: unknown; headers?: unknown }
  if (typeof balances !== 'object' || balances === null || !Array.isArray(headers)) return false
  const amounts = Object.entries(balances).every(
    ([key, amount]) => /^[0-9a-f]{64}$/.test(key) && typeof amount === 'string' && /^\d+$/.test(amount),
  )
  return amounts && headers.every((header) => typeof (header as PolkadotHeader | null)?.parentHash === 'string')
}

function hashOf({ parentHash, number, stateRoot, extrinsicsRoot }: PolkadotHeader): string {
  const [parent, state, extrinsics] = [parentHash, stateRoot, extrinsicsRoot].map((hash) => hex.decode(hash.slice(2)))
  if (!parent || !state || !extrinsics) throw new Error('A header has three hashes')
  return digest(concatBytes(parent, compact(Number(number)), state, extrinsics, new Uint8Array(1)))
}

/** A commitment to all balances. Real nodes use a trie, but no client here requests proofs. */
function stateRoot(balances: ReadonlyMap<string, bigint>): string {
  const lines = [...balances].map(([key, free]) => `${key}:${free}`).sort()
  return digest(utf8ToBytes(lines.join('\n')))
}

function digest(bytes: Uint8Array): string {
  return `0x${hex.encode(blake2b(bytes, { dkLen: 32 }))}`
}
