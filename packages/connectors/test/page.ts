import { type Config, type CreateConfigParameters, createConfig, type Network, toNetwork } from '@latchkey/core'
import type { LocalChain } from '@latchkey/devnet'
import { injected } from '../src/injected/injected.js'

/** A local chain as an app configures it. */
export function networkOf(chain: LocalChain): Network {
  return toNetwork({
    id: chain.chainId,
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: { default: { http: [chain.url] } },
    testnet: true,
    tokens: chain.tokens.map(({ address, name, symbol, decimals }) => ({ address, name, symbol, decimals })),
  })
}

/** A page's window, as far as wallets use it. */
export function page(ethereum?: unknown): Window {
  return Object.assign(new EventTarget(), ethereum === undefined ? {} : { ethereum }) as unknown as Window
}

/** A config over a page. */
export function configOn(
  target: Window,
  networks: readonly [Network, ...Network[]],
  more: Partial<CreateConfigParameters> = {},
): Config {
  return createConfig({ networks, connectors: [injected({ target })], storage: null, ...more })
}
