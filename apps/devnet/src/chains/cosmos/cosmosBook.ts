import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { cosmosAddress, isCosmosAddress } from './cosmosAccounts.js'
import { cosmosChain, cosmosDenom } from './cosmosNetwork.js'
import { type CosmosCoin, type DecodedTx, decodeTx, type MsgSend } from './decodeTx.js'
import { ProtoError } from './protobuf.js'
import { signBytes } from './signBytes.js'

/** What the ledger knows of an account; amounts in uatom. */
export type CosmosAccount = {
  readonly number: number
  readonly sequence: number
  readonly balance: string
  /** Hex, once it has signed. */
  readonly publicKey?: string
}

/** A transaction in a block, and how it ended. */
export type CosmosTx = {
  readonly hash: string
  readonly height: number
  readonly time: string
  readonly code: number
  readonly log: string
  readonly gas: string
  /** What it does and costs; ledgers that were kept by an earlier version do not know it. */
  readonly body?: {
    readonly messages: readonly MsgSend[]
    readonly fee: readonly CosmosCoin[]
    readonly sequence: string
  }
}

/** What the ledger keeps. */
export type CosmosState = {
  readonly height: number
  readonly accounts: { readonly [address: string]: CosmosAccount }
  readonly txs: readonly CosmosTx[]
}

/** Why a transaction is not taken, with the number of the Cosmos SDK. @see https://pkg.go.dev/github.com/cosmos/cosmos-sdk/types/errors */
export class CosmosRefusal extends Error {
  override readonly name = 'CosmosRefusal'
  readonly code: number

  constructor(code: 2 | 4 | 5 | 7 | 8 | 9 | 10 | 12 | 19 | 30 | 32, message: string) {
    super(message)
    this.code = code
  }
}

/** The ledger in memory. */
export type CosmosBook = ReturnType<typeof createCosmosBook>

const longestMemo = 256
/** The sender of test funds. It has no key: the ledger mints them. */
const faucetAddress = cosmosAddress(new TextEncoder().encode('faucet'))

