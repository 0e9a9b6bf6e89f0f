import { findLookAlike } from '@latchkey/protocol/internal/receivers'
import type { Approval } from '../types.js'
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
 * Warns of receivers that begin and end like a known address but differ: address poisoning places such look-alikes in the
 * history, to be copied.
 *
 * @param approval - What is shown.
 * @param known - Known addresses: earlier receivers, and the user's own.
 * @returns The approval; where there is such a receiver with the danger, the address that it looks like, and a second look.
 */
export function warnOfLookAlikes(approval: Approval, known: readonly string[]): Approval {
  const rows = approval.rows.flatMap((row) => {
    const twin = row.isReceiver && row.form === 'address' ? findLookAlike(row.value, known) : undefined
    if (!twin) return [row]
    return [{ ...row, tone: 'danger' as const }, addressRow('The address that you know', twin, 'warning')]
  })
  if (rows.length === approval.rows.length) return approval
  const danger = 'The receiver looks like an address that you know, but it is another one. What is sent there is lost.'
  return { ...approval, rows, danger: [danger, ...approval.danger], needsSecondLook: true }
}
