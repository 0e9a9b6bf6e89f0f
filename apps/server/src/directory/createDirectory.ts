import { statSync } from 'node:fs'
import { type ChainId, isChainId, parseChainId } from '@latchkey/protocol/caip'
import type { WalletEntry, WalletList } from '@latchkey/protocol/directory'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import type { Log } from '../platform/log/log.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import { bundledWallets } from './bundledWallets.js'
import { createLogos, type Logos } from './createLogos.js'
import type { ListedWallet } from './listedWallet.js'
import { monogram } from './monogram.js'
import { readWalletsFile } from './readWalletsFile.js'

/** The filter of the list; absent fields do not filter. */
export type WalletQuery = {
  page: number
  entries: number
  search?: string | undefined
  include?: readonly string[] | undefined
  exclude?: readonly string[] | undefined
  chains?: readonly string[] | undefined
  rdns?: readonly string[] | undefined
  badge_type?: 'none' | 'certified' | undefined
}

/** The wallets that this server knows of. */
export type Directory = {
  list(query: WalletQuery): WalletList
  /** The picture with this id: an SVG, or where the operator says that it is. */
  image(id: string): { svg: string } | { url: string } | undefined
  close(): void
}

/**
 * Opens the directory: the bundled wallets, and those of the operator's file, which is read again whenever it changes; a wallet of the file
 * without an order stands behind the bundled ones.
 *
 * @param options - The file, how often it is looked at (milliseconds), the names of wallets whose logo is not shown, and the log.
 * @returns The directory.
 * @throws LatchkeyError INVALID_CONFIG when the file or a name is not usable at the start; later a bad file changes nothing and is logged.
 */
export function createDirectory(options: {
  file?: string | undefined
  interval?: number
  letters?: readonly string[] | undefined
  log: Log
}): Directory {
  const { file, interval = 5_000, log } = options
  const logos = createLogos(options.letters)
  // Taken before the file is read, so that no change in between is missed.
  let seen = stampOf(file)
  let wallets = merge(file)

  function look(): void {
    const stamp = stampOf(file)
    if (stamp === seen) return
    seen = stamp
    try {
      wallets = merge(file)
      log.info({ wallets: wallets.length }, 'The file of wallets was read again')
    } catch (error) {
      const details = isLatchkeyError(error) ? error.details : undefined
      log.error({ reason: reasonOf(error), details }, 'The file of wallets is not usable; the list of before stays')
    }
  }
  // Polled, since a file that is replaced or mounted anew tells its watchers nothing.
  const timer = file === undefined ? undefined : setInterval(look, interval).unref()

  return {
    list(query) {
      const isFitting = filterOf(query)
      const chains = [...new Set(query.chains)].filter(isChainId)
      const found = wallets.filter(isFitting)
      const search = query.search?.toLowerCase()
      if (search) found.sort((a, b) => rank(a, search) - rank(b, search))
      const start = (query.page - 1) * query.entries
      return {
        count: found.length,
        data: found.slice(start, start + query.entries).map((one) => toEntry(one, chains, logos)),
      }
    },
    image(id) {
      // The id of a wallet asks for its picture too, whichever that is now.
      const wallet = wallets.find((one) => imageOf(one, logos) === id) ?? wallets.find((one) => one.id === id)
      if (!wallet) return undefined
      if (wallet.image_url) return { url: wallet.image_url }
      return { svg: logos(wallet.id)?.svg ?? monogram(wallet.name) }
    },
    close: () => clearInterval(timer),
  }
}

/** Which state of the file this is; undefined when there is none. */
function stampOf(file: string | undefined): string | undefined {
  const stats = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })
  return stats && `${stats.ino} ${stats.size} ${stats.mtimeMs}`
}

function merge(file: string | undefined): readonly ListedWallet[] {
  if (file === undefined) return bundledWallets
  const { data, replace } = readWalletsFile(file)
  const own = new Set(data.map(({ id }) => id))
  const all = replace ? data : [...data, ...bundledWallets.filter(({ id }) => !own.has(id))]
  return all.toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || 0)
}

/** What a wallet must be for a query, with sets for lists: a long one must not be gone through for each wallet. */
function filterOf(query: WalletQuery): (wallet: ListedWallet) => boolean {
  const { badge_type: badge } = query
  const search = query.search?.toLowerCase()
  const [include, rdns] = [query.include && new Set(query.include), query.rdns && new Set(query.rdns)]
  const exclude = new Set(query.exclude)
  const chains: ReadonlySet<string> | undefined = query.chains && new Set(query.chains)
  const families = new Set(query.chains?.map((chainId) => chainId.slice(0, chainId.indexOf(':'))))
  return (wallet) => {
    if (include && !include.has(wallet.id)) return false
    if (exclude.has(wallet.id)) return false
    if (search && !wallet.name.toLowerCase().includes(search)) return false
    if (rdns && !(wallet.rdns && rdns.has(wallet.rdns))) return false
    if (badge && (wallet.badge_type ?? 'none') !== badge) return false
    if (!chains || (!wallet.chains && !wallet.namespaces)) return true
    return (
      (wallet.chains?.some((chainId) => chains.has(chainId)) ?? false) ||
      (wallet.namespaces?.some((family) => families.has(family)) ?? false)
    )
  }
}

/** Names that begin with the typed text come first. */
function rank({ name }: ListedWallet, search: string): number {
  return name.toLowerCase().startsWith(search) ? 0 : 1
}

/** By its hash, a logo that changes or is removed is asked for anew, and no copy of before is shown. */
function imageOf({ id, image_id: image, image_url: url }: ListedWallet, logos: Logos): string {
  return image ?? ((url ? undefined : logos(id)?.sha256) || id)
}

function toEntry(wallet: ListedWallet, chains: readonly ChainId[], logos: Logos): WalletEntry {
  const { namespaces: _, image_url: __, ...entry } = wallet
  // Clients drop a wallet that does not name a chain of theirs; one that takes any chain of a family names those asked for.
  const own = new Set<string>(wallet.chains)
  const families = new Set<string>(wallet.namespaces)
  const asked = chains.filter((chainId) => own.has(chainId) || families.has(parseChainId(chainId).namespace))
  const named = wallet.chains || wallet.namespaces ? [...new Set([...(wallet.chains ?? []), ...asked])] : undefined
  return { ...entry, image_id: imageOf(wallet, logos), ...(named ? { chains: named } : {}) }
}
