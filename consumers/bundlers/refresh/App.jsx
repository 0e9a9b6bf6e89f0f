import '@latchkey/react/styles.css'
import { embedded } from '@latchkey/connectors/embedded'
import { injected } from '@latchkey/connectors/injected'
import { walletConnect } from '@latchkey/connectors/walletConnect'
import { ConnectButton, createConfig, LatchkeyProvider, mainnet } from '@latchkey/react'

const { frame, relay } = Object.fromEntries(new URLSearchParams(location.search))
const config = createConfig({
  chains: [mainnet],
  connectors: [injected(), embedded({ url: frame, socials: false }), walletConnect({ relayUrl: relay })],
})

// biome-ignore lint/style/noDefaultExport: the shape that README and Vite's template have
export default function App() {
  return (
    <LatchkeyProvider config={config}>
      <ConnectButton />
      <output id="edition">1</output>
    </LatchkeyProvider>
  )
}
