import { readWord } from '../../platform/upstream/readHex.js'
import type { Address } from '../swapPort.js'

/** The address in a contract's answer; undefined where there is none, or it is zero. */
export function addressOf(answer: `0x${string}` | undefined): Address | undefined {
  const word = readWord(answer)
  if (word === undefined || word === 0n || word >= 1n << 160n) return undefined
  return `0x${word.toString(16).padStart(40, '0')}`
}
