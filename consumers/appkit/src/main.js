// An app that was written for AppKit 1.8.0 and knows nothing of Latchkey.
import { createAppKit } from '@reown/appkit'
import { defineChain } from '@reown/appkit/networks'
import { EthersAdapter } from '@reown/appkit-adapter-ethers'

const networks = JSON.parse(import.meta.env.VITE_CHAINS).map(({ chainId, name, url }) =>
  defineChain({
    id: chainId,
    caipNetworkId: `eip155:${chainId}`,
    chainNamespace: 'eip155',
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }),
)
const modal = createAppKit({
  adapters: [new EthersAdapter()],
  networks,
  projectId: 'b56e18d47c72ab683b10814fe9495694',
  metadata: { name: 'Old shop', description: 'An app', url: location.origin, icons: [`${location.origin}/icon.png`] },
  features: { email: true, socials: false, analytics: false, swaps: false, onramp: false },
  enableWalletConnect: false,
  themeVariables: { '--w3m-font-family': 'sans-serif' },
})
const show = (id, text) => {
  document.getElementById(id).textContent = text
}
const onClick = (id, act) => document.getElementById(id).addEventListener('click', act)
const address = () => modal.getAddress('eip155')
const request = async (method, params) => {
  show('result', 'waiting')
  try {
    show('result', await modal.getProvider('eip155').request({ method, params }))
  } catch (error) {
    show('result', `error: ${error.message}`)
  }
}

modal.subscribeAccount(({ isConnected, address }) => show('acct', isConnected ? address : 'none'), 'eip155')
modal.subscribeNetwork(({ chainId }) => show('chain', chainId))
onClick('open', () => modal.open())
onClick('switch', () => modal.switchNetwork(networks.find(({ id }) => id !== modal.getChainId())))
onClick('disconnect', () => modal.disconnect())
onClick('sign', () => request('personal_sign', ['0x48656c6c6f2066726f6d20616e206f6c642073686f70', address()]))
onClick('send', () =>
  request('eth_sendTransaction', [
    { from: address(), to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', value: '0x2386f26fc10000', data: '0x' },
  ]),
)
