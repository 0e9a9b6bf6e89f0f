// React + wagmi + viem, injected connector only, with the same hand-written <dialog> as a-bare.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { createConfig, http, injected, useConnect, useConnection, useConnectors, WagmiProvider } from 'wagmi'
import { arbitrum, base, mainnet, polygon } from 'wagmi/chains'

const chains = [mainnet, base, arbitrum, polygon]
const config = createConfig({
  chains,
  connectors: [injected()],
  transports: { [mainnet.id]: http(), [base.id]: http(), [arbitrum.id]: http(), [polygon.id]: http() },
})
const queryClient = new QueryClient()

function App() {
  const { address } = useConnection()
  const connectors = useConnectors()
  const connect = useConnect()
  const dialog = useRef(null)
  return (
    <main>
      <h1>wagmi</h1>
      <div id="connect">
        <button type="button" onClick={() => dialog.current.showModal()}>
          {address ? `${address.slice(0, 6)}…${address.slice(-4)}` : 'Connect wallet'}
        </button>
      </div>
      <p>
        Account: <output id="acct">{address ?? 'none'}</output>
      </p>
      <a href="#after">Link after the button</a>
      <dialog ref={dialog} aria-labelledby="dlg-title">
        <h2 id="dlg-title">Connect a wallet</h2>
        <ul style={{ listStyle: 'none', padding: 0 }}>
          {connectors.map((c) => (
            <li key={c.uid}>
              <button
                type="button"
                className="wallet"
                onClick={() =>
                  (connect.mutate ?? connect.connect)({ connector: c }, { onSuccess: () => dialog.current.close() })
                }
              >
                {c.icon && <img src={c.icon} alt="" width="24" height="24" />} {c.name}
              </button>
            </li>
          ))}
        </ul>
        <p>Networks: {chains.map((c) => c.name).join(', ')}</p>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </main>
  )
}
createRoot(document.getElementById('root')).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
