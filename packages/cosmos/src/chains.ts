import { type Chain, toChain } from '@latchkey/core'

/** Cosmos Hub, read from the REST API of a node. @see https://namespaces.chainagnostic.org/cosmos/caip2 */
export const cosmosHub: Chain<'cosmos:cosmoshub-4'> = /* @__PURE__ */ toChain({
  id: 'cosmoshub-4',
  name: 'Cosmos Hub',
  chainNamespace: 'cosmos',
  nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 },
  rpcUrls: { default: { http: ['https://cosmos-rest.publicnode.com'] } },
  blockExplorers: { default: { name: 'Mintscan', url: 'https://www.mintscan.io/cosmos' } },
})
