import {
  type Chain,
  type Config,
  type CreateConfigParameters,
  createConfig,
  createStorage,
  toChain,
} from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol/caip'
import { onTestFinished } from 'vitest'

/** A chain of any family for tests that read nothing. */
export function familyChain(caipNetworkId: ChainId, name: string, more: Partial<Chain> = {}): Chain {
  const [chainNamespace, id = ''] = caipNetworkId.split(':') as [Chain['chainNamespace'], string]
  return toChain({
    id,
    name,
    chainNamespace,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 8 },
    rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
    ...more,
  })
}

export const bitcoinMainnet = familyChain('bip122:000000000019d6689c085ae165831e93', 'Bitcoin')
export const bitcoinTestnet = familyChain('bip122:000000000933ea01ad0ee984209779ba', 'Bitcoin Testnet')
export const bitcoinRegtest = familyChain('bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'Local Bitcoin')
export const polkadotLocal = familyChain('polkadot:0123456789abcdef0123456789abcdef', 'Local Polkadot')
export const polkadotMainnet = familyChain('polkadot:91b171bb158e2d3848fa23a9f1c25182', 'Polkadot')

/** A window as far as wallets use it, with what they put on it. */
export function pageWith(objects: { readonly [name: string]: unknown } = {}): Window {
  return Object.assign(new EventTarget(), objects) as unknown as Window
}

/** What a browser keeps between visits. */
export function memoryOf(items: Map<string, string>) {
  return createStorage({
    store: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
  })
}

/** A config that ends with its test. */
export function familyConfig(parameters: CreateConfigParameters): Config {
  const config = createConfig({ storage: null, ...parameters })
  onTestFinished(() => config.destroy())
  return config
}
