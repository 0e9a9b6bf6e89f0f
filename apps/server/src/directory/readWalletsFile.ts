import { readFileSync } from 'node:fs'
import { LatchkeyError } from '@latchkey/protocol/errors'
import * as z from 'zod'
import { parseJson } from '../platform/http/json.js'
import { type ListedWallet, listedWallet } from './listedWallet.js'

const file = z.object({
  /** True: only these wallets, without the bundled ones. */
  replace: z.boolean().default(false),
  data: z.array(listedWallet).max(20_000),
})

/** The schema of the operator's wallet file. */
export type WalletsFile = z.output<typeof file>

/**
 * Reads the wallets that an operator adds to the directory, or puts in the place of the bundled ones.
 *
 * @param path - A JSON file: a list of wallets, or `{ replace, data }`.
 * @returns The checked wallets.
 * @throws LatchkeyError INVALID_CONFIG that names the place at fault.
 *
 * @example
 * import { readWalletsFile } from './readWalletsFile.js'
 * const { data } = readWalletsFile('wallets.json')
 */
export function readWalletsFile(path: string): WalletsFile {
  let value: unknown
  try {
    value = parseJson(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new LatchkeyError('INVALID_CONFIG', 'The file that LATCHKEY_WALLETS_FILE names cannot be read as JSON', {
      cause,
    })
  }
  const result = file.safeParse(Array.isArray(value) ? { data: value } : value)
  if (!result.success) {
    throw new LatchkeyError('INVALID_CONFIG', 'The list of wallets is not usable', {
      details: z.prettifyError(result.error).slice(0, 2000),
    })
  }
  const twice = firstTwice(result.data.data)
  if (twice) throw new LatchkeyError('INVALID_CONFIG', `The list of wallets has ${twice.id} twice`)
  return result.data
}

function firstTwice(wallets: readonly ListedWallet[]): ListedWallet | undefined {
  const ids = new Set<string>()
  return wallets.find(({ id }) => ids.size === ids.add(id).size)
}
