import { type Chain, type Config, type CreateConfigParameters, createConfig, toChain } from '@latchkey/core'
import type { LocalChain } from '@latchkey/devnet'
import { injected } from '../src/injected/injected.js'

/** A local chain as an app configures it. */
export function chainOf(chain: LocalChain): Chain {
  return toChain({
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
  chains: readonly [Chain, ...Chain[]],
  more: Partial<CreateConfigParameters> = {},
): Config {
  return createConfig({ chains, connectors: [injected({ target })], storage: null, ...more })
}
