import { embedded } from '@latchkey/connectors/embedded'
import { walletConnect } from '@latchkey/connectors/walletConnect'
import { createConfig } from '@latchkey/core'
import { base, mainnet } from '@latchkey/core/chains'
import { solana, solanaMainnet } from '@latchkey/solana'

export const config = createConfig({
  chains: [mainnet, base, solanaMainnet],
  namespaces: [solana()],
  connectors: [walletConnect({ relayUrl: 'wss://relay.example' }), embedded({ url: 'https://wallet.example/sdk' })],
  customRpcUrls: { 'eip155:1': ['https://node.example'] },
  features: { email: true, multiWallet: true },
})

declare module '@latchkey/core' {
  interface Register {
    config: typeof config
  }
}
