import '@latchkey/react/styles.css'
import { wagmi } from '@latchkey/core/wagmi'
import {
  ConnectButton,
  createConfig as createLatchkey,
  LatchkeyProvider,
  useConnection as useLatchkeyConnection,
} from '@latchkey/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createConfig, http, useConnect, useConnection, useConnectors, useDisconnect, WagmiProvider } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

const wagmiConfig = createConfig({ chains: [mainnet, base], transports: { [mainnet.id]: http(), [base.id]: http() } })
const config = createLatchkey({ chains: wagmiConfig.chains, connectors: [wagmi(wagmiConfig)] })
const queries = new QueryClient()

function Page() {
  const ours = useLatchkeyConnection()
  const theirs = useConnection()
  const connectors = useConnectors()
  const { mutate: connect } = useConnect()
  const { mutate: disconnect } = useDisconnect()
  return (
    <main>
      <ConnectButton />
      <p>
        Latchkey: <output id="acct">{ours.address ?? 'none'}</output>
      </p>
      <p>
        wagmi: <output id="wagmi-acct">{theirs.address ?? 'none'}</output>
      </p>
      {connectors.map((connector) => (
        <button key={connector.uid} type="button" className="wagmi-connect" onClick={() => connect({ connector })}>
          {connector.name} by wagmi
        </button>
      ))}
      <button type="button" id="wagmi-disconnect" onClick={() => disconnect()}>
        Disconnect by wagmi
      </button>
    </main>
  )
}

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <WagmiProvider config={wagmiConfig}>
      <QueryClientProvider client={queries}>
        <LatchkeyProvider config={config}>
          <Page />
        </LatchkeyProvider>
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
