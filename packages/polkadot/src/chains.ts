import { type Chain, toChain } from '@latchkey/core'

/** Polkadot. @see https://namespaces.chainagnostic.org/polkadot/caip2 */
export const polkadotMainnet: Chain<'polkadot:91b171bb158e2d3848fa23a9f1c25182'> = /* @__PURE__ */ toChain({
  id: '91b171bb158e2d3848fa23a9f1c25182',
  name: 'Polkadot',
  chainNamespace: 'polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrls: { default: { http: ['https://rpc.polkadot.io'] } },
  blockExplorers: { default: { name: 'Subscan', url: 'https://polkadot.subscan.io' } },
})
