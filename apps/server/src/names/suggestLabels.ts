import { longestName } from '@latchkey/protocol/namesApi'
import { labelFault } from './readName.js'

const endings = ['1', 'eth', '-eth', 'x', '-me', 'go', '-dao', 'hq', '2', '-io', 'world', '-nft', '99', 'pay', '-one']

/** Labels like the one that was asked for, which it may be had instead. */
export function suggestLabels(label: string): string[] {
  const stem = label.replace(/^-+|-+$/g, '')
  return endings
    .map((ending) => `${stem}${ending}`)
    .filter((each) => each.length <= longestName && labelFault(each) === undefined)
}
