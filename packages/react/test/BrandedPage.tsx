import { createConfig } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { StrictMode, useState } from 'react'
import { ConnectButton } from '../src/components/ConnectButton.js'
import { NetworkButton } from '../src/components/NetworkButton.js'
import { LatchkeyProvider } from '../src/provider.js'
import { base, mainnet } from './networks.js'

/** A page with a brand of its own, drawn on a server and taken up by a browser. */
export function BrandedPage() {
  const [config] = useState(() =>
    createConfig({ networks: [mainnet, base], storage: null, connectors: [createFakeConnector().create] }),
  )
  return (
    <StrictMode>
      <LatchkeyProvider
        config={config}
        themeMode="light"
        themeVariables={{ '--lk-accent': '#aa0055', '--lk-raised': '#ffeecc', '--lk-radius': '4px' }}
      >
        <ConnectButton />
        <NetworkButton />
      </LatchkeyProvider>
    </StrictMode>
  )
}
