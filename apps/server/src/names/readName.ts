import { longestName, shortestName } from '@latchkey/protocol/namesApi'
import { reservedLabels } from './reservedLabels.js'
import { shapeOf } from './shapeOf.js'

/** A name of one of the zones. */
export type Name = { name: string; label: string; zone: string; shape: string }

const reserved = new Set(reservedLabels.map((label) => shapeOf(label, 'word')))

/**
 * Reads a name of the zones of this server.
 *
 * @param text - The name, or its first label alone for the first zone; in any case.
 * @param zones - The zones, ours first.
 * @returns Nothing for a name of another zone, and for what has no label or several.
 */
export function readName(text: string, zones: readonly string[]): Name | undefined {
  const [label = '', ...rest] = text.toLowerCase().split('.')
  const zone = rest.length === 0 ? zones[0] : rest.join('.')
  if (label === '' || zone === undefined || !zones.includes(zone)) return undefined
  return { name: `${label}.${zone}`, label, zone, shape: shapeOf(label) }
}

/**
 * Explains why a label cannot be registered.
 *
 * @returns Nothing where it may be had.
 */
export function labelFault(label: string): string | undefined {
  if (!/^[a-z0-9-]*$/.test(label)) return 'A name has only letters from a to z, digits and hyphens'
  if (label.length < shortestName) return `A name has at least ${shortestName} characters`
  if (label.length > longestName) return `A name has at most ${longestName} characters`
  if (label.startsWith('-') || label.endsWith('-')) return 'A name begins and ends with a letter or a digit'
  // ENSIP-15 and IDNA: such a label says that it is written in another script.
  if (label.slice(2, 4) === '--') return 'A name has no two hyphens at its third and fourth place'
  if (/^0x[0-9a-f]*$/.test(label)) return 'A name may not look like an address'
  return reserved.has(shapeOf(label, 'word')) ? 'This name is reserved' : undefined
}
