import { isChainId } from '@latchkey/protocol/caip'
import { walletEntry } from '@latchkey/protocol/directory'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { parseJson } from '../platform/http/json.js'
import { type ListedWallet, listedWallet } from './listedWallet.js'

/** The result of an import: the wallets, and the skipped entries with reasons. */
export type ImportedWallets = { wallets: readonly ListedWallet[]; refused: readonly string[] }

/**
 * Turns an export of a public directory into the wallets of `LATCHKEY_WALLETS_FILE`. Takes both forms that are about: a page
 * of `getWallets` (`{ data: […] }`) and an explorer's `{ listings: { id: … } }`.
 *
 * @param text - The export, as JSON.
 * @returns The wallets that can be used, and a line for each that cannot.
 * @throws LatchkeyError INVALID_CONFIG when it is no such export.
 *
 * @example
 * import { importWallets } from './importWallets.js'
 * const { wallets } = importWallets('{"data":[]}')
 */
export function importWallets(text: string): ImportedWallets {
  const found = listIn(parseJson(text))
  if (!found) throw new LatchkeyError('INVALID_CONFIG', 'This is no export of a wallet directory')
  const refused: string[] = []
  const wallets = new Map<string, ListedWallet>()
  for (const one of found) {
    const plain = flatten(one)
    const result = listedWallet.safeParse(plain)
    if (result.success) wallets.set(result.data.id, result.data)
    else {
      const [issue] = result.error.issues
      refused.push(`${String(plain.name ?? plain.id).slice(0, 100)}: ${issue?.path.join('.')} ${issue?.message}`)
    }
  }
  return { wallets: [...wallets.values()], refused }
}

type Plain = { readonly [name: string]: unknown }

function listIn(value: unknown): readonly Plain[] | undefined {
  if (Array.isArray(value)) return value.filter(isPlain)
  if (!isPlain(value)) return undefined
  if (Array.isArray(value.data)) return value.data.filter(isPlain)
  return isPlain(value.listings) ? Object.values(value.listings).filter(isPlain) : undefined
}

/** The names of the explorer's form, and what both leave empty in their own ways. */
function flatten(given: Plain): Plain {
  const from = (group: string, ...names: string[]) => {
    const holder = given[group]
    return isPlain(holder) ? names.map((name) => holder[name]).find(isText) : undefined
  }
  const wallet: { [name: string]: unknown } = {
    mobile_link: from('mobile', 'native', 'universal'),
    desktop_link: from('desktop', 'native', 'universal'),
    webapp_link: from('app', 'browser'),
    app_store: from('app', 'ios'),
    play_store: from('app', 'android'),
    chrome_store: from('app', 'chrome'),
  }
  for (const name of [...Object.keys(walletEntry.shape), 'namespaces']) {
    const value = given[name]
    if (value !== undefined && value !== null && value !== '') wallet[name] = value
  }
  if (Array.isArray(wallet.chains)) wallet.chains = wallet.chains.filter(isChainId)
  // A link of another kind than we open is worth nothing, but the wallet behind it is.
  for (const name of links) if (!listedWallet.shape[name].safeParse(wallet[name]).success) delete wallet[name]
  const image = isText(given.image_url) ? given.image_url : from('image_url', 'md', 'lg', 'sm')
  if (listedWallet.shape.image_url.safeParse(image).success && image !== undefined) wallet.image_url = image
  return wallet
}

const links = [
  'homepage',
  'mobile_link',
  'desktop_link',
  'webapp_link',
  'app_store',
  'play_store',
  'chrome_store',
] as const

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
