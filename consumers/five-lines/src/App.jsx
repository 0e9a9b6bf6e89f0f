import '@latchkey/react/styles.css'
import { injected } from '@latchkey/connectors/injected'
import { ConnectButton, createConfig, LatchkeyProvider, mainnet } from '@latchkey/react'

const config = createConfig({ networks: [mainnet], connectors: [injected()] })

// biome-ignore format: the fifth line
export const App = () => <LatchkeyProvider config={config}><ConnectButton /></LatchkeyProvider>
