import '@latchkey/react/styles.css'
import { embedded } from '@latchkey/connectors/embedded'
import { walletConnect } from '@latchkey/connectors/walletConnect'
import { latchkeyConnector } from '@latchkey/react/wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createConfig, useConnect, useConnectors, WagmiProvider } from 'wagmi'
import { Actions } from './Actions.jsx'
import { chains, transports } from './chains.js'

const config = createConfig({
  chains,
  transports,
  connectors: [
    latchkeyConnector({
      connectors: [
        embedded({ url: import.meta.env.VITE_WALLET_URL }),
        walletConnect({ relayUrl: import.meta.env.VITE_RELAY_URL }),
      ],
    }),
  ],
})
const queries = new QueryClient()

function Connect() {
  const connector = useConnectors().find(({ id }) => id === 'latchkey')
  const { mutate: connect } = useConnect()
  const onSubmit = (event) => {
    event.preventDefault()
    connect({ connector, email: new FormData(event.target).get('email') })
  }
  return (
    <>
      <button type="button" id="connect" onClick={() => connect({ connector })}>
        {connector.name}
      </button>
      <form id="own" onSubmit={onSubmit}>
        <input name="email" type="email" aria-label="Your e-mail" />
        <button type="submit">Sign in without a modal</button>
      </form>
    </>
  )
}

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <Connect />
        <Actions />
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
