import '@latchkey/react/styles.css'
import { embedded } from '@latchkey/connectors/embedded'
import { injected } from '@latchkey/connectors/injected'
import { walletConnect } from '@latchkey/connectors/walletConnect'
import { base, ChainButton, ConnectButton, createConfig, LatchkeyProvider, mainnet } from '@latchkey/react'
import { createRoot } from 'react-dom/client'

// Each comes after our stylesheet, where it has the last word among equals.
const sheets = {
  none: () => {},
  tailwind: () => import('./tailwind.css'),
  bootstrap: () => import('bootstrap/dist/css/bootstrap.css'),
}
await sheets[new URLSearchParams(location.search).get('css')]()

const config = createConfig({
  chains: [mainnet, base],
  connectors: [
    injected(),
    embedded({ url: 'http://127.0.0.1:9', socials: false }),
    walletConnect({ relayUrl: 'ws://127.0.0.1:9' }),
  ],
})

createRoot(document.getElementById('root')).render(
  <LatchkeyProvider config={config}>
    <ConnectButton />
    <ChainButton />
  </LatchkeyProvider>,
)
