import type { ChainId } from '@latchkey/protocol/caip'
import { walletEntry } from '@latchkey/protocol/directory'
import type { Config } from '../createConfig.js'
import { toPairingLink } from '../pairing.js'
import { version } from '../version.js'
import { isExcludedWallet } from './isExcludedWallet.js'

/** One wallet of the directory: what it is called, what it looks like, and where it is opened or found. */
export type WalletListing = {
  readonly id: string
  readonly name: string
  readonly imageUrl: string | undefined
  readonly isCertified: boolean
  readonly rdns: string | undefined
  readonly homepage: string | undefined
  /** What opens it on this phone, on this computer and on the web: to be completed by `toPairingLink`. */
  readonly links: { readonly [place in WalletPlace]?: string }
  readonly stores: { readonly [store in WalletStore]?: string }
  readonly chains: readonly ChainId[]
}

/** Where a wallet can be opened by a link. */
export type WalletPlace = 'mobile' | 'desktop' | 'web'
/** Where a wallet can be had. */
export type WalletStore = 'apple' | 'google' | 'chrome'

/**
 * Parses one entry of a directory, which is untrusted: links that a page must not open are left out.
 *
 * @param config - The config, for the address of the picture and for the wallets that are not to be shown.
 * @param entry - Anything.
 * @returns The wallet; undefined for one that is not understood or is not to be shown.
 */
export function readWalletListing(config: Config, entry: unknown): WalletListing | undefined {
  const result = walletEntry.safeParse(entry)
  if (!result.success || isExcludedWallet(config, result.data)) return undefined
  const { id, name, image_id: image, badge_type: badge, rdns, chains = [], homepage, ...rest } = result.data
  return {
    id,
    name,
    imageUrl: image === undefined ? undefined : imageUrl(config, image),
    isCertified: badge === 'certified',
    rdns: rdns ?? undefined,
    homepage: page(homepage),
    links: present({
      mobile: opener(rest.mobile_link),
      desktop: opener(rest.desktop_link),
      web: page(rest.webapp_link),
    }),
    stores: present({ apple: page(rest.app_store), google: page(rest.play_store), chrome: page(rest.chrome_store) }),
    chains,
  }
}

function imageUrl({ api }: Config, id: string): string | undefined {
  if (!api) return undefined
  const url = new URL(`getWalletImage/${id}`, `${api.url}/`)
  url.search = new URLSearchParams({ projectId: api.projectId, st: 'latchkey', sv: `core-${version}` }).toString()
  return url.href
}

/** The addresses of a person's own browser only: no scripts, no files, no open lines. */
function page(link: string | null | undefined): string | undefined {
  return link && URL.canParse(link) && new URL(link).protocol === 'https:' ? link : undefined
}

function opener(link: string | null | undefined): string | undefined {
  return link && toPairingLink(link, '') !== undefined ? link : undefined
}

function present<name extends string>(links: { [key in name]: string | undefined }): { [key in name]?: string } {
  return Object.fromEntries(Object.entries(links).filter(([, link]) => link !== undefined)) as {
    [key in name]?: string
  }
}
