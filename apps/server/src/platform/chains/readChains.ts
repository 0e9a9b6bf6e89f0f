import { readFileSync } from 'node:fs'
import { LatchkeyError } from '@latchkey/protocol/errors'
import * as z from 'zod'
import { type Chain, type ChainInput, chainList } from './chain.js'
import { defaultChains } from './defaultChains.js'

/**
 * Checks a list of chains, or takes the built-in one.
 *
 * @param given - A list, JSON text of a list, a path to a JSON file, or nothing for the built-in list.
 * @returns The checked chains.
 * @throws LatchkeyError INVALID_CONFIG that names the field at fault.
 *
 * @example
 * import { readChains } from './readChains.js'
 * readChains('[{"caip2":"eip155:31337","name":"Local","rpc":["http://127.0.0.1:8545"],"nativeCurrency":{"name":"Ether","symbol":"ETH","decimals":18}}]')
 */
export function readChains(given: readonly ChainInput[] | string | undefined): readonly Chain[] {
  if (given === undefined || given === '') return defaultChains
  const result = chainList.safeParse(typeof given === 'string' ? load(given) : given)
  if (result.success) return result.data
  throw new LatchkeyError('INVALID_CONFIG', 'The list of chains is not usable', {
    details: z.prettifyError(result.error),
  })
}

function load(text: string): unknown {
  const inline = /^\s*\[/.test(text)
  try {
    return JSON.parse(inline ? text : readFileSync(text, 'utf8'))
  } catch (cause) {
    throw new LatchkeyError(
      'INVALID_CONFIG',
      inline ? 'LATCHKEY_CHAINS is not valid JSON' : 'The file that LATCHKEY_CHAINS names cannot be read as JSON',
      { cause },
    )
  }
}