/** Keeps accounts and balances, and takes payments whose signature fits; each makes a block. */
export function createCosmosBook(state: CosmosState, changed: (state: CosmosState) => void) {
  let { height } = state
  const accounts = new Map(Object.entries(state.accounts))
  const txs = new Map(state.txs.map((tx) => [tx.hash, tx]))

  const accountOf = (address: string): CosmosAccount =>
    accounts.get(address) ?? { number: accounts.size, sequence: 0, balance: '0' }
  const move = (address: string, amount: bigint) => {
    const account = accountOf(address)
    accounts.set(address, { ...account, balance: String(BigInt(account.balance) + amount) })
  }
  const seal = () => {
    height++
    changed({ height, accounts: Object.fromEntries(accounts), txs: [...txs.values()] })
  }

  /** The checks of every validator before execution. */
  const check = (tx: DecodedTx): { signer: string; publicKey: Uint8Array; fee: bigint } => {
    const signer = tx.messages[0]?.from ?? ''
    if (tx.messages.some(({ from }) => from !== signer)) throw new CosmosRefusal(4, 'all messages need the same signer')
    for (const { to, amount } of tx.messages) {
      if (!isCosmosAddress(to)) throw new CosmosRefusal(7, `invalid to address ${to}: invalid address`)
      if (inUatom(amount) === 0n) throw new CosmosRefusal(10, 'the amount is not positive: invalid coins')
    }
    const account = accounts.get(signer)
    if (account === undefined) throw new CosmosRefusal(9, `account ${signer} does not exist: unknown address`)
    const publicKey = tx.publicKey ?? (account.publicKey === undefined ? undefined : hex.decode(account.publicKey))
    if (publicKey === undefined) throw new CosmosRefusal(8, 'the account has no public key yet: invalid pubkey')
    if (cosmosAddress(publicKey) !== signer) {
      throw new CosmosRefusal(8, `pubKey does not match signer address ${signer}: invalid pubkey`)
    }
    if (tx.timeoutHeight > 0n && BigInt(height) >= tx.timeoutHeight) {
      throw new CosmosRefusal(30, `block height: ${height}, timeout height: ${tx.timeoutHeight}: tx timeout height`)
    }
    if (tx.memo.length > longestMemo)
      throw new CosmosRefusal(12, `maximum number of characters is ${longestMemo}: memo too large`)
    if (tx.sequence !== BigInt(account.sequence)) {
      throw new CosmosRefusal(
        32,
        `account sequence mismatch, expected ${account.sequence}, got ${tx.sequence}: incorrect account sequence`,
      )
    }
    if (!fits(tx.signature, signBytes(tx, cosmosChain, BigInt(account.number)), publicKey)) {
      throw new CosmosRefusal(
        4,
        `signature verification failed; please verify account number (${account.number}) and chain-id (${cosmosChain}): unauthorized`,
      )
    }
    const fee = inUatom(tx.fee)
    if (fee > BigInt(account.balance))
      throw new CosmosRefusal(5, 'the fee is more than the account has: insufficient funds')
    return { signer, publicKey, fee }
  }

  return {
    height: () => height,
    account: (address: string) => accounts.get(address),
    tx: (hash: string) => txs.get(hash.toUpperCase()),
    /** All transactions, oldest first. */
    all: () => [...txs.values()],
    /** Sends uatom to an address, in a block of its own. */
    give(address: string, amount: bigint): string {
      move(address, amount)
      const hash = hex.encode(sha256(new TextEncoder().encode(`fund ${height + 1} ${address}`))).toUpperCase()
      const coins = [{ denom: cosmosDenom, amount: String(amount) }]
      const body = { messages: [{ from: faucetAddress, to: address, amount: coins }], fee: [], sequence: '0' }
      txs.set(hash, { hash, height: height + 1, time: new Date().toISOString(), code: 0, log: '', gas: '0', body })
      seal()
      return hash
    },
    /**
     * Takes a transaction and executes it. One that passed the checks and fails afterwards stands in a block all the same,
     * with its code, and has paid its fee.
     *
     * @throws CosmosRefusal when it did not pass.
     */
    take(raw: Uint8Array): CosmosTx {
      const hash = hex.encode(sha256(raw)).toUpperCase()
      if (txs.has(hash)) throw new CosmosRefusal(19, 'tx already in mempool')
      const tx = decode(raw)
      const { signer, publicKey, fee } = check(tx)
      const account = accountOf(signer)
      accounts.set(signer, {
        ...account,
        sequence: account.sequence + 1,
        balance: String(BigInt(account.balance) - fee),
        publicKey: hex.encode(publicKey),
      })
      const total = tx.messages.reduce((sum, { amount }) => sum + inUatom(amount), 0n)
      const enough = total <= BigInt(accountOf(signer).balance)
      if (enough) {
        for (const { to, amount } of tx.messages) {
          move(signer, -inUatom(amount))
          move(to, inUatom(amount))
        }
      }
      const done = {
        hash,
        height: height + 1,
        time: new Date().toISOString(),
        code: enough ? 0 : 5,
        log: enough ? '' : `spendable balance is smaller than ${total}${cosmosDenom}: insufficient funds`,
        gas: String(tx.gas),
        body: { messages: tx.messages, fee: tx.fee, sequence: String(tx.sequence) },
      }
      txs.set(hash, done)
      seal()
      return done
    },
  }
}

/** Whether what was kept can be read. */
export function isCosmosState(value: unknown): value is CosmosState {
  const { height, accounts, txs } = (value ?? {}) as { [key: string]: unknown }
  if (!Number.isSafeInteger(height) || typeof accounts !== 'object' || accounts === null || !Array.isArray(txs))
    return false
  return Object.entries(accounts).every(([address, account]) => {
    const { number, sequence, balance } = (account ?? {}) as { [key: string]: unknown }
    const counted = Number.isSafeInteger(number) && Number.isSafeInteger(sequence)
    return isCosmosAddress(address) && counted && typeof balance === 'string' && /^\d+$/.test(balance)
  })
}

function decode(raw: Uint8Array): DecodedTx {
  try {
    return decodeTx(raw)
  } catch (error) {
    if (error instanceof ProtoError) throw new CosmosRefusal(2, `${error.message}: tx parse error`)
    throw error
  }
}

function inUatom(coins: readonly CosmosCoin[]): bigint {
  return coins.reduce((sum, { denom, amount }) => {
    if (denom !== cosmosDenom) throw new CosmosRefusal(5, `the ledger has no ${denom.slice(0, 40)}: insufficient funds`)
    return sum + BigInt(amount)
  }, 0n)
}

function fits(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, message, publicKey)
  } catch {
    return false
  }
}
