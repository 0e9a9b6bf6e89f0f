import type { Address, EncodedAccount } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { createRecentBlockhashes, finalizedDepth, maxBlockhashAge } from './blockhashes.js'
import { createHistory, type History } from './history.js'
import type { LandedTransaction } from './landedTransaction.js'
import type { Commitment } from './params.js'
import { landTransaction } from './runTransaction.js'
import type { TransactionError } from './transactionError.js'
import { type WireTransaction, writableKeys } from './wireTransaction.js'

/** What the ledger keeps besides the accounts, which the virtual machine keeps. */
export type LedgerState = {
  /** What its blockhashes grow from. */
  readonly seed: string
  readonly slot: number
  readonly transactions: readonly LandedTransaction[]
}

/** A change of an account: the how-manieth, and in which slot. */
export type AccountChange = { readonly serial: number; readonly slot: number }

/** The chain: accounts, blocks that follow the clock, and what happened in them. */
export type Ledger = {
  readonly svm: LiteSVM
  readonly history: History
  /** The newest slot of a commitment. */
  slot(commitment: Commitment): number
  /** The newest blockhash of a commitment, and the last block in which it is good. */
  latestBlockhash(commitment: Commitment): { readonly blockhash: string; readonly lastValidBlockHeight: number }
  /** The slot of a blockhash that is still good; undefined for any other. */
  blockhashSlot(blockhash: string): number | undefined
  account(address: Address): EncodedAccount | undefined
  /** The newest change of an account since this start. */
  changeOf(address: string): AccountChange | undefined
  /** Runs a transaction; what fails before it runs leaves no trace. */
  send(wire: WireTransaction): { readonly landed: LandedTransaction } | { readonly dropped: TransactionError }
  /** Why a transaction cannot be run at all, before any of it runs. */
  refusal(wire: WireTransaction): TransactionError | undefined
  /** Begins the next slot. */
  tick(): void
  /** Hears of each new transaction and each new slot, until the returned function is called. */
  onAdvance(listener: () => void): () => void
  state(): LedgerState
}

const slotsPerEpoch = 432_000

/**
 * Opens the ledger over a virtual machine.
 *
 * @param svm - The machine with its accounts.
 * @param state - What an earlier run kept, or a fresh start.
 */
export function openLedger(svm: LiteSVM, state: LedgerState): Ledger {
  const history = createHistory(state.transactions)
  const recent = createRecentBlockhashes(state.seed)
  const changes = new Map<string, AccountChange>()
  const listeners = new Set<() => void>()
  let slot = state.slot
  let serial = 0
  for (let past = Math.max(0, slot - maxBlockhashAge); past < slot; past++) recent.add(past)
  // The machine would know only its newest blockhash; the list above is checked instead.
  svm.withBlockhashCheck(false)

  const begin = () => {
    recent.add(slot)
    const clock = svm.getClock()
    clock.slot = BigInt(slot)
    clock.epoch = BigInt(Math.floor(slot / slotsPerEpoch))
    clock.unixTimestamp = BigInt(Math.floor(Date.now() / 1000))
    svm.setClock(clock)
  }
  const advanced = () => {
    for (const listener of [...listeners]) listener()
  }
  const slotOf = (commitment: Commitment) =>
    commitment === 'processed' ? slot : Math.max(0, slot - (commitment === 'confirmed' ? 1 : finalizedDepth))
  const account = (address: Address) => {
    const found = svm.getAccount(address)
    return found.exists ? found : undefined
  }
  const refusal = (wire: WireTransaction) => {
    if (history.get(wire.signature) !== undefined) return 'AlreadyProcessed'
    return recent.slotOf(wire.blockhash) === undefined ? 'BlockhashNotFound' : undefined
  }
  begin()

  return {
    svm,
    history,
    slot: slotOf,
    latestBlockhash(commitment) {
      const at = slotOf(commitment)
      return { blockhash: recent.at(at), lastValidBlockHeight: at + maxBlockhashAge }
    },
    blockhashSlot: recent.slotOf,
    account,
    changeOf: (address) => changes.get(address),
    refusal,
    send(wire) {
      const refused = refusal(wire)
      if (refused !== undefined) return { dropped: refused }
      const outcome = landTransaction(svm, account, wire, slot)
      if ('dropped' in outcome) return outcome
      const { landed } = outcome
      history.add(landed)
      serial += 1
      for (const [index, writable] of writableKeys(wire, landed.loaded.writable.length).entries()) {
        const key = landed.keys[index]
        if (writable && key !== undefined) changes.set(key, { serial, slot })
      }
      advanced()
      return { landed }
    },
    tick() {
      slot += 1
      begin()
      advanced()
    },
    onAdvance(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => ({ seed: state.seed, slot, transactions: history.all() }),
  }
}
