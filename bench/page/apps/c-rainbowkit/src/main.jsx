// Documented quick start: getDefaultConfig + RainbowKitProvider + ConnectButton.
import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, getDefaultConfig, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { useAccount, WagmiProvider } from 'wagmi'
import { arbitrum, base, mainnet, polygon } from 'wagmi/chains'

const config = getDefaultConfig({
  appName: 'peer',
  projectId: '0123456789abcdef0123456789abcdef',
  chains: [mainnet, base, arbitrum, polygon],
})
const queryClient = new QueryClient()
function App() {
  const { address } = useAccount()
  return (
    <main>
      <h1>RainbowKit</h1>
      <div id="connect">
        <ConnectButton />
      </div>
      <p>
        Account: <output id="acct">{address ?? 'none'}</output>
      </p>
      <a href="#after">Link after the button</a>
    </main>
  )
}
createRoot(document.getElementById('root')).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <RainbowKitProvider>
          <App />
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
