import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { LiteSVM } from 'litesvm'
import { historyCapacity } from './history.js'
import { type Ledger, type LedgerState, openLedger } from './ledger.js'

type Kept = LedgerState & { readonly savedAt: number }

/**
 * Opens the ledger that a file keeps, or a fresh one. The chain went on in between: its slots follow the clock. A file that
 * cannot be read is put aside.
 *
 * @param module - The virtual machine.
 * @param file - Where the ledger is kept; undefined keeps it in memory.
 * @param slotTime - How long a slot lasts, in milliseconds.
 * @param log - Gets a line when something was put aside.
 */
export function readLedger(
  { LiteSVM }: typeof import('litesvm'),
  file: string | undefined,
  slotTime: number,
  log: (line: string) => void,
): { ledger: Ledger; fresh: boolean } {
  if (file !== undefined && existsSync(file)) {
    try {
      const bytes = readFileSync(file)
      const end = bytes.indexOf(0x0a)
      const { seed, slot, savedAt, transactions } = JSON.parse(bytes.toString('utf8', 0, end)) as Kept
      const svm = LiteSVM.fromBytes(bytes.subarray(end + 1))
      const slept = Math.max(1, Math.floor((Date.now() - savedAt) / slotTime))
      return { ledger: openLedger(svm, { seed, slot: slot + slept, transactions }), fresh: false }
    } catch (error) {
      renameSync(file, `${file}.broken`)
      log(`${file} could not be read and was put aside as ${file}.broken (${String(error)})`)
    }
  }
  const svm: LiteSVM = new LiteSVM().withTransactionHistory(BigInt(historyCapacity * 2))
  const seed = randomBytes(32).toString('hex')
  return { ledger: openLedger(svm, { seed, slot: 1, transactions: [] }), fresh: true }
}

/** Writes the ledger; the file is always a whole one: accounts and history of the same moment. */
export function writeLedger(file: string, ledger: Ledger): void {
  mkdirSync(dirname(file), { recursive: true })
  const kept: Kept = { ...ledger.state(), savedAt: Date.now() }
  // JSON text holds no line break, so the first one is where the accounts begin.
  writeFileSync(`${file}.new`, Buffer.concat([Buffer.from(`${JSON.stringify(kept)}\n`), ledger.svm.toBytes()]))
  renameSync(`${file}.new`, file)
}
