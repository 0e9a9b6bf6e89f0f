import { embedded } from '@latchkey/connectors/embedded'
import { walletConnect } from '@latchkey/connectors/walletConnect'
import { createConfig } from '@latchkey/core'
import { base, mainnet, solana } from '@latchkey/core/chains'
import { solana as solanaAdapter } from '@latchkey/core/solana'

export const config = createConfig({
  chains: [mainnet, base, solana],
  namespaces: [solanaAdapter()],
  connectors: [walletConnect({ relayUrl: 'wss://relay.example' }), embedded({ url: 'https://wallet.example/sdk' })],
  customRpcUrls: { 'eip155:1': ['https://node.example'] },
  features: { email: true, multiWallet: true },
})

declare module '@latchkey/core' {
  interface Register {
    config: typeof config
  }
}
