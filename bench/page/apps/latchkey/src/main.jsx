// The quick start: provider and button, the full modal behind it.
import '@latchkey/react/styles.css'
import { injected } from '@latchkey/connectors/injected'
import {
  arbitrum,
  base,
  ConnectButton,
  createConfig,
  LatchkeyProvider,
  mainnet,
  polygon,
  useConnection,
} from '@latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const config = createConfig({ chains: [mainnet, base, arbitrum, polygon], connectors: [injected()] })

function App() {
  const { address } = useConnection()
  return (
    <main>
      <h1>Latchkey</h1>
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

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <LatchkeyProvider config={config}>
      <App />
    </LatchkeyProvider>
  </StrictMode>,
)
