/** A page with all that is pressed most: four networks, a wallet of the browser, one by its code, a directory and a data API. */
import { injected } from '@latchkey/connectors/injected'
import { createConfig } from '@latchkey/core'
import { arbitrum, base, mainnet, polygon } from '@latchkey/core/chains'
import { createFakePairing } from '@latchkey/core/testing'
import { ChainButton, ConnectButton, LatchkeyProvider, useConnection } from '@latchkey/react'
import '@latchkey/react/styles.css'
import { createElement, Fragment } from 'react'
import { createRoot } from 'react-dom/client'
import { serveItself } from './serveItself.js'

serveItself(20)
const config = createConfig({
  chains: [mainnet, base, arbitrum, polygon],
  connectors: [injected(), createFakePairing().create],
  api: { url: 'http://127.0.0.1', projectId: 'bench' },
})

function App() {
  const { address } = useConnection()
  return createElement(
    Fragment,
    null,
    createElement(ConnectButton),
    createElement(ChainButton),
    createElement('output', { id: 'acct' }, address ?? 'none'),
  )
}

createRoot(document.querySelector('#app') as HTMLElement).render(
  createElement(LatchkeyProvider, { config, children: createElement(App) }),
)
