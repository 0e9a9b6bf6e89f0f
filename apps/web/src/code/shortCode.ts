import type { Look } from '../look/look.js'
import { providerLines } from './providerLines.js'

/** The whole integration, as short as it gets with this look. */
export function shortCode(look: Look): string {
  return `import '@latchkey/react/styles.css'
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
${providerLines(look).join('\n')}
      <ConnectButton />
    </LatchkeyProvider>
  )
}`
}
