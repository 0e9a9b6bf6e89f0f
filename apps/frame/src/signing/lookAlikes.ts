import type { Approval } from '../contracts.js'
import { addressRow } from './signingContext.js'

/**
 * Names the addresses that something of value goes to.
 *
 * @param approval - What is shown.
 * @returns The addresses, each once.
 */
export function receiversOf({ rows }: Approval): readonly string[] {
  return [...new Set(rows.filter(({ isReceiver, form }) => isReceiver && form === 'address').map(({ value }) => value))]
}

/**
 * Warns of receivers that begin and end like an address that is known and are another one: an attacker who makes such an address and has
 * it stand in somebody's history waits for it to be copied.
 *
 * @param approval - What is shown.
 * @param known - Addresses that the person knows: where they paid before, and their own.
 * @returns The approval; where there is such a receiver with the danger, the address that it looks like, and a second look.
 */
export function warnOfLookAlikes(approval: Approval, known: readonly string[]): Approval {
  const book = new Map(known.map((address) => [plain(address), address]))
  let isWarned = false
  const rows = approval.rows.flatMap((row) => {
    const asked = plain(row.value)
    const twin =
      row.isReceiver && row.form === 'address' && !book.has(asked)
        ? [...book].find(([each]) => endsOf(each) === endsOf(asked))
        : undefined
    if (!twin) return [row]
    isWarned = true
    return [{ ...row, tone: 'danger' as const }, addressRow('The address that you know', twin[1], 'warning')]
  })
  if (!isWarned) return approval
  const danger = 'The receiver looks like an address that you know, and is another one. What is sent there is lost.'
  return { ...approval, rows, danger: [danger, ...approval.danger], needsSecondLook: true }
}

// Hex means the same in either case; base58 does not.
function plain(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address
}

// What is read at a glance: the first and the last four characters, without what all addresses of a network begin with.
function endsOf(address: string): string {
  const telling = address.replace(/^(0x|bc1|tb1|bcrt1)/, '').toLowerCase()
  return `${telling.slice(0, 4)} ${telling.slice(-4)}`
}
