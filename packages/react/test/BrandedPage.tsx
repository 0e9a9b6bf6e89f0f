import { createConfig } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { StrictMode, useState } from 'react'
import { ChainButton } from '../src/components/ChainButton.js'
import { ConnectButton } from '../src/components/ConnectButton.js'
import { LatchkeyProvider } from '../src/provider.js'
import { base, mainnet } from './chains.js'

/** A page with a brand of its own, drawn on a server and hydrated by a browser. */
export function BrandedPage() {
  const [config] = useState(() =>
    createConfig({ chains: [mainnet, base], storage: null, connectors: [createFakeConnector().create] }),
  )
  return (
    <StrictMode>
      <LatchkeyProvider
        config={config}
        themeMode="light"
        themeVariables={{ '--lk-accent': '#aa0055', '--lk-raised': '#ffeecc', '--lk-radius': '4px' }}
      >
        <ConnectButton />
        <ChainButton />
      </LatchkeyProvider>
    </StrictMode>
  )
}
