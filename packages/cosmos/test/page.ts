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

/** A chain for tests that read nothing. */
function familyChain(caipNetworkId: ChainId, name: string, more: Partial<Chain> = {}): Chain {
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

export const cosmosLocal = familyChain('cosmos:latchkey-1', 'Local Cosmos', {
  nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 },
})

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
