import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The persisted state of a local ledger. */
export type LedgerFile<state> = {
  /** The persisted state; undefined at the first start, and when unreadable. */
  read(): state | undefined
  write(state: state): void
}

/**
 * Keeps a ledger as JSON. A file is replaced at once and whole, so a crash leaves the old one or the new one.
 *
 * @param folder - Where; without one nothing is kept.
 * @param name - The name of the file.
 * @param isState - Whether what was read fits.
 * @param log - Gets a line when a file had to be put aside.
 */
export function openLedgerFile<state>(
  folder: string | undefined,
  name: string,
  isState: (value: unknown) => value is state,
  log: (line: string) => void = () => {},
): LedgerFile<state> {
  if (folder === undefined) return { read: () => undefined, write: () => {} }
  const file = join(folder, name)
  mkdirSync(folder, { recursive: true })
  return {
    read() {
      if (!existsSync(file)) return undefined
      try {
        const state: unknown = JSON.parse(readFileSync(file, 'utf8'))
        if (isState(state)) return state
      } catch {
        // Put aside below, as what does not fit.
      }
      renameSync(file, `${file}.broken`)
      log(`${file} could not be read and was put aside as ${file}.broken`)
      return undefined
    },
    write(state) {
      writeFileSync(`${file}.new`, JSON.stringify(state))
      renameSync(`${file}.new`, file)
    },
  }
}
