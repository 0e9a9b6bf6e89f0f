// An app that was written for AppKit and wagmi, and knows nothing of Latchkey.
import { createAppKit } from '@reown/appkit'
import { defineChain } from '@reown/appkit/networks'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { sendTransaction, signMessage } from '@wagmi/core'
import { parseEther } from 'viem'

const projectId = 'b56e18d47c72ab683b10814fe9495694'
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
const adapter = new WagmiAdapter({ networks, projectId })
const modal = createAppKit({
  adapters: [adapter],
  networks,
  projectId,
  metadata: { name: 'Old shop', description: 'An app', url: location.origin, icons: [`${location.origin}/icon.png`] },
  enableCoinbase: false,
  themeVariables: { '--w3m-font-family': 'sans-serif' },
})
const config = adapter.wagmiConfig
const show = (id, text) => {
  document.getElementById(id).textContent = text
}
const onClick = (id, act) => document.getElementById(id).addEventListener('click', act)
const tell = async (act) => {
  show('result', 'waiting')
  try {
    show('result', await act())
  } catch (error) {
    show('result', `error: ${error.message}`)
  }
}

modal.subscribeAccount(({ isConnected, address }) => show('acct', isConnected ? address : 'none'), 'eip155')
modal.subscribeNetwork(({ chainId }) => show('chain', chainId))
onClick('open', () => modal.open())
onClick('switch', () => modal.switchNetwork(networks.find(({ id }) => id !== modal.getChainId())))
onClick('disconnect', () => modal.disconnect())
onClick('sign', () => tell(() => signMessage(config, { message: 'Hello from an old shop' })))
onClick('send', () =>
  tell(() => sendTransaction(config, { to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', value: parseEther('0.01') })),
)
