import type { LocalChain } from '../chains/evm/localChain.js'
import type { FamilyChain } from '../chains/familyChain.js'
import { swapRouterOf } from './swapRouterOf.js'

/** What stands around the page. */
export type Surroundings = {
  readonly chains: readonly LocalChain[]
  readonly families: readonly FamilyChain[]
  readonly apiUrl: string
  readonly relayUrl: string
  readonly wallet: { readonly url: string; readonly scriptUrl: string; readonly faucetUrl: string }
  readonly phone: { readonly url: string }
  readonly frame: { readonly url: string }
  /** Whether the wallet's server takes social accounts. */
  readonly socials?: boolean
  readonly inbox: { readonly url: string }
}

/** The configuration of the page, with the local chains. */
export function pageConfig(world: Surroundings): object {
  return {
    local: true,
    apiUrl: world.apiUrl,
    frameUrl: `${world.frame.url}/sdk`,
    ...(world.socials === true ? { socials: true } : {}),
    inboxUrl: world.inbox.url,
    relayUrl: world.relayUrl,
    phoneUrl: world.phone.url,
    testWalletUrl: world.wallet.scriptUrl,
    faucetUrl: world.wallet.faucetUrl,
    chains: world.chains.map(({ chainId, name, url, nativeCurrency, multicall3, tokens, nft }) => ({
      chainId,
      name,
      url,
      nativeCurrency,
      multicall3,
      tokens,
      swapRouter: swapRouterOf({ chainId }),
      nft,
    })),
    families: world.families.map(({ chainId, name, url, wsUrl, nativeCurrency, tokens }) => ({
      caipNetworkId: chainId,
      name,
      url,
      ...(wsUrl === undefined ? {} : { wsUrl }),
      nativeCurrency,
      tokens,
    })),
  }
}

/** Lists the URLs that the page may connect to. */
export function pageReach({ chains, families, apiUrl, relayUrl, wallet, frame, socials }: Surroundings) {
  const nodes = [...chains, ...families].flatMap(({ url, wsUrl }) => (wsUrl === undefined ? [url] : [url, wsUrl]))
  return {
    scripts: [wallet.url],
    images: [apiUrl],
    connections: [apiUrl, relayUrl, wallet.url, ...nodes, ...(socials === true ? [frame.url] : [])],
    frames: [frame.url],
  }
}
