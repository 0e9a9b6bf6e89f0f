import type { Config } from '@latchkey/core'
import { AccountButton } from '../src/components/AccountButton.js'
import { ChainButton } from '../src/components/ChainButton.js'
import { ConnectButton } from '../src/components/ConnectButton.js'
import { useConnection } from '../src/hooks/useConnection.js'
import { useConnectors } from '../src/hooks/useConnectors.js'
import { LatchkeyProvider } from '../src/provider.js'

/** A page that shows all that differs between a server and a browser that remembers a wallet. */
export function ServerPage({ config }: { config: Config }) {
  return (
    <LatchkeyProvider config={config}>
      <ConnectButton />
      <AccountButton />
      <ChainButton />
      <Words />
    </LatchkeyProvider>
  )
}

function Words() {
  const { address, status } = useConnection()
  const { connectors } = useConnectors()
  return <p>{`${status} ${address ?? 'nobody'} ${connectors.length}`}</p>
}
