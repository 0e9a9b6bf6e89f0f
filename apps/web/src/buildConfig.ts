import { injected } from '@latchkey/connectors/injected'
import { type Config, createConfig, type NetworkInput } from '@latchkey/core'
import type { Look } from './look/look.js'
import { publicNetworks } from './publicNetworks.js'
import type { Settings } from './settings.js'

/** Builds the config that the whole page uses. */
export function buildConfig(settings: Settings, look: Look): Config {
  const { mainnet, ...more } = publicNetworks
  const [first, ...others] = settings.chains.map(
    (chain): NetworkInput => ({
      id: chain.chainId,
      name: chain.name,
      nativeCurrency: chain.nativeCurrency,
      rpcUrls: { default: { http: [chain.url] } },
      tokens: chain.tokens,
      testnet: true,
      ...(settings.apiUrl
        ? { iconUrl: new URL(`public/getAssetImage/${chain.chainId}`, withSlash(settings.apiUrl)).href }
        : {}),
    }),
  )
  return createConfig({
    networks: first ? [first, ...others] : [mainnet, ...Object.values(more)],
    connectors: [injected()],
    metadata: {
      name: 'Latchkey',
      description: 'The open wallet-connection stack you run yourself.',
      url: location.origin,
      icons: [new URL('/latchkey.svg', location.origin).href],
    },
    features: look.features,
    enableNetworkSwitch: look.networkSwitch,
    ...(settings.apiUrl ? { api: { url: settings.apiUrl } } : {}),
  })
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}
