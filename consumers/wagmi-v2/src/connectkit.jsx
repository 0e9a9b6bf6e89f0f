import '@latchkey/react/styles.css'
import { embedded } from '@latchkey/connectors/embedded'
import { latchkeyConnector } from '@latchkey/react/wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ConnectKitButton, ConnectKitProvider } from 'connectkit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createConfig, WagmiProvider } from 'wagmi'
import { Actions } from './Actions.jsx'
import { chains, transports } from './chains.js'

// ConnectKit opens only connectors of this type.
const type = 'injected'
const config = createConfig({
  chains,
  transports,
  connectors: [latchkeyConnector({ type, connectors: [embedded({ url: import.meta.env.VITE_WALLET_URL })] })],
})
const queries = new QueryClient()

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <ConnectKitProvider>
          <ConnectKitButton />
          <Actions />
        </ConnectKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
