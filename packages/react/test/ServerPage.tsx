import type { Config, InitialState } from '@latchkey/core'
import { AccountButton } from '../src/components/AccountButton.js'
import { ChainButton } from '../src/components/ChainButton.js'
import { ConnectButton } from '../src/components/ConnectButton.js'
import { useConnection } from '../src/hooks/useConnection.js'
import { useConnections } from '../src/hooks/useConnections.js'
import { useConnectors } from '../src/hooks/useConnectors.js'
import { LatchkeyProvider } from '../src/provider.js'

/** A page that shows all that differs between a server and a browser that remembers a wallet. */
export function ServerPage({ config, initialState }: { config: Config; initialState?: InitialState | undefined }) {
  return (
    <LatchkeyProvider config={config} initialState={initialState}>
      <ConnectButton />
      <AccountButton />
      <ChainButton />
      <Words />
    </LatchkeyProvider>
  )
}

function Words() {
  const { address, status, connector } = useConnection()
  const { connectors } = useConnectors()
  const connections = useConnections()
  return (
    <>
      <p>{`${status} ${address ?? 'nobody'} ${connectors.length}`}</p>
      <ul title={connector?.name ?? 'no wallet'}>
        {connections.map(({ connectorId, connector }) => (
          <li key={connectorId}>{connector?.name ?? 'not here yet'}</li>
        ))}
      </ul>
    </>
  )
}
