import '@latchkey/react/styles.css'
import '@rainbow-me/rainbowkit/styles.css'
import { embedded } from '@latchkey/connectors/embedded'
import { walletConnect } from '@latchkey/connectors/walletConnect'
import { latchkeyWallet } from '@latchkey/react/wagmi'
import { ConnectButton, connectorsForWallets, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { injectedWallet } from '@rainbow-me/rainbowkit/wallets'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createConfig, WagmiProvider } from 'wagmi'
import { Actions } from './Actions.jsx'
import { chains, transports } from './chains.js'

const emailWallet = latchkeyWallet({
  connectors: [
    embedded({ url: import.meta.env.VITE_WALLET_URL }),
    walletConnect({ relayUrl: import.meta.env.VITE_RELAY_URL }),
  ],
})
const connectors = connectorsForWallets(
  [
    { groupName: 'No wallet yet', wallets: [emailWallet] },
    { groupName: 'Others', wallets: [injectedWallet] },
  ],
  { appName: 'Old shop', projectId: 'none' },
)
const config = createConfig({ chains, transports, connectors })
const queries = new QueryClient()

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <RainbowKitProvider>
          <ConnectButton />
          <Actions />
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
