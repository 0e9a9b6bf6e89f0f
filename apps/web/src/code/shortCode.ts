/** The whole integration, as short as it gets. */
export const shortCode = `import '@latchkey/react/styles.css'
import { injected } from '@latchkey/connectors/injected'
import {
  ConnectButton, createConfig, LatchkeyProvider, mainnet,
} from '@latchkey/react'

const config = createConfig({
  chains: [mainnet],
  connectors: [injected()],
})

export default function App() {
  return (
    <LatchkeyProvider config={config}>
      <ConnectButton />
    </LatchkeyProvider>
  )
}`
