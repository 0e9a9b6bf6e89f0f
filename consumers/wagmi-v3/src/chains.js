import { defineChain, http } from 'viem'

/** The chains of the local world. */
export const chains = JSON.parse(import.meta.env.VITE_CHAINS).map(({ chainId, name, url }) =>
  defineChain({
    id: chainId,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }),
)

export const transports = Object.fromEntries(chains.map(({ id }) => [id, http()]))
