import { embedded } from '@latchkey/connectors/embedded'
import { injected } from '@latchkey/connectors/injected'
import { walletConnect } from '@latchkey/connectors/walletConnect'
import { type ChainInput, type Config, createConfig, parseChainId } from '@latchkey/core'
import type { FamilyCode } from './familyCode.js'
import { adaptersOf } from './familyParts.js'
import type { Look } from './look/look.js'
import { publicChains } from './publicChains.js'
import type { Settings } from './settings.js'

/** Builds the config that the whole page uses; the code of other families is loaded only where they are offered. */
export function buildConfig(settings: Settings, look: Look, code?: FamilyCode): Config {
  const { mainnet, ...more } = publicChains
  const [first, ...others] = localChains(code ? settings : { ...settings, families: [] })
  const adapters = code ? adaptersOf(settings.families) : []
  return createConfig({
    chains: first ? [first, ...others] : [mainnet, ...Object.values(more)],
    namespaces: adapters.flatMap(({ name }) => code?.[name]?.() ?? []),
    connectors: [
      injected(),
      ...(settings.frameUrl ? [embedded({ url: settings.frameUrl, socials: settings.socials ?? false })] : []),
      ...(settings.relayUrl ? [walletConnect({ relayUrl: settings.relayUrl })] : []),
    ],
    metadata: {
      name: 'Latchkey',
      description: 'The open wallet-connection stack you run yourself.',
      url: location.origin,
      icons: [new URL('/latchkey.svg', location.origin).href],
    },
    features: look.features,
    enableNetworkSwitch: look.networkSwitch,
    swapRouters: Object.fromEntries(
      settings.chains.flatMap(({ chainId, swapRouter }) => (swapRouter ? [[`eip155:${chainId}`, [swapRouter]]] : [])),
    ),
    ...(settings.apiUrl ? { api: { url: settings.apiUrl } } : {}),
  })
}

function localChains({ chains, families, apiUrl }: Settings): readonly ChainInput[] {
  const icon = (id: number | string) =>
    apiUrl ? { iconUrl: new URL(`public/getAssetImage/${id}`, withSlash(apiUrl)).href } : {}
  return [
    ...chains.map(
      ({ chainId, name, nativeCurrency, url, tokens }): ChainInput => ({
        id: chainId,
        name,
        nativeCurrency,
        rpcUrls: { default: { http: [url] } },
        tokens,
        testnet: true,
        ...icon(chainId),
      }),
    ),
    ...families.map(({ caipNetworkId, name, nativeCurrency, url, wsUrl, tokens }): ChainInput => {
      const { namespace, reference } = parseChainId(caipNetworkId)
      return {
        id: reference,
        chainNamespace: namespace,
        caipNetworkId,
        name,
        nativeCurrency,
        rpcUrls: { default: { http: [url], ...(wsUrl ? { webSocket: [wsUrl] } : {}) } },
        tokens,
        testnet: true,
        ...icon(caipNetworkId),
      }
    }),
  ]
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}
