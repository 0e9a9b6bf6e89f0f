import { type Chain, toChain } from '@latchkey/core'

/** Bitcoin, read from an Esplora API. @see https://namespaces.chainagnostic.org/bip122/caip2 */
export const bitcoinMainnet: Chain<'bip122:000000000019d6689c085ae165831e93'> = /* @__PURE__ */ toChain({
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  chainNamespace: 'bip122',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: ['https://blockstream.info/api'] } },
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space' } },
})

/** The third test network of Bitcoin, read from an Esplora API. @see https://namespaces.chainagnostic.org/bip122/caip2 */
export const bitcoinTestnet: Chain<'bip122:000000000933ea01ad0ee984209779ba'> = /* @__PURE__ */ toChain({
  id: '000000000933ea01ad0ee984209779ba',
  name: 'Bitcoin Testnet',
  chainNamespace: 'bip122',
  nativeCurrency: { name: 'Bitcoin', symbol: 'tBTC', decimals: 8 },
  rpcUrls: { default: { http: ['https://blockstream.info/testnet/api'] } },
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space/testnet' } },
  testnet: true,
})
